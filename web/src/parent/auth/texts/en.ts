export const en = {
  id: 'auth-page' as const,
  hero: ['Their afternoon,', 'in your hand.'],
  or: 'or',
  continueAsGuest: 'Continue as Guest',
  choosePassword: 'Choose Your Password',
  updatePassword: 'Update Your Password',
  forgot: { title: 'Forgot Password', text: "We'll email you a link to choose a new one." },
  invalidLink: {
    title: 'Invalid reset link',
    text: 'The password reset link is invalid or has expired.',
  },
  tabs: 'Sign in or sign up',
  signIn: 'Sign In',
  signUp: 'Sign Up',
  welcome: { title: 'Welcome back!', text: 'You have been signed in successfully.' },
  created: (email: string) => `We sent an email to ${email}. Open the link in it, then sign in here.`,
  createdWithoutMail:
    "Email isn't set up here yet, so the link is in the server's outbox folder. You can sign in right away.",
  createAccount: 'Create Account',
  accountCreated: {
    title: 'Account Created!',
    text: 'Please check your email to verify your account.',
  },
  signUpFailed: { title: 'Sign Up Failed', text: 'Failed to create account. Please try again.' },
  signUpError: { title: 'Sign Up Error', text: 'An unexpected error occurred. Please try again.' },
}
