export const en = {
  id: 'guest-registration' as const,
  dropInTitle: 'Your Drop-In Request',
  loading: 'Loading your registration',
  invalid: { title: "This link doesn't work", text: 'This link is invalid or has expired.' },
  failed: "We couldn't check the link. Check your connection and try again.",
  dropIn: 'Drop-in request',
  registration: 'Registration',
  cancelledOn: (date: string) => `Cancelled on ${date}`,
  totalFee: 'Total Fee',
  agreedByPhoneOn: (date: string) => `Agreed to the terms by phone on ${date}`,
  agreedOn: (date: string) => `Agreed to the terms on ${date}`,
  help: 'Anyone with this link can see this page. It works for one year. Questions? Email {email}, or {create} with the same email address to add this to your children.',
  claimed:
    'This now belongs to an account: {signIn} to see or change it. Anyone with this link can see this page. It works for one year. Questions? Email {email}.',
  signIn: 'sign in',
  create: 'create an account',
}
