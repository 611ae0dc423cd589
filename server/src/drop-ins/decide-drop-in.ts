import { type Decision, decide, decisionError } from '@aftercare/domain/drop-ins/approvals'
import { getDayParts } from '@aftercare/domain/lib/days'
import { type AuditedBy, recordAudit } from '../audit/audit.queries'
import type { Tx } from '../db/client'
import { execute, hasRow, sql } from '../db/sql'
import type { SubmissionRow } from '../db/tables'
import { setClause } from '../db/write'
import { AppError } from '../errors'
import type { AppContext, Services } from '../http/context'
import { notifyOpenedSeats } from '../seat-watches/opened-seats.queries'
import { assertNotBookedTwice } from './assert-not-booked'
import { queueDropInNews } from './drop-in-events'
import { lockDropIn } from './remove-drop-in'

/** Staff's answer to a request that waits. Declining it frees its seat. The family is mailed either way. */
export async function decideDropIn(
  c: AppContext,
  tx: Tx,
  id: string,
  decision: Decision,
  message: string | null,
): Promise<void> {
  const { services } = c.var
  const { clock } = services
  const locked = await lockDropIn(tx, id)
  if (!locked) {
    const wasRemoved = await hasRow(tx, sql`select from removed_drop_ins where id = ${id}`)
    throw new AppError(wasRemoved ? 'drop-in-removed' : 'not-found')
  }
  const { dropIn, month } = locked
  const { dropin_date: day } = dropIn
  if (day === null) throw new AppError('not-waiting')
  const isCancelled = month?.cancelled_days.includes(getDayParts(day).dayOfMonth) ?? false
  const error = decisionError(decision, dropIn, { day, today: clock.today(), isCancelled })
  if (error) throw new AppError(error)
  if (decision === 'approve') await assertNotBookedTwice(tx, dropIn, day)
  await storeDecision(tx, c.var, dropIn, decision, { message, ...(isCancelled && { isDayCancelled: true }) })
  if (month && decision === 'decline') await notifyOpenedSeats(tx, month, services)
}

export type DecidedBy = { services: Pick<Services, 'clock'>; viewer: AuditedBy['viewer'] }

type Answer = { message: string | null; isDayCancelled?: true }

/** The caller has locked the drop-in and its month. */
export async function storeDecision(
  tx: Tx,
  by: DecidedBy,
  dropIn: SubmissionRow,
  decision: Decision,
  answer: Answer,
): Promise<void> {
  const { id, approval, dropin_date } = dropIn
  if (!approval) throw new AppError('not-waiting')
  const decided_at = by.services.clock.now().toISOString()
  const decided = decide(decision, approval, { decided_at, message: answer.message })
  const values = setClause('submissions', { ...decided, updated_at: decided_at })
  await execute(tx, sql`update submissions set ${values}, version = version + 1 where id = ${id}`)
  const action = decision === 'approve' ? 'submission.approve' : 'submission.decline'
  await recordAudit(tx, by, action, 'submissions', id, {
    dropin_date,
    total_fee_cents: decided.total_fee_cents,
  })
  const kind = decision === 'approve' ? 'dropin-approved' : 'dropin-declined'
  await queueDropInNews(tx, by.services, { ...dropIn, ...decided }, { kind, ...answer })
}
