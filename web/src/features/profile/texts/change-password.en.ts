export const en = {
  id: 'change-password' as const,
  title: 'Change Password',
  text: "You'll be signed out everywhere else.",
  current: 'Current Password',
  new: 'New Password',
  confirm: 'Confirm Password',
  changed: { title: 'Password Changed', text: "You're now signed in only here." },
  failed: { title: 'Password not changed', text: 'Please try again.' },
}
