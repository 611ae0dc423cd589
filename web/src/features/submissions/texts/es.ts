import { pluralize } from '@aftercare/domain/lib/pluralize'
import type { en } from './en'

const formatDays = (count: number) => pluralize(count, 'día')

export const es = {
  id: 'submission-parts',
  cancelled: 'Cancelada',
  askedToCancel: 'Cancelación solicitada',
  edited: 'Modificada',
  editHistory: 'Historial de cambios',
  byStaff: {
    changed: 'Modificada por el personal: {name}',
    cancelled: 'Cancelada por el personal: {name}',
    restored: 'El personal anuló la cancelación: {name}',
  },
  changedBy: 'Modificada por {name}',
  noChange: 'Los días no cambiaron',
  daysAdded: (days) => `${formatDays(days)} ${days === 1 ? 'agregado' : 'agregados'}`,
  daysRemoved: (days) => `${formatDays(days)} ${days === 1 ? 'quitado' : 'quitados'}`,
  daysChanged: (added, removed) =>
    `${formatDays(added)} ${added === 1 ? 'agregado' : 'agregados'}, ${removed} ${removed === 1 ? 'quitado' : 'quitados'}`,
  added: 'Agregado:',
  removed: 'Quitado:',
  adding: 'Por agregar:',
  removing: 'Por quitar:',
  days: 'Días',
  newTotal: 'Nuevo total',
  before: (days, fee) => `Antes: ${days}, ${fee}`,
  givenUp: (days) =>
    `${days.length === 1 ? 'Se canceló 1 día' : `Se cancelaron ${formatDays(days.length)}`}: ${days.join(', ')}.`,
  stay: (days) =>
    `${days.length === 1 ? 'Se mantiene 1 día' : `Se mantienen ${formatDays(days.length)}`}, porque su hijo o hija estuvo aquí: ${days.join(', ')}.`,
  feeLeft: (fee, before) => `El costo es ${fee}; antes era ${before}.`,
  feeStays: (fee) => `El costo de ${fee} se mantiene.`,
  noFee: (fee) => `Sin costo; antes era ${fee}.`,
} satisfies typeof en
