import type { en } from './unsaved.en'

export const es = {
  id: 'unsaved-changes',
  title: '¿Salir sin guardar?',
  leave: 'Salir sin guardar',
  stay: 'Quedarme aquí',
} satisfies typeof en
