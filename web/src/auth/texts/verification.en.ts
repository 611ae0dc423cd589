export const en = {
  id: 'verification' as const,
  failed: { title: 'Verification Failed', text: 'Please open the link in the email again.' },
  invalid: 'The verification link is invalid or has expired.',
  verified: { title: 'Email Verified', text: 'Your email has been confirmed. You can now sign in.' },
}
