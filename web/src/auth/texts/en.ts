/** The forms of the sign-in page, in parents' words; staff's own are in the forms. */
export const en = {
  id: 'sign-in' as const,
  email: 'Email',
  password: 'Password',
  signIn: 'Sign In',
  forgot: 'Forgot Password?',
  failed: 'Sign In Failed',
  invalid: 'Invalid credentials. Please try again.',
  unexpected: { title: 'Sign In Error', text: 'An unexpected error occurred. Please try again.' },
  unverified: {
    text: (email: string) => `Open the link in the email we sent to ${email}, then sign in.`,
    send: 'Send the email again',
    sent: { title: 'Verification Email Sent', text: 'Please check your email to verify your account.' },
    failed: { title: 'Verification Email Failed', text: 'Please try again.' },
  },
  sessionEnded:
    'Your session has ended, or you signed out in another tab. Sign in to pick up where you left off.',
  link: {
    checking: 'Checking your link...',
    unreachable: "We couldn't check the link. Check your connection and try again.",
    tryAgain: 'Try again',
  },
  reset: {
    send: 'Send Reset Link',
    sent: {
      title: 'Password Reset Email Sent',
      text: 'Please check your email for a link to reset your password.',
    },
    failed: 'Password Reset Failed',
    failedText: 'Failed to send reset email. Please try again.',
    back: 'Back to Sign In',
  },
  newPassword: {
    label: 'New Password',
    confirm: 'Confirm Password',
    saveFirst: 'Save Password',
    update: 'Update Password',
    mismatch: { title: "Passwords Don't Match", text: 'Please make sure both passwords are the same.' },
    tooShort: { title: 'Password Too Short', text: 'Password must be at least 6 characters long.' },
    firstSaved: { title: 'Password Saved', text: 'You can now sign in.' },
    updated: {
      title: 'Password Updated',
      text: 'Your password has been successfully updated. You can now sign in.',
    },
    failed: 'Password Update Failed',
    failedText: 'Failed to update password. Please try again.',
  },
}
