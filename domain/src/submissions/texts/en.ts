import { formatShortDate } from '../../lib/dates-format'
import type { Day } from '../../lib/days'
import { type MonthIdentity, monthLabel } from '../../months/months'

export const en = {
  id: 'submission-titles' as const,
  dropIn: 'Day Drop-In',
  dropInOn: (day: Day) => `Day Drop-In - ${formatShortDate(day)}`,
  month: (month: MonthIdentity) => monthLabel(month),
}
