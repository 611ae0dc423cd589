import type { en } from './conflict.en'

export const es = {
  id: 'conflict',
  title: 'Esto se guardó en otro lugar mientras usted lo cambiaba. Sus cambios siguen aquí.',
  overwrite: 'Guardar mis cambios',
  discard: 'Descartar mis cambios',
  savedNow: 'Guardado ahora: {value}',
  yours: 'Lo que usted escribió: {value}',
  nothing: 'nada',
} satisfies typeof en
