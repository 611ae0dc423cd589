import type { en } from './en'

export const es = {
  id: 'session',
  signedOut: { title: 'Sesión cerrada', message: 'Su sesión se cerró correctamente.' },
  verificationFailed: {
    title: 'No pudimos confirmar su correo',
    message: 'Abra otra vez el enlace del correo.',
  },
  signOutFailed: 'No pudimos cerrar su sesión. Inténtelo de nuevo.',
} satisfies typeof en
