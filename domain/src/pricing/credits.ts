import type { Day } from '../lib/days'
import { formatUsd } from '../lib/money'
import { type BookedDays, type DayPrices, isCredited } from './day-prices'
import { en } from './texts/en'

/** What happens to the fees of a cancelled day. */
export const FEE_CHOICES = ['credit', 'keep'] as const
export type FeeChoice = (typeof FEE_CHOICES)[number]

/** What happens to the credits of a day that takes place after all. */
export const CREDIT_CHOICES = ['undo', 'leave'] as const
export type CreditChoice = (typeof CREDIT_CHOICES)[number]

/** A changed fee; the difference is below 0 for a credit. */
export type FeeChange = Omit<BookedDays, 'days'> & { differenceCents: number }

/**
 * What the day was booked at: for a drop-in its whole fee, and where prices are not known, the price of the day now.
 * 0 if it is credited already.
 */
export function bookedPriceCents(booked: BookedDays, n: number, currentPriceCents: number): number {
  if (booked.dayPrices) return booked.dayPrices[String(n)] ?? 0
  return booked.days.length === 1 ? booked.feeCents : Math.min(currentPriceCents, booked.feeCents)
}

/** Takes the day's price off the fee. Null if there is nothing to take off, as for a day credited before. */
export function creditDay(booked: BookedDays, n: number, currentPriceCents: number): FeeChange | null {
  const cents = isCredited(booked, n) ? 0 : bookedPriceCents(booked, n, currentPriceCents)
  if (cents === 0) return null
  return changeFee(booked, n, -cents, { ...booked.credits, [String(n)]: cents })
}

/** Puts the credited price back. Null if there is none to put back, or the day is no longer booked. */
export function undoCredit(booked: BookedDays, n: number): FeeChange | null {
  const { [String(n)]: cents, ...credits } = booked.credits
  return !cents || !booked.days.includes(n) ? null : changeFee(booked, n, cents, credits)
}

/** The day stays free of charge: there is nothing to put back any more. Null if there was nothing. */
export const leaveCredit = (booked: BookedDays, n: number): FeeChange | null =>
  booked.credits[String(n)] ? changeFee(booked, n, 0, { ...booked.credits, [String(n)]: 0 }) : null

function changeFee(booked: BookedDays, n: number, differenceCents: number, credits: DayPrices): FeeChange {
  const key = String(n)
  return {
    differenceCents,
    feeCents: booked.feeCents + differenceCents,
    dayPrices: booked.dayPrices && {
      ...booked.dayPrices,
      [key]: (booked.dayPrices[key] ?? 0) + differenceCents,
    },
    credits,
  }
}

/** The credits of the days that are still booked. */
export const creditsOf = (credits: DayPrices, days: readonly number[]): Record<string, number> =>
  Object.fromEntries(Object.entries(credits).filter(([n]) => days.includes(Number(n))))

/**
 * As stored in submissions.edit_history: dollars, below 0 for a credit. `no_care`: no credit, but the day came back without
 * aftercare.
 */
export type StoredFeeChange = { day: Day; amount: number; no_care?: true }

/** "Cancelled by the program: Friday, December 4, −$20.00" */
export function feeChangeText({ day, amount, no_care }: StoredFeeChange, t: typeof en = en): string {
  const usd = formatUsd(Math.abs(amount) * 100)
  if (no_care) return t.noCare(day, `\u2212${usd}`)
  return amount < 0 ? t.credited(day, `\u2212${usd}`) : t.chargedAgain(day, `+${usd}`)
}
