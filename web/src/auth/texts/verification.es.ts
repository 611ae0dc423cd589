import type { en } from './verification.en'

export const es = {
  id: 'verification',
  invalid: 'El enlace de confirmación no es válido o ya venció.',
  verified: {
    title: 'Correo confirmado',
    text: 'Su correo está confirmado. Ya puede iniciar sesión.',
    signedIn: 'Su correo está confirmado.',
    other: (email, signedIn) =>
      `La dirección ${email} está confirmada. Usted inició sesión como ${signedIn}: cierre sesión para usar la otra cuenta.`,
    signOut: 'Cerrar sesión',
  },
} satisfies typeof en
