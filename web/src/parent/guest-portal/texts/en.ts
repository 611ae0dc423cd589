export const en = {
  id: 'guest-portal' as const,
  description: 'No account needed: enter your details, pick your days, done.',
  back: 'Back to Home',
  month: {
    title: 'Monthly Registration',
    text: 'Choose aftercare days for a whole month on the calendar and see the fee as you go.',
  },
  dropIn: {
    title: 'Day-of Drop-In',
    text: 'Request a single day up to 24 hours in advance, for today or tomorrow.',
  },
  help: {
    title: 'Need help?',
    text: "As a guest, you enter your details and your child's each time, and we confirm by email. With an account, we save your children's details and your history. {create}, or email {email} with any questions.",
    create: 'Create an account',
  },
}
