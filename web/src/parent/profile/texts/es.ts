import type { en } from './en'

export const es = {
  id: 'profile',
  phoneLabel: 'Número de teléfono',
  loadFailed: 'No pudimos cargar los datos de su perfil.',
  saved: 'Su perfil se actualizó.',
  saveFailed: 'No pudimos actualizar su perfil.',
} satisfies typeof en
