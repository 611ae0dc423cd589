import { chartDays, schoolYearMonths } from '@aftercare/domain/charts/charts'
import {
  type Day,
  dayOf,
  daysInMonth,
  getDayParts,
  monthFromOrdinal,
  monthNameOf,
  monthOrdinal,
} from '@aftercare/domain/lib/days'
import { seatsOn } from '@aftercare/domain/months/seats'
import { isApproved } from '../db/approved'
import type { Queryable } from '../db/client'
import { cents, rows, type Sql, sql } from '../db/sql'
import type { MonthRow } from '../db/tables'
import { centsToDollars } from '../http/cents-to-dollars'
import { seatingOf } from '../months/month-row'

type Month = { month_name: string; year: number; monthIndex: number }
type Seated = Pick<MonthRow, 'id' | 'seats' | 'day_seats' | 'taken_seats' | 'cancelled_days'> & {
  first_day: Day
}

const firstOf = ({ year, monthIndex }: Month) => dayOf(year, monthIndex, 1)
const lastOf = ({ year, monthIndex }: Month) => dayOf(year, monthIndex, daysInMonth(year, monthIndex))

/** Children per day of this month and the next, as the day reports count them, none on cancelled days, and the seats. */
export async function listChildrenPerDay(db: Queryable, today: Day) {
  const months = thisAndNextMonth(today)
  const [first, last] = [firstOf(months[0]), lastOf(months[1])]
  const [stored, registered, dropIns] = await Promise.all([
    rows<Seated>(
      db,
      sql`select id, first_day, seats, day_seats, taken_seats, cancelled_days from months where first_day between ${first} and ${last}`,
    ),
    rows<{ month_id: string; n: number; count: number }>(db, registeredStatement(first, last)),
    rows<{ day: Day; count: number }>(
      db,
      sql`select s.dropin_date as day, count(*) from submissions s
        where s.dropin_date between ${first} and ${last} and ${isApproved} group by 1`,
    ),
  ])
  return months.flatMap((month) => {
    const row = stored.find(({ first_day }) => first_day === firstOf(month))
    const counts = new Map<string, number>()
    const add = (day: Day, count: number) => {
      if (!row?.cancelled_days.includes(getDayParts(day).dayOfMonth))
        counts.set(day, (counts.get(day) ?? 0) + count)
    }
    for (const { month_id, n, count } of registered)
      if (month_id === row?.id && n <= daysInMonth(month.year, month.monthIndex))
        add(dayOf(month.year, month.monthIndex, n), count)
    for (const { day, count } of dropIns) if (day.slice(0, 7) === firstOf(month).slice(0, 7)) add(day, count)
    if (!row && counts.size === 0) return []
    const childrenOn = Object.fromEntries(
      [...counts].map(([day, count]) => [getDayParts(day).dayOfMonth, count]),
    )
    const days = chartDays(month, childrenOn).map((day) => ({
      day,
      children: counts.get(day) ?? 0,
      seats: row ? seatsOn(seatingOf(row), getDayParts(day).dayOfMonth) : null,
    }))
    return [{ month_name: month.month_name, year: month.year, days }]
  })
}

function thisAndNextMonth(today: Day): [Month, Month] {
  const { year, monthIndex } = getDayParts(today)
  const month = (number: number): Month => {
    const at = monthFromOrdinal(number)
    return { ...at, month_name: monthNameOf(at.monthIndex) }
  }
  const running = monthOrdinal(year, monthIndex)
  return [month(running), month(running + 1)]
}

const registeredStatement = (first: Day, last: Day): Sql =>
  sql`select month_id, n, count(*) from submissions, unnest(selected_days) as n
    where month_id = any(array(select id from months where first_day between ${first} and ${last})) group by 1, 2`

type Sums = {
  first_day: Day
  fees_cents: number
  uncovered_cents: number
  payments_cents: number
}

/** Fees by month of care, payments by payment date, and the fees not covered by their own payments. */
export async function listSchoolYear(db: Queryable, today: Day) {
  const months = schoolYearMonths(today)
  const found = await rows<Sums>(db, schoolYearStatement(months))
  return months.map((month) => {
    const sums = found.find(({ first_day }) => first_day === firstOf(month))
    return {
      month_name: month.month_name,
      year: month.year,
      fees: centsToDollars(sums?.fees_cents ?? 0),
      payments: centsToDollars(sums?.payments_cents ?? 0),
      uncovered: centsToDollars(sums?.uncovered_cents ?? 0),
    }
  })
}

/** Bounded by the year; each part uses an index. */
export function schoolYearStatement(months: readonly Month[]): Sql {
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last) throw new Error('A school year has months')
  const [from, to] = [firstOf(first), lastOf(last)]
  const uncovered = sql`greatest(s.total_fee - s.paid_amount, 0)`
  return sql`select date_trunc('month', day)::date as first_day, ${cents(sql`sum(fees)`)} as fees_cents, ${cents(sql`sum(uncovered)`)} as uncovered_cents,
      ${cents(sql`sum(payments)`)} as payments_cents
    from (
      select m.first_day as day, s.total_fee as fees, ${uncovered} as uncovered, 0::numeric as payments
      from submissions s join months m on m.id = s.month_id and m.first_day between ${from} and ${to}
      union all
      select s.dropin_date, s.total_fee, ${uncovered}, 0
      from submissions s where s.dropin_date between ${from} and ${to}
      union all
      select payment_date, 0, 0, amount from payments where payment_date between ${from} and ${to}
    ) parts group by 1`
}
