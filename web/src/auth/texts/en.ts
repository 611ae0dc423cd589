/** The forms of the sign-in page, in parents' words; staff's own are in the forms. */
export const en = {
  id: 'sign-in' as const,
  fullName: 'Full Name',
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
}
