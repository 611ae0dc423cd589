import {
  checkSelectedDays,
  type DayError,
  type DayNeeds,
  dayError,
} from '@aftercare/domain/months/availability'
import { isMonthEditable, type MonthCalendar } from '@aftercare/domain/months/months'
import { bookedDaysOf, dayPricesToDollars } from '@aftercare/domain/pricing/day-prices'
import type { AgreementText } from '@aftercare/domain/site-content/agreements'
import { applyEdit, buildEditEntry } from '@aftercare/domain/submissions/submissions'
import { type AuditedBy, recordAudit } from '../audit/audit.queries'
import { languageOf } from '../auth/language-cookie'
import type { Clock } from '../clock'
import { memberIdsOf } from '../db/adults'
import type { Tx } from '../db/client'
import { execute, hasRow, sql } from '../db/sql'
import type { MonthRow } from '../db/tables'
import { setClause } from '../db/write'
import { AppError, staleVersion } from '../errors'
import { findLinked } from '../guest-links/guest-links.queries'
import type { Account, AppContext } from '../http/context'
import { calendarOf } from '../months/month-row'
import { monthTransaction } from '../months/month-transaction'
import { assertFeeShown } from '../pricing/assert-fee-shown'
import { notifyOpenedSeats } from '../seat-watches/opened-seats.queries'
import { findAgreementId } from '../site-content/agreement-texts.queries'
import { assertDaysAvailable, confirmDays, findUnconfirmed } from './assert-days-available'
import { clearAbsences, findStayingDays } from './attended-days.queries'
import { assertNotChargedBefore, listDropIns } from './bookings.queries'
import { serializeLinked } from './guest-links.routes'
import { isClaimed, lockRegistration } from './lock-registration'
import { serializeOwnSubmission } from './own-submission-row'
import { staffName } from './staff-name'
import { queueEdited } from './submission-events'
import { getSubmissionDetail } from './submissions.admin.queries'
import type { JoinedSubmission } from './submissions.queries'

type Edit = { selected_days: number[]; version: number; agreement?: AgreementText; fee?: number }

/**
 * A parent edits the family's registrations by the rules for parents, and a guest the one of the private link; staff edit
 * any, and confirm exceptions.
 */
export type Editor =
  | { by: 'parent'; account: Account }
  | { by: 'guest'; linkSecret: string }
  | { by: 'staff'; account: Pick<Account, 'id' | 'email' | 'fullName'>; confirmedDays: readonly number[] }

/**
 * Changes the days: booked days keep their price, and the previous days go into the history. If the days are unchanged,
 * nothing is written.
 */
export async function editRegistration(
  c: AppContext,
  editor: Editor,
  id: string,
  { agreement, fee, ...edit }: Edit,
): Promise<void> {
  const { clock } = c.var.services
  await monthTransaction(c, { submissionId: id }, { ...edit, ...requestOf(editor) }, async (tx) => {
    // Staff agree to nothing in the family's name.
    const agreement_id =
      editor.by === 'staff'
        ? null
        : await findAgreementId(tx, c.var.services, 'registration_agreement', languageOf(c), agreement)
    const { found, month, submission, removedChild } = await lockRegistration(tx, id, ownerOf(editor))
    if (editor.by === 'guest' && isClaimed(submission)) throw new AppError('registration-claimed')
    if (submission.cancellation) throw new AppError('registration-cancelled')
    const staying = await findStayingDays(tx, id)
    const { days_added, days_removed } = buildEditEntry(submission.selected_days, edit.selected_days, '')
    if (days_added.length + days_removed.length === 0) return { id }
    if (submission.version !== edit.version) {
      const current = { ...found, ...month, ...submission, ...staying }
      throw staleVersion(await storedFor(tx, editor, current, clock))
    }
    if (removedChild !== null && days_added.length > 0)
      throw new AppError('child-removed', { child: removedChild })
    if (editor.by === 'staff' && found.child_id !== null)
      await assertNotChargedBefore(tx, [found.child_id], month, days_added)
    const needs = {
      originalDays: submission.selected_days,
      attended: {
        days: staying.attended_days,
        child: editor.by === 'guest' ? '' : (found.child_name ?? found.guest_child_name ?? ''),
      },
      begunDaysStay: staying.begun_days_stay,
      dropIns:
        found.child_id === null ? [] : await listDropIns(tx, submission.parent_id, [found.child_id], month),
    }
    await assertMayChoose(tx, editor, month, id, needs, edit.selected_days, clock.today())
    const changed = applyEdit(
      bookedDaysOf(submission, submission.total_fee_cents),
      submission.edit_history,
      calendarOf(month),
      edit.selected_days,
      clock.now().toISOString(),
      await editorOf(tx, editor),
    )
    assertFeeShown(fee, changed.feeCents)
    const values = {
      selected_days: changed.selectedDays,
      total_fee_cents: changed.feeCents,
      day_prices: changed.dayPrices && dayPricesToDollars(changed.dayPrices),
      credits: dayPricesToDollars(changed.credits),
      is_edited: changed.isEdited,
      edit_history: changed.editHistory,
      original_selected_days: changed.originalSelectedDays,
      updated_at: changed.updatedAt,
      version: submission.version + 1,
      ...(agreement_id && { agreed_at: changed.updatedAt, agreement_id, language: languageOf(c) }),
    }
    await execute(tx, sql`update submissions set ${setClause('submissions', values)} where id = ${id}`)
    if (days_removed.length > 0) await clearAbsences(tx, id, days_removed, clock.today())
    await notifyOpenedSeats(tx, month, c.var.services)
    await recordAudit(tx, auditedBy(c, editor), 'submission.edit', 'submissions', id, {
      previous_days: changed.originalSelectedDays,
      new_days: changed.selectedDays,
      previous_fee_cents: submission.total_fee_cents,
      new_fee_cents: changed.feeCents,
    })
    await queueEdited(
      tx,
      c,
      { before: submission, after: { ...submission, ...values }, month },
      { changedBy: staffNameOf(editor), sentBy: editor.by === 'parent' ? editor.account.id : null },
    )
    return { id }
  })
}

/** What else tells two requests with one key apart; a guest's have the same path. */
const requestOf = (editor: Editor) =>
  editor.by === 'staff'
    ? { confirmed_days: editor.confirmedDays }
    : editor.by === 'guest'
      ? { secret: editor.linkSecret }
      : {}

/** The registration as it is now, with what this editor may see. */
async function storedFor(tx: Tx, editor: Editor, current: JoinedSubmission, clock: Clock) {
  if (editor.by === 'staff') return getSubmissionDetail(tx, current.id)
  if (editor.by === 'parent') return serializeOwnSubmission(current)
  const linked = await findLinked(tx, editor.linkSecret, clock.now())
  if (!linked) throw new AppError('invalid-guest-link')
  return { ...serializeLinked(linked, current, clock.today()), version: current.version }
}

/** The guest, whoever is signed in where the link is opened. */
const auditedBy = ({ var: { services, viewer } }: AppContext, { by }: Editor): AuditedBy => ({
  services,
  viewer: by === 'guest' ? { account: null, roles: [] } : viewer,
})

const ownerOf = (editor: Editor) => (editor.by === 'parent' ? editor.account.familyId : null)

const staffNameOf = (editor: Editor): string | null =>
  editor.by === 'staff' ? staffName(editor.account) : null

/** As shown in the history: an adult is named only where others share the family. */
async function editorOf(tx: Tx, editor: Editor) {
  if (editor.by === 'guest') return {}
  if (editor.by === 'staff') return { changed_by: staffName(editor.account) }
  const { id, familyId, fullName, email } = editor.account
  const isShared = await hasRow(tx, sql`${memberIdsOf(familyId)} limit 1`)
  return isShared ? { adult: fullName || email, adult_id: id } : {}
}

/** A guest whose child staff found on file does not learn of its drop-ins. */
const withoutDropIn =
  (calendar: MonthCalendar) =>
  (error: DayError): DayError =>
    error.reason === 'drop_in' ? dayError(calendar, error.n, 'unavailable') : error

/** Staff get the month as it is now, to be asked with. */
async function assertMayChoose(
  tx: Tx,
  editor: Editor,
  month: MonthRow,
  id: string,
  needs: DayNeeds & { originalDays: readonly number[] },
  days: number[],
  today: string,
): Promise<void> {
  const calendar = calendarOf(month)
  const byStaff = editor.by === 'staff'
  if (!byStaff && !isMonthEditable(month, today)) throw new AppError('not-editable')
  const errors = checkSelectedDays(calendar, days, today, { ...needs, byStaff })
  assertDaysAvailable(editor.by === 'guest' ? errors.map(withoutDropIn(calendar)) : errors)
  if (!byStaff) return
  const reason = findUnconfirmed(calendar, days, today, needs, editor.confirmedDays)
  if (reason) throw confirmDays(reason, await getSubmissionDetail(tx, id))
}
