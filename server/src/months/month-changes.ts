import type { MonthRow } from '../db/tables'

/** What a save changed, for the audit. */

export function changedSeats(before: MonthRow, after: MonthRow) {
  const isSame =
    JSON.stringify([before.seats, before.day_seats]) === JSON.stringify([after.seats, after.day_seats])
  return isSame ? {} : { seats: [before.seats, after.seats], day_seats: [before.day_seats, after.day_seats] }
}

/** The days whose type or lock differs, as from and to. */
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
