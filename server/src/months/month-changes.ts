import type { MonthRow } from '../db/tables'
import { centsToDollarsOrNull } from '../http/cents-to-dollars'

/** What a save changed, for the audit log. */

export function changedSeats(before: MonthRow, after: MonthRow) {
  const isSame =
    JSON.stringify([before.seats, before.day_seats]) === JSON.stringify([after.seats, after.day_seats])
  return isSame ? {} : { seats: [before.seats, after.seats], day_seats: [before.day_seats, after.day_seats] }
}

/** In dollars, as [from, to]. */
export function changedPrices(before: MonthRow, after: MonthRow) {
  const pair = (key: 'regular_price_cents' | 'special_price_cents') =>
    [before[key], after[key]].map(centsToDollarsOrNull)
  const isSame =
    before.regular_price_cents === after.regular_price_cents &&
    before.special_price_cents === after.special_price_cents
  return isSame
    ? {}
    : { prices: { regular_price: pair('regular_price_cents'), special_price: pair('special_price_cents') } }
}

/** The days whose type changed, as [from, to], and those closed or reopened. */
export function changedDays(before: MonthRow, after: MonthRow) {
  const retyped = Object.entries(after.day_types)
    .filter(([n, type]) => before.day_types[n] !== type)
    .map(([n, type]) => [n, [before.day_types[n] ?? null, type]])
  return {
    retyped: Object.fromEntries(retyped),
    closed: after.closed_days.filter((n) => !before.closed_days.includes(n)),
    reopened: before.closed_days.filter((n) => !after.closed_days.includes(n)),
  }
}
