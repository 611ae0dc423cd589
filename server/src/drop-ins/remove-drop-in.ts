import { recordAudit } from '../audit/audit.queries'
import type { Tx } from '../db/client'
import { execute, maybeOne, rows, sql } from '../db/sql'
import type { MonthRow, RemovedDropInRow, SubmissionRow } from '../db/tables'
import type { AppContext } from '../http/context'
import { lockDropInMonth } from '../months/months.queries'
import { notifyOpenedSeats } from '../seat-watches/opened-seats.queries'
import { assertNotAttended } from '../submissions/attended-days.queries'
import { lockSubmission } from '../submissions/submissions.queries'

type LockedDropIn = { dropIn: SubmissionRow; month: MonthRow | null }

/** The month, then the drop-in, so that neither a payment nor a mark is stored for it meanwhile. */
export async function lockDropIn(tx: Tx, id: string): Promise<LockedDropIn | null> {
  const found = await maybeOne<{ dropin_date: string }>(
    tx,
    sql`select dropin_date from submissions where id = ${id} and dropin_date is not null`,
  )
  if (!found) return null
  const month = await lockDropInMonth(tx, found.dropin_date)
  const dropIn = await lockSubmission(tx, id)
  return dropIn && { dropIn, month }
}

/**
 * Deletes a locked drop-in; what is left of it goes to `removed_drop_ins`. Payments stay as general ones, and whoever
 * waits for the seat is mailed.
 */
export async function removeDropIn(
  { var: { services, viewer } }: AppContext,
  tx: Tx,
  { dropIn, month }: LockedDropIn,
  by: RemovedDropInRow['removed_by'],
  detail: Record<string, unknown> = {},
): Promise<void> {
  const { id, parent_id, child_id, dropin_date, guest_child_name, guest_parent_name, guest_parent_email } =
    dropIn
  await assertNotAttended(tx, id)
  const payments = await rows<{ id: string }>(tx, sql`select id from payments where submission_id = ${id}`)
  const removedBy = by === 'guest' ? null : (viewer.account?.id ?? null)
  await execute(
    tx,
    sql`with removed as (delete from submissions where id = ${id} returning *)
      insert into removed_drop_ins (id, parent_id, child_id, guest_parent_name, guest_parent_email, guest_parent_phone,
        guest_child_name, guest_child_allergies, guest_child_notes, dropin_date, dismissal_type, total_fee,
        submitted_at, language, agreed_at, agreement_id, is_same_child, guest_account_id, removed_at, removed_by, removed_by_id)
      select id, parent_id, child_id, guest_parent_name, guest_parent_email, guest_parent_phone, guest_child_name,
        guest_child_allergies, guest_child_notes, dropin_date, dismissal_type, total_fee, submitted_at, language,
        agreed_at, agreement_id, is_same_child, guest_account_id,
        ${services.clock.now().toISOString()}::timestamptz, ${by}, ${removedBy}::uuid from removed`,
  )
  if (month) await notifyOpenedSeats(tx, month, services)
  await recordAudit(
    tx,
    { services, viewer },
    by === 'staff' ? 'submission.remove' : 'submission.withdraw',
    'submissions',
    id,
    {
      parent_id,
      child_id,
      dropin_date,
      guest_child_name,
      guest_parent_name,
      guest_parent_email,
      total_fee_cents: dropIn.total_fee_cents,
      submitted_at: dropIn.submitted_at,
      payment_ids: payments.map((payment) => payment.id),
      ...detail,
    },
  )
}
