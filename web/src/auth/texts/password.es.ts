import type { en } from './password.en'

export const es = {
  id: 'password',
  minLength: 'Al menos 6 caracteres.',
  tooCommon: 'Esta contraseña es fácil de adivinar. Una más larga es más segura.',
} satisfies typeof en
