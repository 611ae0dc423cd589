import { pluralize } from '@aftercare/domain/lib/pluralize'
import type { en } from './en'

export const es = {
  id: 'day-choices',
  everyWeek: 'Cada semana',
  sameAs: (monthName) => `Como en ${monthName}`,
  some: (chosen, of) => `${chosen} de ${of}`,
  selectAll: (of) => `Seleccionar los ${of}`,
  clear: 'Limpiar',
  chosen: (days, fee) => `${pluralize(days, 'día')}, ${fee} por niño`,
  earlierFailed: 'No pudimos cargar sus inscripciones anteriores.',
  watchesFailed: 'No pudimos cargar los días en los que espera un lugar.',
  dayNotAvailable: 'Día no disponible',
} satisfies typeof en
