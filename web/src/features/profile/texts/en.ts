export const en = {
  id: 'profile-form' as const,
  fullName: 'Full Name',
  email: 'Email',
  emailHint: 'Email cannot be changed',
  save: 'Save Changes',
  saved: 'Success',
  password: {
    title: 'Password',
    text: 'A new password signs you out of every other browser, and we email you about it.',
    change: 'Change Password',
  },
}
