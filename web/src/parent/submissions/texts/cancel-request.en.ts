export const en = {
  id: 'cancel-request' as const,
  askedOn: (date: string) => `Asked to cancel on ${date}`,
  open: 'Nothing has changed yet. The office will cancel it or write to you.',
  declinedOn: (date: string) => `Declined on ${date}:`,
  ask: 'Ask to cancel this registration',
  message: 'Message to the office',
  hint: 'Nothing changes by asking: the office cancels the registration, or writes to you.',
  cancel: "Don't ask",
  send: 'Send Request',
  sent: { title: 'Request Sent', message: 'The office will cancel the registration or write to you.' },
  unsaved: "Your message hasn't been sent and will be lost.",
  failed: 'Failed to send your request. Please try again.',
}
