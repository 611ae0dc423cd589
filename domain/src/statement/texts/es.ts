import { formatMonthName, formatShortDate } from '../../lib/dates-format'
import { getDayParts } from '../../lib/days'
import { formatUsd } from '../../lib/money'
import type { en } from './en'

export const es = {
  id: 'statement-lines',
  cancelled: 'Cancelado',
  none: 'Ninguno',
  date: (day) => formatShortDate(day, 'es'),
  datesIn: (month, first, rest) =>
    `${[first, ...rest].map((day) => getDayParts(day).dayOfMonth).join(', ')} de ${formatMonthName(month.month_name, 'es')}`,
  cancelledDates: (dates) => `Cancelado: ${dates}`,
  credited: (cents) => `(crédito de ${formatUsd(cents)})`,
  taxId: (number) => `Número fiscal (EIN): ${number}`,
} satisfies typeof en
