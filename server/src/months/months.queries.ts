import { type Day, getDayParts } from '@aftercare/domain/days'
import { isCurrentOrLater, numberOfMonth, offeredMonths } from '@aftercare/domain/months'
import { and, eq, gte } from 'drizzle-orm'
import type { Queryable, Tx } from '../db/client'
import { months } from '../db/schema'

type Month = typeof months.$inferSelect

/** Published months of the current month or later, in calendar order. */
export async function listOfferedMonths(db: Queryable, today: Day): Promise<Month[]> {
  const { year } = getDayParts(today)
  const rows = await db
    .select()
    .from(months)
    .where(and(eq(months.is_active, true), gte(months.year, year)))
  return offeredMonths(rows, today)
}

/** Null for drafts, past months and unknown ids alike: visitors learn nothing of what is not on offer. */
export async function findOfferedMonth(db: Queryable, id: string, today: Day): Promise<Month | null> {
  const [row] = await db.select().from(months).where(eq(months.id, id))
  return row && offeredMonths([row], today).length > 0 ? row : null
}

/**
 * The month as it is now, kept as it is until the caller's transaction ends: staff who close a day wait for the
 * registration, or the registration sees the closed day. Registrations do not wait for each other.
 */
export async function lockMonth(tx: Tx, id: string): Promise<Month | null> {
  const [row] = await tx.select().from(months).where(eq(months.id, id)).for('share')
  return row ?? null
}

/** An unrecognised name is on offer but has no calendar, so nobody can register for it. */
export function isOpenForRegistration(month: Month, today: Day): boolean {
  return month.is_active && numberOfMonth(month) !== null && isCurrentOrLater(month, today)
}
