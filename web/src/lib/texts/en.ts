export const en = {
  id: 'session' as const,
  signedOut: { title: 'Signed out', message: 'You have been signed out successfully.' },
  signOutFailed: 'Failed to sign out. Please try again.',
}
