export const en = {
  id: 'delete-account' as const,
  title: 'Delete my account',
  text: "This can't be undone. You'll be signed out everywhere, and no one can restore the account.",
  family: {
    erased: "We erase your family's names, email, phone, allergies and notes, and our emails to you.",
    retained: 'Past fees, payments and attendance counts are kept without your names.',
    done: "Your account and your family's data have been erased.",
  },
  /** For somebody who joined a family: its records are the first adult's. */
  member: {
    erased: 'We erase your name, email and phone, and our emails to you.',
    retained: "The family's children, registrations and payments stay with the family.",
    done: "Your account has been erased. The family's records stay with the family.",
  },
  deleted: 'Account deleted',
  password: 'Password',
  confirm: 'Delete account',
  failed: "We couldn't delete your account. Please try again.",
}
