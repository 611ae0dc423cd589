import type { en } from './en'

export const es = {
  id: 'feedback',
  loadFailed: 'No pudimos cargar esto',
  tryAgain: 'Intentar de nuevo',
  trying: 'Intentando…',
} satisfies typeof en
