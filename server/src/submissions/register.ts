import { randomUUID } from 'node:crypto'
import { checkSelectedDays } from '@aftercare/domain/availability'
import type { Day } from '@aftercare/domain/days'
import { feeCents } from '@aftercare/domain/fees'
import { REGISTRATION_STATUS } from '@aftercare/domain/names'
import { isLimited } from '@aftercare/domain/seats'
import type { guestRegistrationSchema, registrationSchema } from '@aftercare/domain/submission-schemas'
import type { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import type { Clock } from '../clock'
import { isUniqueViolation, type Queryable, type Tx } from '../db/client'
import type { SubmissionRow } from '../db/tables'
import { AppError } from '../errors'
import type { AppContext, Viewer } from '../http/context'
import { earlierAnswer, requestKey } from '../http/idempotency'
import { countTry } from '../http/limits'
import { failureReason } from '../mail/failure-reason'
import { outboxRows } from '../mail/outbox.queries'
import { submissionMails } from '../mail/submission-mails'
import { calendarOf, seatingOf } from '../months/month-row'
import { isOpenForRegistration, lockMonth } from '../months/months.queries'
import {
  type RegistrationGround,
  type RegistrationMonth,
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
    return await register(c, { ...request, parentId, childIds, isCounted: false }, request, (ground) => {
      if (ground.children.length !== childIds.length) throw new AppError('not-found')
      if (ground.isAnyRegistered) throw new AppError('already-submitted')
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
  return register(c, { ...request, parentId: null, childIds: [], isCounted: true }, request, () => [guest])
}

type Wish = {
  month_id: string
  selected_days: number[]
  parentId: string | null
  childIds: string[]
  /** A parent's submissions are counted with the first look; a guest's were before. */
  isCounted: boolean
}

const LIMIT = 'parent-submissions'

/** The ground can change between the look and the write only if staff or the family change it just then. */
const MOST_LOOKS = 5

type RowsFor = (ground: RegistrationGround) => Partial<SubmissionRow>[]

/** Whatever goes wrong with mails is logged and never undoes a registration. */
async function register(c: AppContext, wish: Wish, request: unknown, rowsFor: RowsFor): Promise<Answer> {
  try {
    return await registerWith(mailsOf, c, wish, request, rowsFor)
  } catch (error) {
    if (!isAboutOutbox(error)) throw error
    c.var.services.log.error({ reason: failureReason(error) }, 'mails of a submission could not be queued')
    return registerWith(() => [], c, wish, request, rowsFor)
  }
}

/**
 * Looks, decides by the rules, and writes if what it saw still holds; else it looks again. Where seats are counted the
 * month changes with every registration, so that these take turns instead.
 */
async function registerWith(
  mailsFor: typeof mailsOf,
  c: AppContext,
  wish: Wish,
  request: unknown,
  rowsFor: RowsFor,
): Promise<Answer> {
  const { db, clock, limiter } = c.var.services
  const { parentId, childIds, selected_days } = wish
  const key = requestKey(c, request)

  /** The answer, or nothing where it has to look again; `turn` where it has to wait for its turn first. */
  async function attempt(q: Queryable, hasTurn: boolean): Promise<Answer | 'turn' | null> {
    const counting = parentId === null || wish.isCounted ? null : countTry(LIMIT, parentId)
    wish.isCounted = true
    const ground = await readRegistrationGround(q, {
      monthId: wish.month_id,
      parentId,
      childIds,
      key,
      counting,
    })
    if (parentId !== null) await limiter.heed(LIMIT, parentId, ground.counted ?? 0)
    if (key && ground.earlier) return earlierAnswer(key, ground.earlier) as Answer
    const { month, total_fee_cents } = priceDays(ground.month, wish, clock.today())
    const news = rowsFor(ground)
    if (!hasTurn && isLimited(seatingOf(month))) return 'turn'
    const at = clock.now().toISOString()
    const rows = news.map((row) =>
      aSubmission({ ...row, month_id: month.id, selected_days, total_fee_cents }, at),
    )
    const answer = { rows: rows.map(presentSubmission) }
    const { monthStamp } = ground
    const mails = mailsFor(c, rows, ground)
    const outcome = await storeRegistration(q, c.var.viewer, { rows, monthStamp, key, answer, mails })
    return outcome === 'stored' ? answer : null
  }

  async function inTurn(tx: Tx) {
    await lockMonth(tx, wish.month_id)
    return attempt(tx, true)
  }

  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const first = await attempt(db, false)
    const answer = first === 'turn' ? await db.transaction(inTurn) : first
    if (answer && answer !== 'turn') return answer
  }
  throw new AppError('unavailable')
}

const isAboutOutbox = (error: unknown) =>
  error instanceof Error && ('table' in error ? error.table === 'outbox' : /"outbox"/.test(error.message))

function mailsOf(c: AppContext, rows: readonly SubmissionRow[], ground: RegistrationGround) {
  const { parent, month, children } = ground
  const entries = rows.flatMap((submission) => {
    const child = children.find(({ id }) => id === submission.child_id) ?? null
    return submissionMails({ submission, parent, child, month }, ground, c.var.services)
  })
  return outboxRows(entries, c.var.services)
}

/** The fee of one child; refuses by name each day that cannot be had. */
function priceDays(month: RegistrationMonth | null, { selected_days, childIds }: Wish, today: Day) {
  if (!month || !isOpenForRegistration(month, today)) throw new AppError('month-unavailable')
  const calendar = calendarOf(month)
  const children = Math.max(1, childIds.length)
  refuseProblems(checkSelectedDays(calendar, selected_days, today, { children }))
  return { month, total_fee_cents: feeCents(calendar, selected_days) }
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
    billed_fee_cents: null,
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
