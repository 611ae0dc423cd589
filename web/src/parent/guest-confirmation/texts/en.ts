export const en = {
  id: 'guest-confirmation' as const,
  notice:
    "After you submit, we'll email you a link. Your days are held for 60 minutes. If you don't confirm by then, the request is dropped.",
  sent: {
    title: 'Check your email',
    message: 'Open the link in our email and confirm within 60 minutes. Otherwise the request is dropped.',
  },
  loading: 'Checking the link',
  invalid: { title: "This link doesn't work", text: 'This link is invalid or has expired.' },
  failed: "We couldn't check the link. Check your connection and try again.",
  registration: 'Registration',
  dropIn: 'Drop-in request',
  totalFee: 'Total Fee',
  confirmBy: (time: string) =>
    `Please confirm by ${time}. Your days are held until then. If you don't confirm, nothing is booked.`,
  confirm: 'Confirm',
  confirmFailed: "We couldn't confirm this. Check your connection and try again.",
  stillHeld: (time: string) => `Your request isn't lost: you can try again until ${time}, or send a new one.`,
  confirmed: 'Thank you. This is confirmed. A confirmation email with your private link is on its way.',
  confirmedBefore: 'This is already confirmed. The confirmation email has your private link.',
  waiting:
    'Thank you. Your email is confirmed, and your drop-in is waiting for approval. We will email you the answer, and the private link in the confirmation email shows it.',
  dropped: "This wasn't confirmed within 60 minutes, so it was dropped and nothing is booked.",
  sendAgain: 'Send a new request',
}
