export const en = {
  id: 'password' as const,
  minLength: 'At least 6 characters.',
  tooCommon: 'This password is easy to guess. A longer one is safer.',
}
