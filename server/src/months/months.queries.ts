import { type Day, dayOf, getDayParts, monthNameOf } from '@aftercare/domain/lib/days'
import { type DayType, dayType, isCurrentOrLater, offeredMonths } from '@aftercare/domain/months/months'
import type { Queryable, Tx } from '../db/client'
import { cents, maybeOne, prepared, rows, type Sql, sql } from '../db/sql'
import type { MonthRow, SubmissionRow } from '../db/tables'

/** All columns of a month, with prices in cents. */
export const monthColumns = sql`id, month_name, year, is_active, ${cents('regular_price')} as regular_price_cents,
  ${cents('special_price')} as special_price_cents, special_days, closed_days, cancelled_days,
  cancelled_day_types, day_types, seats, day_seats, taken_seats, created_at, updated_at, version`

/** The month of a day. */
export function identityOf(day: Day) {
  const { year, monthIndex } = getDayParts(day)
  return { month_name: monthNameOf(monthIndex), year }
}

/** A condition on `months`. */
export function isMonthOf(day: Day): Sql {
  const { year, monthIndex } = getDayParts(day)
  return sql`(first_day = ${dayOf(year, monthIndex, 1)})`
}

/** What a month says about one of its days. Of a cancelled day, the type it had, from which the end of school is known. */
export type DayInMonth = { typeOfDay: DayType; isCancelled: boolean }

/** The month of a day. */
export async function findMonthOf(db: Queryable, day: Day): Promise<({ id: string } & DayInMonth) | null> {
  const month = await maybeOne<TypedMonth>(
    db,
    prepared(
      'month-of-day',
      sql`select id, month_name, year, day_types, special_days, cancelled_days, cancelled_day_types from months
        where ${isMonthOf(day)}`,
    ),
  )
  return month && { id: month.id, ...dayInMonth(month, day) }
}

type TypedMonth = Pick<
  MonthRow,
  'id' | 'month_name' | 'year' | 'day_types' | 'special_days' | 'cancelled_days' | 'cancelled_day_types'
>

/** A day in its own month. */
export function dayInMonth(month: TypedMonth, day: Day): DayInMonth {
  const n = getDayParts(day).dayOfMonth
  const calendar = {
    monthName: month.month_name,
    year: month.year,
    dayTypes: month.day_types,
    specialDays: month.special_days,
  }
  return {
    typeOfDay: month.cancelled_day_types[String(n)] ?? dayType(calendar, n),
    isCancelled: month.cancelled_days.includes(n),
  }
}

/** Published months from the current one on, in calendar order. */
export async function listOfferedMonths(db: Queryable, today: Day): Promise<MonthRow[]> {
  const { year } = getDayParts(today)
  const published = await rows<MonthRow>(
    db,
    prepared('published-months', sql`select ${monthColumns} from months where is_active and year >= ${year}`),
  )
  return offeredMonths(published, today)
}

/** Null for drafts, past months and unknown ids alike: visitors learn nothing about months not on offer. */
export async function findOfferedMonth(db: Queryable, id: string, today: Day): Promise<MonthRow | null> {
  const month = await maybeOne<MonthRow>(db, sql`select ${monthColumns} from months where id = ${id}`)
  return month && offeredMonths([month], today).length > 0 ? month : null
}

/**
 * The month, locked until the caller's transaction ends: either staff who close a day wait for the registration, or the
 * registration sees the closed day. Registrations for one month take turns, so no two get the last seat.
 */
export const lockMonth = (tx: Tx, id: string): Promise<MonthRow | null> =>
  lockMonthWhere(tx, 'month', sql`id = ${id}`)

/**
 * The same for any condition on `months m`. Never `for share` first where there are no seats: of two that wait while
 * staff limit the seats, each would hold its share and want more, which is a deadlock.
 */
const lockMonthWhere = (tx: Tx, name: string, where: Sql): Promise<MonthRow | null> =>
  maybeOne<MonthRow>(
    tx,
    prepared(`lock-${name}`, sql`select ${monthColumns} from months m where ${where} for no key update`),
  )

/** Locked until the caller's transaction ends, so that a day just closed gets no drop-in. */
export const lockDropInMonth = (tx: Tx, day: Day): Promise<MonthRow | null> =>
  lockMonthWhere(tx, 'drop-in-month', isMonthOf(day))

/** The month of a registration or of a drop-in's day, locked. */
export async function lockMonthOf(
  tx: Tx,
  { month_id, dropin_date }: Pick<SubmissionRow, 'month_id' | 'dropin_date'>,
): Promise<MonthRow | null> {
  if (month_id) return lockMonth(tx, month_id)
  return dropin_date ? lockDropInMonth(tx, dropin_date) : null
}

/** A month with an unrecognised name is on offer but has no calendar, so nobody can register for it. */
export function isOpenForRegistration(
  month: Pick<MonthRow, 'month_name' | 'year' | 'is_active'>,
  today: Day,
): boolean {
  return month.is_active && isCurrentOrLater(month, today)
}
