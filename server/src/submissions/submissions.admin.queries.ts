import type { BilledStatus } from '@aftercare/domain/names'
import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../db/client'
import { children, months, profiles, submissions } from '../db/schema'
import { sql as plain } from '../db/sql'
import { AppError } from '../errors'
import { offsetOf } from '../http/paging'
import { inDollars, presentMonth } from '../months/month-row'
import { listPayments } from '../payments/payment-row'
import { presentSubmission } from './submission-row'
import { listedSubmissions, type SubmissionsQuery, submissionsOrder } from './submissions.admin.filters'
import { type ListedColumns, listedColumns, presentListed, statusOf } from './submissions.admin.rows'

const MOST_PAYMENTS = 100

const selectListed = (db: Queryable) =>
  db
    .select(listedColumns)
    .from(submissions)
    .leftJoin(profiles, eq(profiles.id, submissions.parent_id))
    .leftJoin(children, eq(children.id, submissions.child_id))
    .leftJoin(months, eq(months.id, submissions.month_id))

/** The ids in the order of the list. PostgreSQL leaves out the joins that the order does not need. */
const selectIds = (db: Queryable, query: SubmissionsQuery) =>
  db
    .select({ id: submissions.id })
    .from(submissions)
    .leftJoin(profiles, eq(profiles.id, submissions.parent_id))
    .leftJoin(children, eq(children.id, submissions.child_id))
    .leftJoin(months, eq(months.id, submissions.month_id))
    .where(listedSubmissions(query))
    .orderBy(...submissionsOrder(query))

export async function listSubmissions(db: Queryable, query: SubmissionsQuery) {
  const [rows, [count]] = await Promise.all([
    // Only the page's own rows are joined, however far back it lies.
    selectListed(db)
      .where(inArray(submissions.id, selectIds(db, query).limit(query.size).offset(offsetOf(query))))
      .orderBy(...submissionsOrder(query)),
    db.select({ total: sql<number>`count(*)::int` }).from(submissions).where(listedSubmissions(query)),
  ])
  return { rows: rows.map(presentListed), total: count?.total ?? 0, page: query.page, size: query.size }
}

/** Ids alone are small enough to hold while their rows are streamed. */
export async function listSubmissionIds(db: Queryable, query: SubmissionsQuery): Promise<string[]> {
  return (await selectIds(db, query)).map((row) => row.id)
}

/** The rows of the ids, in the ids' order. */
export async function listSubmissionsByIds(db: Queryable, ids: string[]): Promise<ListedColumns[]> {
  const rows = await selectListed(db).where(inArray(submissions.id, ids))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export async function findSubmissionDetail(db: Queryable, id: string) {
  const [[row], applied] = await Promise.all([
    db
      .select({ submission: submissions, month: months, child: children, parent: profiles })
      .from(submissions)
      .leftJoin(profiles, eq(profiles.id, submissions.parent_id))
      .leftJoin(children, eq(children.id, submissions.child_id))
      .leftJoin(months, eq(months.id, submissions.month_id))
      .where(eq(submissions.id, id)),
    listPayments(db, plain`p.submission_id = ${id}`, { limit: MOST_PAYMENTS, offset: 0 }),
  ])
  if (!row) return null
  const { submission, month, child, parent } = row
  return {
    ...presentSubmission(submission),
    paid_amount: inDollars(submission.paid_amount_cents),
    derived_status: statusOf(submission),
    month: month && presentMonth(month),
    child: child && {
      id: child.id,
      name: child.name,
      allergies: child.allergies,
      grade: child.grade,
      notes: child.notes,
    },
    parent: parent && {
      id: parent.id,
      full_name: parent.full_name,
      email: parent.email,
      phone: parent.phone,
      status: parent.status,
    },
    payments: applied,
  }
}

export type SubmissionChange = {
  billed_status: BilledStatus
  /** Left out: the notes stay as they are. */
  guest_child_notes?: string | null
  version: number
}

/** Answers what it was before, for the record. */
export async function updateSubmission(tx: Tx, id: string, change: SubmissionChange, at: Date) {
  const [before] = await tx
    .select({
      billed_status: submissions.billed_status,
      guest_child_notes: submissions.guest_child_notes,
      version: submissions.version,
    })
    .from(submissions)
    .where(eq(submissions.id, id))
    .for('update')
  if (!before) throw new AppError('not-found')
  if (before.version !== change.version) throw new AppError('stale-version')
  const { version: _, ...values } = change
  await tx
    .update(submissions)
    .set({ ...values, ...changed(at) })
    .where(eq(submissions.id, id))
  return before
}

/** Those of the ids that were not billed yet. Locked in one order, so that two admins never wait for each other. */
export async function markBilled(tx: Tx, ids: string[], at: Date): Promise<string[]> {
  const notBilled: SQL | undefined = and(
    inArray(submissions.id, ids),
    ne(submissions.billed_status, 'billed'),
  )
  await tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(notBilled)
    .orderBy(submissions.id)
    .for('update')
  const rows = await tx
    .update(submissions)
    .set({ billed_status: 'billed', ...changed(at) })
    .where(notBilled)
    .returning({ id: submissions.id })
  return rows.map((row) => row.id)
}

const changed = (at: Date) => ({
  version: sql`${submissions.version} + 1`,
  updated_at: at.toISOString(),
})
