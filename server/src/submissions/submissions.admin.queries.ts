import type { BilledStatus } from '@aftercare/domain/names'
import type { Queryable, Tx } from '../db/client'
import { affected, firstRow, rows, sql } from '../db/sql'
import type { ChildRow, MonthRow, ProfileRow, SubmissionRow } from '../db/tables'
import { assignments } from '../db/write'
import { AppError } from '../errors'
import { inDollars, presentMonth } from '../months/month-row'
import { monthColumns } from '../months/months.queries'
import { listPayments } from '../payments/payment-row'
import { presentSubmission } from './submission-row'
import { statusOf } from './submissions.admin.rows'
import { submissionColumns } from './submissions.queries'

const MOST_PAYMENTS = 100

type ShownChild = Pick<ChildRow, 'id' | 'name' | 'allergies' | 'grade' | 'notes'>
type ShownParent = Pick<ProfileRow, 'id' | 'full_name' | 'email' | 'phone' | 'status'>
type Detail = SubmissionRow & { child: ShownChild | null; parent: ShownParent | null }

export async function findSubmissionDetail(db: Queryable, id: string) {
  const [row, month, applied] = await Promise.all([
    firstRow<Detail>(
      db,
      sql`select ${submissionColumns},
          (select to_json(x) from (select c.id, c.name, c.allergies, c.grade, c.notes
            from children c where c.id = s.child_id) x) as child,
          (select to_json(x) from (select p.id, p.full_name, p.email, p.phone, p.status
            from profiles p where p.id = s.parent_id) x) as parent
        from submissions s where s.id = ${id}`,
    ),
    firstRow<MonthRow>(
      db,
      sql`select ${monthColumns} from months where id = (select month_id from submissions where id = ${id})`,
    ),
    listPayments(db, sql`p.submission_id = ${id}`, { limit: MOST_PAYMENTS, offset: 0 }),
  ])
  if (!row) return null
  const { child, parent, ...submission } = row
  return {
    ...presentSubmission(submission),
    paid_amount: inDollars(submission.paid_amount_cents),
    derived_status: statusOf(submission),
    month: month && presentMonth(month),
    child,
    parent,
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
  const before = await firstRow<Pick<SubmissionRow, 'billed_status' | 'guest_child_notes' | 'version'>>(
    tx,
    sql`select billed_status, guest_child_notes, version from submissions where id = ${id} for update`,
  )
  if (!before) throw new AppError('not-found')
  if (before.version !== change.version) throw new AppError('stale-version')
  const { version: _, ...values } = change
  await affected(
    tx,
    sql`update submissions set ${assignments('submissions', { ...values, updated_at: at.toISOString() })},
      version = version + 1 where id = ${id}`,
  )
  return before
}

/** Those of the ids that were not billed yet. Locked in one order, so that two admins never wait for each other. */
export async function markBilled(tx: Tx, ids: string[], at: Date): Promise<string[]> {
  const updated = await rows<{ id: string }>(
    tx,
    sql`update submissions set billed_status = 'billed', version = version + 1, updated_at = ${at.toISOString()}
      where id = any(array(select id from submissions where id = any(${ids}::uuid[]) and billed_status <> 'billed'
        order by id for update))
      returning id`,
  )
  return updated.map((row) => row.id)
}
