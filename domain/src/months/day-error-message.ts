import type { Day } from '../lib/days'
import { isolate } from '../lib/isolate'
import type { en } from './texts/en'

/** Why a day cannot be chosen, given up or watched. */
export type DayErrorParams = {
  n: number
  reason: keyof typeof en.dayErrors | 'not_in_month' | 'few_seats' | 'drop_in' | 'attended' | 'begun'
  /** Null if the month has no such day. */
  date: Day | null
  monthName: string
  year: number
  /** Seats left; null if the day has no limit. */
  free: number | null
  /** Who was here, or has a drop-in. */
  child?: string
}

export function dayErrorMessage(
  { n, reason, date, monthName, year, free, child = '' }: DayErrorParams,
  t: typeof en,
): string {
  if (date === null || reason === 'not_in_month') return t.notInMonth(monthName, year, n)
  // A guest's private page names nobody.
  if (reason === 'attended') return t.attendedStays(child === '' ? t.yourChild : isolate(child), date)
  if (reason === 'drop_in') return t.hasDropIn(isolate(child), date)
  if (reason === 'begun') return t.begunStays
  return reason === 'few_seats' ? t.fewSeats(date, free ?? 0) : t.dayErrors[reason](date)
}

/** Each sentence once: days that have begun have the same. */
export const dayErrorMessages = (days: readonly DayErrorParams[], t: typeof en): string =>
  [...new Set(days.map((day) => dayErrorMessage(day, t)))].join(' ')
