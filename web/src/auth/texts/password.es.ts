import type { en } from './password.en'

export const es = {
  id: 'password',
  minLength: 'Al menos 6 caracteres.',
  weak: {
    common: 'Esta contraseña es fácil de adivinar: es una de las 10,000 más comunes. Otra es más segura.',
    'email-name':
      'Esta contraseña es fácil de adivinar: contiene el nombre de su correo electrónico. Otra es más segura.',
    'program-name':
      'Esta contraseña es fácil de adivinar: contiene el nombre del programa. Otra es más segura.',
  },
} satisfies typeof en
