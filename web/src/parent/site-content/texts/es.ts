import type { en } from './en'

export const es = {
  id: 'about',
  hours: 'Horario del programa',
  pricing: 'Tarifas',
  contact: 'Contacto',
} satisfies typeof en
