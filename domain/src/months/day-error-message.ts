import type { Day } from '../lib/days'
import type { en } from './texts/en'

/** Why a day cannot be chosen, given up or watched. */
export type DayErrorParams = {
  n: number
  reason: keyof typeof en.dayErrors | 'not_in_month' | 'few_seats'
  /** Null if the month has no such day. */
  date: Day | null
  monthName: string
  year: number
  /** Seats left; null if the day has no limit. */
  free: number | null
}

export function dayErrorMessage(
  { n, reason, date, monthName, year, free }: DayErrorParams,
  t: typeof en,
): string {
  if (date === null || reason === 'not_in_month') return t.notInMonth(monthName, year, n)
  return reason === 'few_seats' ? t.fewSeats(date, free ?? 0) : t.dayErrors[reason](date)
}
