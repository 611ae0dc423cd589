export const en = {
  id: 'withdraw' as const,
  withdraw: 'Withdraw Request',
  title: 'Withdraw this drop-in?',
  text: (date: string) => `Your drop-in request for ${date} will be removed. There is no fee.`,
  confirm: 'Withdraw',
  done: (date: string) => `Your drop-in request for ${date} was withdrawn.`,
  ask: 'To cancel this drop-in, please email {email}.',
  failed: 'Failed to withdraw the request. Please try again.',
}
