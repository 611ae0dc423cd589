import type { en } from './verification.en'

export const es = {
  id: 'verification',
  failed: { title: 'No pudimos confirmar su correo', text: 'Abra otra vez el enlace del correo.' },
  invalid: 'El enlace de confirmación no es válido o ya venció.',
  verified: { title: 'Correo confirmado', text: 'Su correo está confirmado. Ya puede iniciar sesión.' },
} satisfies typeof en
