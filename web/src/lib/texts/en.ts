export const en = {
  id: 'session' as const,
  signedOut: { title: 'Signed out', message: 'You have been signed out successfully.' },
  verificationFailed: {
    title: 'Verification Failed',
    message: 'Please open the link in the email again.',
  },
  signOutFailed: 'Failed to sign out. Please try again.',
}
