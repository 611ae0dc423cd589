import type { Tx } from '../db/client'
import type { MonthRow, SubmissionRow } from '../db/tables'
import { AppError } from '../errors'
import { lockMonth } from '../months/months.queries'
import { lockChild } from './bookings.queries'
import { findSubmission, type JoinedSubmission, lockSubmission } from './submissions.queries'

export type LockedRegistration = {
  found: JoinedSubmission
  month: MonthRow
  submission: SubmissionRow
  /** What its child needs is erased, or will be: it can get no more days. */
  removedChild: string | null
}

/** Lock order: the month, the child, the submission. `parentId`: only theirs; null for staff. */
export async function lockRegistration(
  tx: Tx,
  id: string,
  parentId: string | null,
): Promise<LockedRegistration> {
  const isVisible = (row: { parent_id: string | null }) => parentId === null || row.parent_id === parentId
  const found = await findSubmission(tx, id)
  if (!found || !isVisible(found)) throw new AppError('not-found')
  if (found.month_id === null) throw new AppError('drop-in-not-editable')
  const month = await lockMonth(tx, found.month_id)
  const child = found.child_id === null ? null : await lockChild(tx, found.child_id)
  const submission = await lockSubmission(tx, id)
  if (!month || !submission || !isVisible(submission)) throw new AppError('not-found')
  return { found, month, submission, removedChild: child?.deleted_at ? child.name : null }
}

/** What staff linked to a family is still the guest's, who does not learn of it. */
export const isClaimed = ({ parent_id, is_same_child }: SubmissionRow): boolean =>
  parent_id !== null && is_same_child !== true
