import type { en } from './en'

export const es = {
  id: 'paging',
  label: 'Páginas',
  range: (first, last, total, noun) => `${first} a ${last} de ${total} ${noun}`,
  previous: 'Página anterior',
  next: 'Página siguiente',
  page: (page, pages) => `Página ${page} de ${pages}`,
  noSuchPage: (page) => `No hay una página ${page}. Esta es la última.`,
} satisfies typeof en
