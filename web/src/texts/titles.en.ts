/** The pages' titles, of the tab and the heading. */
export const en = {
  id: 'page-titles' as const,
  guestPortal: 'Guest Portal',
  guestRegistration: 'Your Registration',
  guestConfirmation: 'Confirm Your Email',
  monthlySignup: 'Monthly Registration',
  dropIn: 'Day-of Drop-In',
  signIn: 'Sign In',
  join: 'Join a Family',
  dashboard: 'Home',
  children: 'My Children',
  history: 'Registration History',
  statement: 'Yearly statement',
  profile: 'My Profile',
  adminLogin: 'Admin Portal',
}
