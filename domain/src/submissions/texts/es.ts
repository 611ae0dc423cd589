import { capitalize } from '../../lib/capitalize'
import { formatShortDate } from '../../lib/dates-format'
import { monthLabel } from '../../months/months'
import type { en } from './en'

export const es = {
  id: 'submission-titles',
  dropIn: 'Día suelto',
  dropInOn: (day) => `Día suelto - ${formatShortDate(day, 'es')}`,
  month: (month) => capitalize(monthLabel(month, 'es')),
} satisfies typeof en
