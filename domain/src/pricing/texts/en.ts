import { formatWeekdayDate } from '../../lib/dates-format'
import type { Day } from '../../lib/days'

export const en = {
  id: 'pricing' as const,
  credited: (day: Day, amount: string) => `Cancelled by the program: ${formatWeekdayDate(day)}, ${amount}`,
  noCare: (day: Day, amount: string) => `No aftercare any more: ${formatWeekdayDate(day)}, ${amount}`,
  chargedAgain: (day: Day, amount: string) => `Takes place after all: ${formatWeekdayDate(day)}, ${amount}`,
}
