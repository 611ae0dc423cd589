import { formatShortDate } from '../../lib/dates-format'
import { type Day, getDayParts } from '../../lib/days'
import { formatUsd } from '../../lib/money'
import type { MonthIdentity } from '../../months/months'

export const en = {
  id: 'statement-lines' as const,
  cancelled: 'Cancelled',
  none: 'None',
  date: (day: Day) => formatShortDate(day),
  datesIn: (_month: MonthIdentity, first: Day, rest: readonly Day[]) =>
    [formatShortDate(first).split(',')[0], ...rest.map((day) => getDayParts(day).dayOfMonth)].join(', '),
  cancelledDates: (dates: string) => `Cancelled: ${dates}`,
  credited: (cents: number) => `(credited ${formatUsd(cents)})`,
  taxId: (number: string) => `Tax ID (EIN): ${number}`,
}
