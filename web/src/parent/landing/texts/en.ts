export const en = {
  id: 'landing' as const,
  heroTitle: ['Their afternoon,', 'in your hand.'],
  heroText: 'Choose aftercare days for the month and see the fee as you go.',
  signIn: 'Sign In',
  createAccount: 'Create Account',
  continueAsGuest: 'Continue as Guest',
  scheduling: { title: 'Easy Scheduling', text: 'Tap the days you need. Each one shows its price.' },
  children: { title: 'Multiple Children', text: 'Register siblings together.' },
  safe: { title: 'Secure & Safe', text: 'Only staff see allergies and notes.' },
  access: { title: '24/7 Access', text: 'Register whenever the house is quiet.' },
}
