import { and, desc, eq, inArray, isNotNull, type SQL } from 'drizzle-orm'
import type { Queryable, Tx } from '../db/client'
import { children, months, submissions } from '../db/schema'

const monthColumns = {
  month_name: months.month_name,
  year: months.year,
  regular_price_cents: months.regular_price_cents,
  special_price_cents: months.special_price_cents,
  special_days: months.special_days,
  closed_days: months.closed_days,
  day_types: months.day_types,
}

/** With the child's name and the month it was made for; newest first. */
function selectJoined(db: Queryable, where: SQL | undefined) {
  return db
    .select({ submission: submissions, child: { name: children.name }, month: monthColumns })
    .from(submissions)
    .leftJoin(children, eq(children.id, submissions.child_id))
    .leftJoin(months, eq(months.id, submissions.month_id))
    .where(where)
    .orderBy(desc(submissions.submitted_at), desc(submissions.id))
    .$dynamic()
}

export type JoinedSubmission = Awaited<ReturnType<typeof selectJoined>>[number]

export async function listOwnSubmissions(
  db: Queryable,
  parentId: string,
  { limit, offset }: { limit: number; offset: number },
) {
  const own = eq(submissions.parent_id, parentId)
  const [rows, total] = await Promise.all([
    selectJoined(db, own).limit(limit).offset(offset),
    db.$count(submissions, own),
  ])
  return { rows, total }
}

export async function findOwnSubmission(
  db: Queryable,
  parentId: string,
  id: string,
): Promise<JoinedSubmission | null> {
  const [row] = await selectJoined(db, and(eq(submissions.id, id), eq(submissions.parent_id, parentId)))
  return row ?? null
}

/** Which child is registered for which month: at most one row per child and month. */
export function listRegistered(db: Queryable, parentId: string) {
  return db
    .select({ month_id: submissions.month_id, child_id: submissions.child_id })
    .from(submissions)
    .where(and(eq(submissions.parent_id, parentId), isNotNull(submissions.month_id)))
}

/** Held until the caller's transaction ends, so that two edits cannot both start from the same days. */
export async function lockOwnSubmission(tx: Tx, parentId: string, id: string) {
  const [row] = await tx
    .select()
    .from(submissions)
    .where(and(eq(submissions.id, id), eq(submissions.parent_id, parentId)))
    .for('update')
  return row ?? null
}

export async function isAnyRegistered(
  tx: Tx,
  monthId: string,
  childIds: readonly string[],
): Promise<boolean> {
  const where = and(eq(submissions.month_id, monthId), inArray(submissions.child_id, [...childIds]))
  return (await tx.$count(submissions, where)) > 0
}

export function insertSubmissions(tx: Tx, rows: (typeof submissions.$inferInsert)[]) {
  return tx.insert(submissions).values(rows).returning()
}
