import { formatUsdShort } from '../src/lib/money'
import type { BookedDays, DayPrices } from '../src/pricing/day-prices'

/** "3: $20, 7: $30" */
const centsByDay = (text: string): DayPrices =>
  Object.fromEntries(
    text
      .split(', ')
      .map((entry) => entry.split(': $').map(Number))
      .map(([n, dollars = 0]) => [n, dollars * 100]),
  )

/** "3: $20, 7: $30", or "3, 7: not known" for a registration without known prices; credits in the same way, or "none". */
export function bookedIn(text: string, feeCents: number, credited = 'none'): BookedDays {
  const credits = credited === 'none' ? {} : centsByDay(credited)
  const [days, price] = text.split(': ')
  if (price === 'not known')
    return { days: days?.split(', ').map(Number) ?? [], dayPrices: null, feeCents, credits }
  const dayPrices = centsByDay(text)
  return { days: Object.keys(dayPrices).map(Number), dayPrices, feeCents, credits }
}

export const dayPricesText = (dayPrices: DayPrices | null): string =>
  dayPrices === null
    ? 'not known'
    : Object.entries(dayPrices)
        .map(([n, cents]) => `${n}: ${formatUsdShort(cents)}`)
        .join(', ')
