import type { en } from './en'

export const es = {
  id: 'field',
  tooLong: (length, max) => `Demasiado largo: ${length} de ${max} caracteres. No se cortó nada. Acórtelo.`,
} satisfies typeof en
