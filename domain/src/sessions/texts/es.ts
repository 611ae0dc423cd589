import type { en } from './en'

export const es = {
  id: 'browsers',
  unknown: 'Navegador desconocido',
  some: 'Un navegador',
  on: (browser, system) => `${browser} en ${system}`,
} satisfies typeof en
