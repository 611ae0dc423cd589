import { allergiesText, hasAllergies } from '@aftercare/domain/children/allergies'
import { sameChildAllergies } from '@aftercare/domain/guest-claims/same-child'
import { MAX_COUNTED_SUBMISSIONS, sortMonths } from '@aftercare/domain/months/months'
import { z } from '@hono/zod-openapi'
import { holdsItsDays, isApproved } from '../db/approved'
import type { Queryable, Tx } from '../db/client'
import { childDisplayName } from '../db/display-name'
import { findSetting } from '../db/settings'
import { constant, execute, getOne, maybeOne, rows, type Sql, sql } from '../db/sql'
import type { MonthRow } from '../db/tables'
import { insertInto, setClause } from '../db/write'
import { AppError } from '../errors'
import { offsetOf, type Page } from '../http/paging'
import { findKnownFamilies } from '../same-child/known-families.queries'
import { type MonthJson, serializeMonth } from './month-row'
import { monthColumns } from './months.queries'
import type { StoredPrices } from './prices.queries'

export type AdminMonthJson = MonthJson & { submission_count: number }

/** Of a month (`m`), up to a number that no real programme reaches: counting every row of huge months is expensive. */
const submissionCount = sql`(select count(*) from (
  select from submissions s where s.month_id = m.id limit ${constant(MAX_COUNTED_SUBMISSIONS)}) counted)`

/** All months, drafts included, in calendar order, each with the number of its submissions. */
export async function listAllMonths(db: Queryable): Promise<AdminMonthJson[]> {
  const list = await rows<MonthRow & { submission_count: number }>(
    db,
    sql`select ${monthColumns}, ${submissionCount} as submission_count from months m`,
  )
  return sortMonths(list).map(({ submission_count, ...row }) => ({
    ...serializeMonth(row),
    submission_count,
  }))
}

export async function countSubmissionsOf(db: Queryable, monthId: string): Promise<number> {
  const row = await maybeOne<{ count: number }>(
    db,
    sql`select ${submissionCount} as count from months m where id = ${monthId}`,
  )
  return row?.count ?? 0
}

export const findMonth = (db: Queryable, id: string): Promise<MonthRow | null> =>
  maybeOne<MonthRow>(db, sql`select ${monthColumns} from months where id = ${id}`)

/** Locks the month until the transaction ends: a registration waits, and so does another admin's save. */
export const findMonthForUpdate = (tx: Tx, id: string): Promise<MonthRow | null> =>
  maybeOne<MonthRow>(tx, sql`select ${monthColumns} from months where id = ${id} for update`)

export async function getMonthForUpdate(tx: Tx, id: string): Promise<MonthRow> {
  const month = await findMonthForUpdate(tx, id)
  if (!month) throw new AppError('not-found')
  return month
}

const storedSeats = z.object({ seats: z.number() })

export const readDefaultSeats = (stored: unknown): { seats: number | null } =>
  storedSeats.safeParse(stored).data ?? { seats: null }

/** The seats that new months start with; null: no limit. */
export const findDefaultSeats = async (db: Queryable): Promise<number | null> =>
  readDefaultSeats(await findSetting(db, 'default_seats')).seats

export async function createMonth(tx: Tx, values: Partial<MonthRow>): Promise<MonthRow> {
  const row = await getOne<MonthRow>(tx, sql`${insertInto('months', [values])} returning ${monthColumns}`)
  // It may already have drop-ins.
  return row.seats === null ? row : storeMonth(tx, row.id, sql`taken_seats = ${takenSeats(row)}`)
}

/** Only counted in months with seats. */
const takenSeats = (month: Pick<MonthRow, 'seats' | 'day_seats'>): Sql =>
  month.seats === null && Object.keys(month.day_seats).length === 0
    ? sql`'{}'`
    : sql`count_taken_seats(months)`

export async function updateMonth(
  tx: Tx,
  id: string,
  values: Pick<
    MonthRow,
    | 'day_types'
    | 'special_days'
    | 'closed_days'
    | 'cancelled_days'
    | 'cancelled_day_types'
    | 'seats'
    | 'day_seats'
    | 'is_active'
    | 'updated_at'
  > &
    Partial<StoredPrices>,
): Promise<MonthRow> {
  const stored = sql`${setClause('months', values)}, version = version + 1, taken_seats = ${takenSeats(values)}`
  return storeMonth(tx, id, stored)
}

const storeMonth = (tx: Tx, id: string, changes: Sql): Promise<MonthRow> =>
  getOne<MonthRow>(tx, sql`update months set ${changes} where id = ${id} returning ${monthColumns}`)

export async function removeMonth(tx: Tx, id: string) {
  await execute(tx, sql`delete from months where id = ${id}`)
}

/** Children per day number, drop-ins included, even in a month without seats. */
export async function countTakenByDay(db: Queryable, monthId: string): Promise<Record<string, number>> {
  const row = await maybeOne<{ taken: Record<string, number> }>(
    db,
    sql`select count_taken_seats(m) as taken from months m where id = ${monthId}`,
  )
  return row?.taken ?? {}
}

/**
 * Registered children per day number, without days that nobody has. A child may have several registrations: a cancelled
 * one keeps the days on which the child was here.
 */
export async function countRegistrationsByDay(
  db: Queryable,
  monthId: string,
): Promise<Record<string, number>> {
  const counts = await rows<{ day: number; count: number }>(
    db,
    sql`select day, count(distinct ${childKey}) from submissions s, unnest(s.selected_days) as day
      where s.month_id = ${monthId} group by day`,
  )
  return Object.fromEntries(counts.map(({ day, count }) => [String(day), count]))
}

/** Of a submission `s`. Every guest submission counts as a separate child. */
const childKey = sql`coalesce(s.child_id, s.id)`

export const childOfDayRow = z.object({
  submission_id: z.string(),
  child_name: z.string(),
  allergies: z.string(),
  has_allergies: z.boolean(),
  is_guest: z.boolean(),
  is_drop_in: z.boolean(),
  /** For the answer to its drop-in request. */
  is_waiting: z.boolean(),
})

type ChildOfDay = Omit<z.infer<typeof childOfDayRow>, 'allergies' | 'has_allergies'> & {
  child_allergies: string | null
  guest_allergies: (string | null)[]
}

type DayCounts = { total: number; registered: number; drop_ins: number; waiting: number }

/** Each child once, whatever it has for the day; a declined drop-in, or a removed one that an arrival brought back, is none. */
export const childrenOfDay = (monthId: string, day: number): Sql => sql`(
  select (array_agg(s.id order by s.month_id is null, s.submitted_at desc, s.id))[1] as submission_id,
    min(${childDisplayName}) as child_name, min(c.allergies) as child_allergies,
    array_agg(s.guest_child_allergies order by s.submitted_at, s.id) as guest_allergies,
    bool_and(s.parent_id is null) as is_guest, bool_and(s.month_id is null) as is_drop_in,
    bool_and(not ${isApproved}) as is_waiting
  from (
    select * from submissions where month_id = ${monthId} and ${day}::int = any(selected_days)
    union all
    select s.* from months m join submissions s on s.dropin_date = m.first_day + ${day - 1}::int
      where m.id = ${monthId} and ${day}::int = any(s.selected_days) and not s.is_restored and ${holdsItsDays}) s
  left join children c on c.id = s.child_id
  group by ${childKey}) child`

/** Who comes on a day, and whose drop-in waits for an answer, by name in dictionary order. */
export async function listChildrenOfDay(db: Queryable, monthId: string, day: number, page: Page) {
  const children = childrenOfDay(monthId, day)
  const [found, counts] = await Promise.all([
    rows<ChildOfDay>(
      db,
      sql`select * from ${children} order by child_name collate "en-US-x-icu", submission_id
        limit ${page.size} offset ${offsetOf(page)}`,
    ),
    getOne<DayCounts>(
      db,
      sql`select count(*) as total, count(*) filter (where not is_drop_in) as registered,
          count(*) filter (where is_drop_in and not is_waiting) as drop_ins,
          count(*) filter (where is_waiting) as waiting
        from ${children}`,
    ),
  ])
  const guests = found.filter((row) => row.is_guest).map((row) => row.submission_id)
  const known = await findKnownFamilies(db, guests)
  const listed = found.map(({ child_allergies, guest_allergies, ...row }) => {
    const sameChild = sameChildAllergies(known.get(row.submission_id))
    const allergies = allergiesText(child_allergies, ...guest_allergies, ...sameChild)
    return { ...row, allergies, has_allergies: hasAllergies(allergies) }
  })
  return { rows: listed, ...counts, ...page }
}
