import type { en } from './en'

export const es = { id: 'language', label: 'Idioma' } satisfies typeof en
