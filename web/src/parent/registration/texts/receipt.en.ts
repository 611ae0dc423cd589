export const en = {
  id: 'receipt' as const,
  registration: 'We have your registration',
  dropIn: 'We have your drop-in request',
  confirm: 'Check your email to confirm',
  confirmBy: (time: string) =>
    `Open the link in our email and confirm by ${time}. Your days are held until then. If you don't confirm, the request is dropped.`,
  fee: (fee: string) => `Total Fee ${fee}`,
  feeOnceApproved: (fee: string) => `${fee} once approved`,
  waiting:
    'It is waiting for approval. We will email you the answer, and your private link shows it. Until then there is no fee.',
  mail: 'A confirmation email with your private link is on its way.',
}
