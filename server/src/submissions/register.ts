import { REGISTRATION_STATUS } from '@aftercare/domain/lib/enums'
import { checkSelectedDays } from '@aftercare/domain/months/availability'
import { feeCents } from '@aftercare/domain/pricing/fees'
import type {
  guestRegistrationSchema,
  registrationSchema,
} from '@aftercare/domain/submissions/submission-schemas'
import type { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import { lockChildren } from '../children/children.queries'
import type { Clock } from '../clock'
import { isUniqueViolation, type Tx } from '../db/client'
import type { SubmissionRow } from '../db/tables'
import { AppError } from '../errors'
import type { AppContext, Viewer } from '../http/context'
import { once } from '../http/idempotency'
import { calendarOf } from '../months/month-row'
import { isOpenForRegistration, lockMonth } from '../months/months.queries'
import { enqueueSubmissionMails } from './submission-mails.queries'
import { presentSubmission, type SubmissionJson } from './submission-row'
import { insertSubmissions } from './submissions.queries'

export type Registration = z.infer<typeof registrationSchema>
export type GuestRegistration = z.infer<typeof guestRegistrationSchema>

/** One row per child, all or none. Whatever the browser says about fees is not even read. */
export async function registerChildren(c: AppContext, parentId: string, request: Registration) {
  const childIds = [...new Set(request.child_ids.map((id) => id.toLowerCase()))]
  try {
    return await registerOnce(c, request, childIds.length, async (tx) => {
      const children = await lockChildren(tx, parentId, childIds)
      if (children.length !== childIds.length) throw new AppError('not-found')
      return childIds.map((child_id) => ({ parent_id: parentId, child_id }))
    })
  } catch (error) {
    if (isUniqueViolation(error, 'submissions_child_id_month_id_key')) throw new AppError('already-submitted')
    throw error
  }
}

export function registerGuest(c: AppContext, request: GuestRegistration) {
  const {
    guest_parent_name,
    guest_parent_email,
    guest_child_name,
    guest_child_allergies,
    guest_child_notes,
  } = request
  const guest = {
    guest_parent_name,
    guest_parent_email,
    guest_child_name,
    guest_child_allergies,
    guest_child_notes,
  }
  return registerOnce(c, request, 1, async () => [guest])
}

async function registerOnce(
  c: AppContext,
  request: { month_id: string; selected_days: number[] },
  seats: number,
  peopleOf: (tx: Tx) => Promise<Partial<SubmissionRow>[]>,
): Promise<{ rows: SubmissionJson[] }> {
  const { db, clock } = c.var.services
  const { month_id, selected_days } = request
  const at = clock.now().toISOString()
  return db.transaction((tx) =>
    once(c, tx, request, async () => {
      // The month before the children: everybody locks them in this order.
      const month = await lockMonth(tx, month_id)
      if (!month || !isOpenForRegistration(month, clock.today())) throw new AppError('month-unavailable')
      const calendar = calendarOf(month)
      refuseProblems(checkSelectedDays(calendar, selected_days, clock.today(), { children: seats }))
      const people = await peopleOf(tx)
      const stored = await insertSubmissions(
        tx,
        people.map((person) => ({
          ...person,
          month_id,
          selected_days,
          total_fee_cents: feeCents(calendar, selected_days),
          status: REGISTRATION_STATUS,
          submitted_at: at,
          updated_at: at,
          agreed_at: at,
        })),
      )
      await auditCreated(tx, clock, c.var.viewer, stored)
      await enqueueSubmissionMails(tx, stored, c.var.services)
      return { rows: stored.map(presentSubmission) }
    }),
  )
}

export function refuseProblems(problems: readonly { n: number; message: string }[]): void {
  if (problems.length === 0) return
  const problem = problems.map(({ message }) => message).join(' ')
  throw new AppError('day-unavailable', { problem }, { selected_days: problem })
}

export async function auditCreated(
  tx: Tx,
  clock: Pick<Clock, 'now'>,
  viewer: Viewer,
  rows: readonly SubmissionRow[],
): Promise<void> {
  const entries = rows.map((row) => ({
    action: 'submission.create',
    table: 'submissions',
    rowId: row.id,
    detail: {
      month_id: row.month_id,
      dropin_date: row.dropin_date,
      selected_days: row.selected_days,
      total_fee_cents: row.total_fee_cents,
    },
  }))
  await recordAudit(tx, clock, viewer, entries)
}
