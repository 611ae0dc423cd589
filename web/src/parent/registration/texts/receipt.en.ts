export const en = {
  id: 'receipt' as const,
  registration: 'We have your registration',
  dropIn: 'We have your drop-in request',
  fee: (fee: string) => `Total Fee ${fee}`,
  mail: 'A confirmation email with your private link is on its way.',
}
