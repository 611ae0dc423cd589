import type { Tx } from '../src/db/client'
import { execute, maybeOne, sql } from '../src/db/sql'
import { insertInto } from '../src/db/write'
import type { DemoMonth } from './demo-months'

/** Seats beyond the busiest day's children. */
const SPARE_SEATS = 6

/** Limits next month: one day is full, three are nearly full, and a family waits for a seat. */
export async function limitComingMonth(
  tx: Tx,
  months: readonly DemoMonth[],
  watcherId: string,
  { now, today }: { now: Date; today: string },
): Promise<void> {
  const [year, monthNumber] = today.split('-').map(Number)
  const coming = months.find(
    (month) => month.year * 12 + month.monthIndex === Number(year) * 12 + Number(monthNumber),
  )
  if (!coming) return
  const counted = await maybeOne<{ taken: Record<string, number> }>(
    tx,
    sql`select count_taken_seats(m) as taken from months m where id = ${coming.id}`,
  )
  const open = Object.entries(counted?.taken ?? {})
    .filter(([n]) => !coming.closed_days.includes(Number(n)))
    .sort(([, one], [, other]) => other - one)
  const [full, ...nearly] = open.slice(0, 4)
  if (!full) return
  const ownSeats = [full, ...nearly].map(([n, taken], index) => [n, taken + index])
  const day_seats = Object.fromEntries(ownSeats)
  await execute(
    tx,
    sql`update months set seats = ${full[1] + SPARE_SEATS}, day_seats = ${JSON.stringify(day_seats)}::jsonb,
        taken_seats = count_taken_seats(months)
      where id = ${coming.id}`,
  )
  const watch = {
    parent_id: watcherId,
    month_id: coming.id,
    day: Number(full[0]),
    created_at: now.toISOString(),
  }
  await execute(tx, insertInto('seat_watches', [watch]))
}
