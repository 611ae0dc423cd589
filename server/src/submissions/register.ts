import { checkSelectedDays } from '@aftercare/domain/availability'
import type { Day } from '@aftercare/domain/days'
import { feeCents } from '@aftercare/domain/fees'
import { REGISTRATION_STATUS } from '@aftercare/domain/names'
import type { guestRegistrationSchema, registrationSchema } from '@aftercare/domain/submission-schemas'
import type { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import { lockChildren } from '../children/children.queries'
import { isUniqueViolation, type Tx } from '../db/client'
import { AppError } from '../errors'
import type { AppContext, Viewer } from '../http/context'
import { once } from '../http/idempotency'
import { enqueueSubmissionMails } from '../mail/submission-mails.queries'
import { calendarOf } from '../months/month-row'
import { isOpenForRegistration, lockMonth } from '../months/months.queries'
import { presentSubmission, type SubmissionJson } from './submission-row'
import { insertSubmissions, isAnyRegistered } from './submissions.queries'

export type Registration = z.infer<typeof registrationSchema>
export type GuestRegistration = z.infer<typeof guestRegistrationSchema>

/** One row per child, all or none. Whatever the browser says about fees is not even read. */
export async function registerChildren(c: AppContext, parentId: string, request: Registration) {
  const { db, clock } = c.var.services
  const { month_id, child_ids, selected_days } = request
  const agreed_at = clock.now().toISOString()
  try {
    return await db.transaction((tx) =>
      once(c, tx, request, async () => {
        const total_fee_cents = await priceDays(tx, month_id, selected_days, clock.today())
        await checkChildren(tx, parentId, child_ids)
        if (await isAnyRegistered(tx, month_id, child_ids)) throw new AppError('already-submitted')
        const rows = child_ids.map((child_id) => ({
          parent_id: parentId,
          child_id,
          month_id,
          selected_days,
          total_fee_cents,
          status: REGISTRATION_STATUS,
          submitted_at: agreed_at,
          updated_at: agreed_at,
          agreed_at,
        }))
        return await store(c, tx, rows)
      }),
    )
  } catch (error) {
    // Two tabs at the same moment: both look before either has written, and the database refuses the second.
    if (isUniqueViolation(error, 'submissions_child_id_month_id_key')) throw new AppError('already-submitted')
    throw error
  }
}

export async function registerGuest(c: AppContext, request: GuestRegistration) {
  const { db, clock } = c.var.services
  const { agreed: _, ...guest } = request
  const agreed_at = clock.now().toISOString()
  return db.transaction((tx) =>
    once(c, tx, request, async () => {
      const total_fee_cents = await priceDays(tx, guest.month_id, guest.selected_days, clock.today())
      const row = {
        ...guest,
        total_fee_cents,
        status: REGISTRATION_STATUS,
        submitted_at: agreed_at,
        updated_at: agreed_at,
        agreed_at,
      }
      return await store(c, tx, [row])
    }),
  )
}

/** The fee of one child, with the month held as it is; refuses by name each day that cannot be had. */
async function priceDays(tx: Tx, monthId: string, days: number[], today: Day): Promise<number> {
  const month = await lockMonth(tx, monthId)
  if (!month || !isOpenForRegistration(month, today)) throw new AppError('month-unavailable')
  const calendar = calendarOf(month)
  refuseProblems(checkSelectedDays(calendar, days, today))
  return feeCents(calendar, days)
}

export function refuseProblems(problems: readonly { n: number; message: string }[]): void {
  if (problems.length === 0) return
  const problem = problems.map(({ message }) => message).join(' ')
  throw new AppError('day-unavailable', { problem }, { selected_days: problem })
}

async function checkChildren(tx: Tx, parentId: string, ids: readonly string[]): Promise<void> {
  const own = await lockChildren(tx, parentId, ids)
  if (own.length !== new Set(ids).size) throw new AppError('not-found')
}

async function store(
  c: AppContext,
  tx: Tx,
  rows: Parameters<typeof insertSubmissions>[1],
): Promise<{ rows: SubmissionJson[] }> {
  const stored = await insertSubmissions(tx, rows)
  await auditCreated(tx, c.var.viewer, stored)
  await enqueueSubmissionMails(
    tx,
    stored.map(({ id }) => id),
    c.var.services,
  )
  return { rows: stored.map(presentSubmission) }
}

type Stored = Awaited<ReturnType<typeof insertSubmissions>>[number]

export async function auditCreated(tx: Tx, viewer: Viewer, rows: readonly Stored[]): Promise<void> {
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
  await recordAudit(tx, viewer, entries)
}
