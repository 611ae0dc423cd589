import type { en } from './connection.en'

export const es = {
  id: 'connection',
  unreachable: 'No pudimos conectarnos con el servidor. No se perdió nada.',
} satisfies typeof en
