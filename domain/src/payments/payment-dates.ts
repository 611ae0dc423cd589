import { formatDayOfMonth, formatShortDate } from '../lib/dates-format'
import { addMonths, type Day, getDayParts } from '../lib/days'
import { amountRule, dayRule } from '../lib/value-rules'

const YEARS_BACK = 5
const YEARS_AHEAD = 1

/** Payments lie between five years ago and a year from now: anything else is a typo. */
export const paymentDates = (today: Day): { first: Day; last: Day } => ({
  first: addMonths(today, -12 * YEARS_BACK),
  last: addMonths(today, 12 * YEARS_AHEAD),
})

export const PAYMENT_RULES = {
  amount: amountRule('Amount is required'),
  payment_date: dayRule('Payment date is required'),
}

export function paymentDateError(day: Day, today: Day): string | undefined {
  const { first, last } = paymentDates(today)
  if (day >= first && day <= last) return undefined
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
