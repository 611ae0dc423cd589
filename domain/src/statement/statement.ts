import { compareStrings } from '../lib/compare-strings'
import { type Day, dayOf, getDayParts, monthIndexOf, sortedDayNumbers } from '../lib/days'
import type { BilledStatus } from '../lib/enums'
import { sumCents } from '../lib/money'
import { dateInMonth, type MonthIdentity } from '../months/months'
import { parentTotals } from '../payments/balances'
import { en as titles } from '../submissions/texts/en'
import { en } from './texts/en'

/** A line of care: a registration's month, or a drop-in's date. */
export type Care = {
  month: MonthIdentity | null
  dropInDate: Day | null
  selectedDays: readonly number[]
  /** Days without care, whatever was paid for them. */
  cancelledDays: readonly number[]
}

export type CareLine = Care & {
  id: string
  childId: string | null
  childName: string
  feeCents: number
  billedStatus: BilledStatus
}

export type PaidLine = { id: string; paidOn: Day; recordedAt: string; amountCents: number }

/** The calendar year of a line of care: that of the month or of the drop-in's date. */
export function careYear({ month, dropInDate }: Pick<Care, 'month' | 'dropInDate'>): number | null {
  if (month) return month.year
  return dropInDate === null ? null : getDayParts(dropInDate).year
}

/** "November 2026", or "Day Drop-In". */
export const careTitle = ({ month }: Pick<Care, 'month'>, t: typeof titles = titles): string =>
  month ? t.month(month) : t.dropIn

/** The days of care as dates, in order; none for a month whose name is not recognised. */
export function careDays(care: Care): Day[] {
  const { month, dropInDate } = care
  const numbers = careDayNumbers(care)
  if (!month) return dropInDate === null || numbers.length === 0 ? [] : [dropInDate]
  const calendar = { monthName: month.month_name, year: month.year }
  return numbers.flatMap((n) => dateInMonth(calendar, n) ?? [])
}

const careDayNumbers = ({ selectedDays, cancelledDays }: Care): number[] =>
  sortedDayNumbers(selectedDays).filter((n) => !cancelledDays.includes(n))

/** "Cancelled: Nov 4, 11 (credited $40.00)", or null. What was not credited is in the fee. */
export function cancelledCareText(care: Care, creditsCents: number, t: typeof en = en): string | null {
  const cancelled = care.selectedDays.filter((n) => care.cancelledDays.includes(n))
  if (cancelled.length === 0) return null
  const dates = t.cancelledDates(careDatesText({ ...care, selectedDays: cancelled, cancelledDays: [] }, t))
  return creditsCents > 0 ? `${dates} ${t.credited(creditsCents)}` : dates
}

/** "Nov 3, 5, 10", or "Nov 20, 2026" for a drop-in; "Cancelled" for a cancelled registration whose fee was kept; "None" if all days were cancelled; bare numbers if the month's name is not recognised. */
export function careDatesText(care: Care, t: typeof en = en): string {
  const [first, ...rest] = careDays(care)
  if (care.selectedDays.length === 0) return t.cancelled
  if (first === undefined) return careDayNumbers(care).join(', ') || t.none
  return care.month ? t.datesIn(care.month, first, rest) : t.date(first)
}

export type StatementTotals = {
  feesCents: number
  billedCents: number
  notBilledCents: number
  paidCents: number
}

export type Statement<L extends CareLine, P extends PaidLine> = {
  children: { name: string; lines: L[]; feesCents: number }[]
  payments: P[]
  totals: StatementTotals
}

/**
 * A family's calendar year: all fees, billed or not, in the year of the care, and all payments, including general ones
 * and reversals, in the year of their date. Every submission and payment is in exactly one year, so that the years add
 * up to the totals on the parent's page.
 */
export function statementOf<L extends CareLine, P extends PaidLine>(
  year: number,
  care: readonly L[],
  paid: readonly P[],
): Statement<L, P> {
  const lines = care.filter((line) => careYear(line) === year).sort(compareCare)
  const payments = paid.filter(({ paidOn }) => getDayParts(paidOn).year === year).sort(comparePaid)
  const { billedCents, paidCents } = parentTotals(
    lines.map(({ feeCents, billedStatus }) => ({ totalFeeCents: feeCents, billedStatus })),
    payments.map(({ amountCents }) => amountCents),
  )
  const feesCents = sumFees(lines)
  return {
    children: byChild(lines),
    payments,
    totals: { feesCents, billedCents, notBilledCents: feesCents - billedCents, paidCents },
  }
}

/** Children by name; two with the same name stay separate. */
function byChild<L extends CareLine>(lines: readonly L[]): Statement<L, PaidLine>['children'] {
  const groups = new Map<string, L[]>()
  for (const line of lines) {
    const child = line.childId ?? `named ${line.childName}`
    groups.set(child, [...(groups.get(child) ?? []), line])
  }
  return [...groups.values()]
    .map((own) => ({ name: own[0]?.childName ?? '', lines: own, feesCents: sumFees(own) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en-US'))
}

const sumFees = (lines: readonly CareLine[]) => sumCents(lines.map(({ feeCents }) => feeCents))

/** Sort order within the year: a month before the drop-ins in it, an unrecognised one last. */
function sortKey({ month, dropInDate }: Care): string {
  if (!month) return dropInDate ?? ''
  const index = monthIndexOf(month.month_name)
  return index === null ? `${month.year}-13-${month.month_name}` : dayOf(month.year, index, 0)
}

const compareCare = (a: CareLine, b: CareLine) =>
  compareStrings(sortKey(a), sortKey(b)) || compareStrings(a.id, b.id)

const comparePaid = (a: PaidLine, b: PaidLine) =>
  compareStrings(a.paidOn, b.paidOn) ||
  compareStrings(a.recordedAt, b.recordedAt) ||
  compareStrings(a.id, b.id)
