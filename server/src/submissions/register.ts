import { randomUUID } from 'node:crypto'
import { checkSelectedDays } from '@aftercare/domain/availability'
import type { Day } from '@aftercare/domain/days'
import { feeCents } from '@aftercare/domain/fees'
import { REGISTRATION_STATUS } from '@aftercare/domain/names'
import type { guestRegistrationSchema, registrationSchema } from '@aftercare/domain/submission-schemas'
import type { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import { isUniqueViolation, type Tx } from '../db/client'
import type { MonthRow, SubmissionRow } from '../db/tables'
import { AppError } from '../errors'
import type { AppContext, Viewer } from '../http/context'
import { earlierAnswer, requestKey } from '../http/idempotency'
import { failureReason } from '../mail/failure-reason'
import { outboxRows } from '../mail/outbox.queries'
import { submissionMails } from '../mail/submission-mails'
import { calendarOf } from '../months/month-row'
import { isOpenForRegistration } from '../months/months.queries'
import { dayHeld } from './held-days.queries'
import {
  type NewRegistration,
  type RegistrationGround,
  readRegistrationGround,
  storeRegistration,
} from './register.queries'
import { presentSubmission, type SubmissionJson } from './submission-row'

export type Registration = z.infer<typeof registrationSchema>
export type GuestRegistration = z.infer<typeof guestRegistrationSchema>

type Answer = { rows: SubmissionJson[] }

/** One row per child, all or none. Whatever the browser says about fees is not even read. */
export async function registerChildren(
  c: AppContext,
  parentId: string,
  request: Registration,
): Promise<Answer> {
  const childIds = [...new Set(request.child_ids.map((id) => id.toLowerCase()))]
  try {
    return await register(c, { ...request, parentId, childIds }, request, (ground) => {
      if (ground.children.length !== childIds.length) throw new AppError('not-found')
      if (ground.isAnyRegistered) throw new AppError('already-submitted')
      if (ground.held) throw dayHeld(ground.held.child, 'drop-in', ground.held.date)
      return childIds.map((child_id) => ({ parent_id: parentId, child_id }))
    })
  } catch (error) {
    // Two tabs at the same moment: both look before either has written, and the database refuses the second.
    if (isUniqueViolation(error, 'submissions_child_id_month_id_key')) throw new AppError('already-submitted')
    throw error
  }
}

export async function registerGuest(c: AppContext, request: GuestRegistration): Promise<Answer> {
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
  return register(c, { ...request, parentId: null, childIds: [] }, request, () => [guest])
}

type Wish = { month_id: string; selected_days: number[]; parentId: string | null; childIds: string[] }

/** The ground can change between the look and the write only if staff or the family change it just then. */
const MOST_LOOKS = 5

/** Looks, decides by the rules, and writes if what it saw still holds; else it looks again. */
async function register(
  c: AppContext,
  wish: Wish,
  request: unknown,
  rowsFor: (ground: RegistrationGround) => Partial<SubmissionRow>[],
): Promise<Answer> {
  const { db, clock } = c.var.services
  const { parentId, childIds, selected_days } = wish
  const key = requestKey(c, request)
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const asked = { monthId: wish.month_id, parentId, childIds, days: selected_days, key }
    const ground = await readRegistrationGround(db, asked)
    if (key && ground.earlier) return earlierAnswer(key, ground.earlier) as Answer
    const { month, total_fee_cents } = priceDays(ground.month, selected_days, clock.today())
    const at = clock.now().toISOString()
    const rows = rowsFor(ground).map((row) =>
      aSubmission({ ...row, month_id: month.id, selected_days, total_fee_cents }, at),
    )
    const answer = { rows: rows.map(presentSubmission) }
    const { monthStamp, children } = ground
    const mails = mailsOf(c, rows, ground)
    const outcome = await store(c, { rows, monthStamp, children, key, answer, mails })
    if (outcome === 'stored') return answer
  }
  throw new AppError('unavailable')
}

/** Whatever goes wrong with mails is logged and never undoes a registration. */
async function store(c: AppContext, registration: NewRegistration) {
  const { db, log } = c.var.services
  try {
    return await storeRegistration(db, c.var.viewer, registration)
  } catch (error) {
    if (registration.mails.length === 0 || !isAboutOutbox(error)) throw error
    log.error({ reason: failureReason(error) }, 'mails of a submission could not be queued')
    return storeRegistration(db, c.var.viewer, { ...registration, mails: [] })
  }
}

const isAboutOutbox = (error: unknown) =>
  error instanceof Error && ('table' in error ? error.table === 'outbox' : /"outbox"/.test(error.message))

function mailsOf(c: AppContext, rows: readonly SubmissionRow[], ground: RegistrationGround) {
  const { parent, month, children } = ground
  const entries = rows.flatMap((submission) => {
    const child = children.find(({ id }) => id === submission.child_id) ?? null
    return submissionMails({ submission, parent, child, month }, ground, c.var.services)
  })
  return outboxRows(entries, c.var.services.config)
}

/** The fee of one child; refuses by name each day that cannot be had. */
function priceDays(month: MonthRow | null, days: number[], today: Day) {
  if (!month || !isOpenForRegistration(month, today)) throw new AppError('month-unavailable')
  const calendar = calendarOf(month)
  refuseProblems(checkSelectedDays(calendar, days, today))
  return { month, total_fee_cents: feeCents(calendar, days) }
}

/** A whole new row, with what its columns hold where nothing is said. */
function aSubmission(
  values: Partial<SubmissionRow> & Pick<SubmissionRow, 'selected_days' | 'total_fee_cents'>,
  at: string,
): SubmissionRow {
  return {
    id: randomUUID(),
    parent_id: null,
    child_id: null,
    month_id: null,
    paid_amount_cents: 0,
    billed_status: 'not_billed',
    status: REGISTRATION_STATUS,
    submitted_at: at,
    updated_at: at,
    is_edited: false,
    edit_history: [],
    original_selected_days: null,
    guest_parent_name: null,
    guest_parent_email: null,
    guest_parent_phone: null,
    guest_child_name: null,
    guest_child_allergies: null,
    guest_child_notes: null,
    dismissal_type: null,
    dropin_date: null,
    agreed_at: at,
    version: 1,
    ...values,
  }
}

export function refuseProblems(problems: readonly { n: number; message: string }[]): void {
  if (problems.length === 0) return
  const problem = problems.map(({ message }) => message).join(' ')
  throw new AppError('day-unavailable', { problem }, { selected_days: problem })
}

export async function auditCreated(tx: Tx, viewer: Viewer, rows: readonly SubmissionRow[]): Promise<void> {
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
