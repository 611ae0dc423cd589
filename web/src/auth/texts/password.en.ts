export const en = {
  id: 'password' as const,
  minLength: 'At least 6 characters.',
  weak: {
    common: 'This password is easy to guess: it is one of the 10,000 most common. Another one is safer.',
    'email-name':
      'This password is easy to guess: it contains the name in your email address. Another one is safer.',
    'program-name': "This password is easy to guess: it contains the program's name. Another one is safer.",
  },
}
