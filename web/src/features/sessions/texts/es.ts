import type { en } from './en'

export const es = {
  id: 'sessions',
  title: 'Dónde tiene su sesión abierta',
  text: 'Si no reconoce alguno de estos navegadores, cierre su sesión ahí y cambie su contraseña.',
  loadFailed: 'No pudimos cargar dónde tiene su sesión abierta',
  latest: (shown, total) => `Se muestran los ${shown} más recientes de ${total}.`,
  thisBrowser: 'Este navegador',
  inUse: 'En uso ahora',
  lastSeen: 'Última vez: {time}',
  signOut: 'Cerrar sesión',
  signOutLabel: (browser) => `Cerrar sesión en ${browser}`,
  signOutElsewhere: 'Cerrar sesión en los demás',
  signedOut: 'Sesión cerrada',
  signedOutOne: (browser) => `Se cerró su sesión en ${browser}.`,
  onlyHere: 'Ahora su sesión está abierta solo aquí.',
  failed: { title: 'Sesión no cerrada', text: 'Inténtelo de nuevo.' },
} satisfies typeof en
