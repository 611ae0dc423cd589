import { DEFAULT_REGULAR_PRICE_CENTS, DEFAULT_SPECIAL_PRICE_CENTS } from '@aftercare/domain/fees'
import { toCents } from '@aftercare/domain/money'
import { sortMonths } from '@aftercare/domain/months'
import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Queryable, Tx } from '../db/client'
import { children, months, settings, submissions } from '../db/schema'
import { type MonthJson, presentMonth } from './month-row'

export type AdminMonthJson = MonthJson & { submission_count: number }

/** All months, drafts included, in calendar order, each with the number of its submissions. */
export async function listAllMonths(db: Queryable): Promise<AdminMonthJson[]> {
  const counts = db
    .select({ month_id: submissions.month_id, count: sql<number>`count(*)::int`.as('count') })
    .from(submissions)
    .groupBy(submissions.month_id)
    .as('counts')
  const rows = await db
    .select({ ...getTableColumns(months), submission_count: counts.count })
    .from(months)
    .leftJoin(counts, eq(counts.month_id, months.id))
  return sortMonths(rows).map(({ submission_count, ...row }) => ({
    ...presentMonth(row),
    submission_count: submission_count ?? 0,
  }))
}

export async function countSubmissionsOf(db: Queryable, monthId: string): Promise<number> {
  return db.$count(submissions, eq(submissions.month_id, monthId))
}

/** Holds the month until the transaction ends: a registration waits, and so does another admin's save. */
export async function lockMonth(tx: Tx, id: string) {
  const [row] = await tx.select().from(months).where(eq(months.id, id)).for('update')
  return row ?? null
}

const storedPrices = z.object({
  regular_price: z.union([z.string(), z.number()]).transform(toCents),
  special_price: z.union([z.string(), z.number()]).transform(toCents),
})

/** What a new month starts with: the prices last saved as defaults, else the programme's first ones. */
export async function findDefaultPrices(db: Queryable) {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.key, 'default_prices'))
  const stored = storedPrices.safeParse(row?.value)
  return {
    regular_price_cents: stored.data?.regular_price ?? DEFAULT_REGULAR_PRICE_CENTS,
    special_price_cents: stored.data?.special_price ?? DEFAULT_SPECIAL_PRICE_CENTS,
  }
}

export async function createMonth(tx: Tx, values: typeof months.$inferInsert) {
  const [row] = await tx.insert(months).values(values).returning()
  if (!row) throw new Error('The month was not stored')
  return row
}

export async function updateMonth(
  tx: Tx,
  id: string,
  values: Pick<typeof months.$inferSelect, 'day_types' | 'special_days' | 'closed_days' | 'is_active'> & {
    updated_at: string
  },
) {
  const [row] = await tx
    .update(months)
    .set({ ...values, version: sql`${months.version} + 1` })
    .where(eq(months.id, id))
    .returning()
  if (!row) throw new Error('The month was not stored')
  return row
}

export async function removeMonth(tx: Tx, id: string) {
  await tx.delete(months).where(eq(months.id, id))
}

/** Registered children per day number; days that nobody has are left out. */
export async function countRegistrationsByDay(
  db: Queryable,
  monthId: string,
): Promise<Record<string, number>> {
  const { rows } = await db.execute<{ day: number; count: number }>(sql`
    select day, count(*)::int as count
    from ${submissions}, unnest(${submissions.selected_days}) as day
    where ${submissions.month_id} = ${monthId}
    group by day`)
  return Object.fromEntries(rows.map(({ day, count }) => [String(day), count]))
}

const childName = sql<string>`coalesce(${children.name}, ${submissions.guest_child_name}, '')`

/** Who holds a day, by name. A guest's allergies stand in the submission itself. */
export async function listRegistrationsOfDay(
  db: Queryable,
  monthId: string,
  day: number,
  { limit, offset }: { limit: number; offset: number },
) {
  const onDay = and(eq(submissions.month_id, monthId), sql`${day}::int = any(${submissions.selected_days})`)
  const [rows, total] = await Promise.all([
    db
      .select({
        submission_id: submissions.id,
        child_name: childName,
        child_allergies: children.allergies,
        guest_child_allergies: submissions.guest_child_allergies,
        is_guest: sql<boolean>`${submissions.parent_id} is null`,
      })
      .from(submissions)
      .leftJoin(children, eq(children.id, submissions.child_id))
      .where(onDay)
      .orderBy(asc(childName), asc(submissions.id))
      .limit(limit)
      .offset(offset),
    db.$count(submissions, onDay),
  ])
  return { rows, total }
}
