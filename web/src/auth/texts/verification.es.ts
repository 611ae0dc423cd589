import type { en } from './verification.en'

export const es = {
  id: 'verification',
  invalid: 'El enlace de confirmación no es válido o ya venció.',
  verified: { title: 'Correo confirmado', text: 'Su correo está confirmado. Ya puede iniciar sesión.' },
} satisfies typeof en
