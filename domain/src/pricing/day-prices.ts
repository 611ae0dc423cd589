import { sortedDayNumbers } from '../lib/days'
import { sumCents, toCents } from '../lib/money'
import { dayType, isOpenType, type MonthCalendar } from '../months/months'
import { dayPriceCents, feeCents } from './fees'

/** Cents by day number. */
export type DayPrices = Readonly<Record<string, number>>

/**
 * The days of a registration or drop-in. dayPrices is null for a drop-in and where a registration from before they were
 * stored has none. A credited day stays booked, at 0; its credit is what undoing it puts back.
 */
export type BookedDays = {
  days: readonly number[]
  dayPrices: DayPrices | null
  feeCents: number
  credits: DayPrices
}

export type PricedDays = Pick<BookedDays, 'dayPrices' | 'feeCents'>

const NOTHING_BOOKED: BookedDays = { days: [], dayPrices: {}, feeCents: 0, credits: {} }

/**
 * The prices of a registration's days, which add up to its fee: booked days keep theirs, except those that no longer
 * have aftercare, and added days cost what they cost now. With unknown prices only the difference is priced, as of now; a
 * credited day is no longer in the fee.
 */
export function priceDays(
  month: MonthCalendar,
  days: readonly number[],
  booked: BookedDays = NOTHING_BOOKED,
): PricedDays {
  const chosen = sortedDayNumbers(days)
  const isBooked = (n: number) => booked.days.includes(n)
  const { dayPrices } = booked
  if (dayPrices === null && chosen.some(isBooked)) {
    const added = chosen.filter((n) => !isBooked(n))
    const removed = booked.days.filter((n) => !chosen.includes(n) && !isCredited(booked, n))
    const fee = booked.feeCents + feeCents(month, added) - feeCents(month, removed)
    return { dayPrices: null, feeCents: Math.max(0, fee) }
  }
  const prices = chosen.map((n) =>
    isBooked(n) ? keptPriceCents(month, n, dayPrices) : dayPriceCents(month, n),
  )
  return {
    dayPrices: Object.fromEntries(chosen.map((n, index) => [String(n), prices[index] ?? 0])),
    feeCents: sumCents(prices),
  }
}

/** Also where the credit can no longer be undone. */
export const isCredited = ({ credits }: Pick<BookedDays, 'credits'>, n: number): boolean =>
  String(n) in credits

/** A cancelled day has its price, or 0 if it was credited. */
const keptPriceCents = (month: MonthCalendar, n: number, dayPrices: DayPrices | null): number =>
  isOpenType(dayType(month, n)) || month.cancelledDays.includes(n) ? (dayPrices?.[String(n)] ?? 0) : 0

type DollarsByDay = Readonly<Record<string, number>>

/** As stored and sent: dollars by day number. */
export const dayPricesToDollars = (dayPrices: DayPrices): Record<string, number> =>
  Object.fromEntries(Object.entries(dayPrices).map(([n, cents]) => [n, cents / 100]))

export const dollarsToDayPrices = (dollars: DollarsByDay): DayPrices =>
  Object.fromEntries(Object.entries(dollars).map(([n, price]) => [n, toCents(price)]))

/** The days of a registration as stored or sent. */
export const bookedDaysOf = (
  row: { selected_days: readonly number[]; day_prices: DollarsByDay | null; credits: DollarsByDay },
  feeCents: number,
): BookedDays => ({
  days: row.selected_days,
  dayPrices: row.day_prices && dollarsToDayPrices(row.day_prices),
  feeCents,
  credits: dollarsToDayPrices(row.credits),
})
