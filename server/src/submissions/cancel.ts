import { formatMonth } from '@aftercare/domain/lib/dates-format'
import {
  attendedPart,
  type CancellationChange,
  type CancelledFee,
  cancelRegistration,
  isCancellable,
  undoCancellation,
  undoCancellationError,
} from '@aftercare/domain/submissions/cancellations'
import { recordAudit } from '../audit/audit.queries'
import { isUniqueViolation, type Tx } from '../db/client'
import { execute, maybeOne, sql } from '../db/sql'
import type { SubmissionRow } from '../db/tables'
import { setClause } from '../db/write'
import { AppError, staleVersion } from '../errors'
import type { AppContext } from '../http/context'
import { accountOf } from '../http/route'
import { calendarOf } from '../months/month-row'
import { monthTransaction } from '../months/month-transaction'
import { notifyOpenedSeats } from '../seat-watches/opened-seats.queries'
import { findStayingDays } from './attended-days.queries'
import { assertNotChargedBefore, listDropIns } from './bookings.queries'
import { type LockedRegistration, lockRegistration } from './lock-registration'
import { staffName } from './staff-name'
import { queueFamilyEvent, removeWaitingEdit } from './submission-events'
import { getSubmissionDetail } from './submissions.admin.queries'

type Cancelling = { reason: string; fee: CancelledFee; version: number }

/** Staff cancel a registration: its days are free from now on, but those on which the child was here. Payments stay. */
export async function cancel(c: AppContext, id: string, request: Cancelling): Promise<void> {
  const { clock } = c.var.services
  const { version, ...choice } = request
  await monthTransaction(c, { submissionId: id }, request, async (tx) => {
    const { month, submission } = await lockRegistration(tx, id, null)
    const { attended_days } = await findStayingDays(tx, id)
    if (!isCancellable(submission, attended_days)) throw new AppError('registration-cancelled')
    if (submission.version !== version) throw staleVersion(await getSubmissionDetail(tx, id))
    const made = { cancelled_at: clock.now().toISOString(), cancelled_by: staffName(accountOf(c)) }
    const left = attendedPart(calendarOf(month), submission, submission.total_fee_cents, attended_days)
    const change = cancelRegistration(submission, { ...choice, ...made }, left)
    const after = await store(tx, c, submission, change, 'submission.cancel', { reason: choice.reason })
    await notifyOpenedSeats(tx, month, c.var.services)
    // Days that were changed a moment ago may already be given up.
    await removeWaitingEdit(tx, id, clock.now())
    const before = { days: submission.selected_days, feeCents: submission.total_fee_cents }
    await queueFamilyEvent(tx, c, after, month, { template: 'registration-cancelled', before })
    return { id }
  })
}

/**
 * Everything as it was before, without days that no longer have aftercare; not if a seat or the child's month has been
 * taken since.
 */
export async function undoCancel(c: AppContext, id: string, version: number): Promise<void> {
  const { clock } = c.var.services
  try {
    await monthTransaction(c, { submissionId: id }, { version }, async (tx) => {
      const locked = await lockRegistration(tx, id, null)
      const { submission, month, removedChild } = locked
      const { cancellation } = submission
      if (!cancellation) throw new AppError('registration-not-cancelled')
      if (submission.version !== version) throw staleVersion(await getSubmissionDetail(tx, id))
      if (removedChild !== null) throw new AppError('child-removed', { child: removedChild })
      const other = (await hasOtherRegistration(tx, submission)) ? namesOf(locked) : null
      const { parent_id, child_id, selected_days } = submission
      const dropIns = child_id === null ? [] : await listDropIns(tx, parent_id, [child_id], month)
      const reason = undoCancellationError(calendarOf(month), cancellation, selected_days, other, dropIns)
      if (reason) throw new AppError('cancellation-final', { reason })
      const made = { at: clock.now().toISOString(), by: staffName(accountOf(c)) }
      const change = undoCancellation(calendarOf(month), submission, cancellation, made)
      const restored = change.selected_days.filter((n) => !selected_days.includes(n))
      if (child_id !== null) await assertNotChargedBefore(tx, [child_id], month, restored)
      const after = await store(tx, c, submission, change, 'submission.undo-cancel', {})
      const daysWithoutCare = cancellation.selected_days.filter((n) => !change.selected_days.includes(n))
      await queueFamilyEvent(tx, c, after, month, { template: 'registration-restored', daysWithoutCare })
      return { id }
    })
  } catch (error) {
    // A registration of the same child, stored at the same moment.
    if (!isUniqueViolation(error, 'submissions_child_id_month_id_key')) throw error
    throw new AppError('cancellation-final', { reason: 'The child has another registration for this month.' })
  }
}

const namesOf = ({ found, month }: LockedRegistration) => ({
  child: found.child_name ?? '',
  month: formatMonth(month.month_name, month.year),
})

const hasOtherRegistration = (tx: Tx, { id, child_id, month_id }: SubmissionRow) =>
  maybeOne(
    tx,
    sql`select from submissions where child_id = ${child_id}::uuid and month_id = ${month_id} and id <> ${id}
      and cancellation is null`,
  )

/** Returns the row as it is stored now. */
async function store(
  tx: Tx,
  { var: { services, viewer } }: AppContext,
  before: SubmissionRow,
  change: CancellationChange,
  action: string,
  detail: object,
): Promise<SubmissionRow> {
  const values = {
    ...change,
    updated_at: services.clock.now().toISOString(),
    version: before.version + 1,
  }
  await execute(tx, sql`update submissions set ${setClause('submissions', values)} where id = ${before.id}`)
  await recordAudit(tx, { services, viewer }, action, 'submissions', before.id, {
    ...detail,
    previous_days: before.selected_days,
    new_days: change.selected_days,
    previous_fee_cents: before.total_fee_cents,
    new_fee_cents: change.total_fee_cents,
  })
  return { ...before, ...values }
}
