export const en = {
  id: 'join' as const,
  notValid: 'This invitation is no longer valid.',
  askAgain:
    'A link works once and for 7 days. If you have joined already, there is nothing left to do. Otherwise ask the person who invited you to send it again.',
  askAgainOrSignIn:
    'A link works once and for 7 days. Ask the person who invited you to send it again, or sign in if you have joined already.',
  home: 'Go to Home',
  signIn: 'Sign In',
  title: '{person} invited you to their family at {programme}',
  titleByOffice: 'The aftercare office invited you to the family of {person} at {programme}',
  about:
    '{programme} looks after children at the end of the school day. Families book their days on this site.',
  sameRecords: 'You and {person} see and manage the same children, registrations and payments.',
  emails: "You get the family's emails too.",
  privacy: 'The family sees your name and email. You can leave at any time.',
  signInFirst: 'You already have an account here. Sign in, then join the family.',
  signedInAs: (email: string) => `You're signed in as ${email}.`,
  join: 'Join this family',
  otherAddress: (email: string) => `This invitation was sent to {invited}. You're signed in as ${email}.`,
  otherAddressHelp: (email: string) =>
    `Sign out to join with that address, or ask {person} to invite ${email} instead.`,
  signOut: 'Sign Out',
  email: 'Email',
  choosePassword: 'Choose a password',
  notJoined: 'Not joined',
  accountFailed: "We couldn't create your account. Please try again.",
  unreachable: "We couldn't reach the server. Check your connection and try again.",
}
