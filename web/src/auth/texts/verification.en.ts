/** Loaded with a link only. */
export const en = {
  id: 'verification' as const,
  invalid: 'The verification link is invalid or has expired.',
  verified: {
    title: 'Email Verified',
    text: 'Your email has been confirmed. You can now sign in.',
    signedIn: 'Your email has been confirmed.',
    other: (email: string, signedIn: string) =>
      `${email} has been confirmed. You're signed in as ${signedIn}: sign out to use the other account.`,
    signOut: 'Sign Out',
  },
}
