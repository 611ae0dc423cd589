import { capitalize } from '../../lib/capitalize'
import { formatMonth, formatShortDate } from '../../lib/dates-format'
import type { en } from './en'

export const es = {
  id: 'submission-titles',
  dropIn: 'Día suelto',
  dropInOn: (day) => `Día suelto - ${formatShortDate(day, 'es')}`,
  month: ({ month_name, year }) => capitalize(formatMonth(month_name, year, 'es')),
} satisfies typeof en
