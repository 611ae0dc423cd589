import { formatDayOfMonth, formatShortDate } from '../lib/dates-format'
import { compareDays, type Day, dayOf, daysInMonth, getDayParts } from '../lib/days'
import { amountRule, dayRule } from '../lib/value-rules'

const YEARS_BACK = 5
const YEARS_AHEAD = 1

/** The same day of another year; February 29 becomes the 28th if there is none. */
function yearsLater(day: Day, years: number): Day {
  const { year, monthIndex, dayOfMonth } = getDayParts(day)
  const last = daysInMonth(year + years, monthIndex)
  return dayOf(year + years, monthIndex, Math.min(dayOfMonth, last))
}

/** Payments lie between five years ago and a year from now: anything else is a typo. */
export const paymentDates = (today: Day): { first: Day; last: Day } => ({
  first: yearsLater(today, -YEARS_BACK),
  last: yearsLater(today, YEARS_AHEAD),
})

export const PAYMENT_RULES = {
  amount: amountRule('Amount is required'),
  payment_date: dayRule('Payment date is required'),
}

export function paymentDateError(day: Day, today: Day): string | undefined {
  const { first, last } = paymentDates(today)
  if (compareDays(day, first) >= 0 && compareDays(day, last) <= 0) return undefined
  return `Please choose a date from ${formatShortDate(first)} to ${formatShortDate(last)}`
}

export const paymentRules = (today: Day) => ({
  ...PAYMENT_RULES,
  payment_date: (day: string) => PAYMENT_RULES.payment_date(day) ?? paymentDateError(day, today),
})

/** "November 18", or "November 18, 2025" in another year than today's. */
export function paymentDateText(day: Day, today: Day): string {
  const { year } = getDayParts(day)
  return year === getDayParts(today).year ? formatDayOfMonth(day) : `${formatDayOfMonth(day)}, ${year}`
}
