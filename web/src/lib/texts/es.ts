import type { en } from './en'

export const es = {
  id: 'session',
  signedOut: { title: 'Sesión cerrada', message: 'Su sesión se cerró correctamente.' },
  signOutFailed: 'No pudimos cerrar su sesión. Inténtelo de nuevo.',
} satisfies typeof en
