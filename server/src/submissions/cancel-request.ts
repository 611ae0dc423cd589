import { isMonthEditable } from '@aftercare/domain/months/months'
import {
  type CancelRequest,
  createRequest,
  declineRequest,
} from '@aftercare/domain/submissions/cancel-requests'
import { recordAudit } from '../audit/audit.queries'
import type { Tx } from '../db/client'
import { execute, sql } from '../db/sql'
import type { SubmissionRow } from '../db/tables'
import { setClause } from '../db/write'
import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { queueEvent } from '../mail-events/queue-events'
import { submissionFacts } from '../mail-events/submission-facts'
import { isClaimed, lockRegistration } from './lock-registration'
import { queueFamilyEvent } from './submission-events'

/** Asks staff; nothing else changes. `parentId`: whose registration it must be; null for a guest with their link. */
export async function createCancelRequest(
  c: AppContext,
  tx: Tx,
  id: string,
  parentId: string | null,
  text: string,
) {
  const { clock } = c.var.services
  const { month, submission } = await lockRegistration(tx, id, parentId)
  if (parentId === null && isClaimed(submission)) throw new AppError('registration-claimed')
  if (submission.cancellation) throw new AppError('registration-cancelled')
  if (!isMonthEditable(month, clock.today())) throw new AppError('not-editable')
  const request = createRequest(submission.cancel_request, text, clock.now().toISOString())
  if (!request) throw new AppError('already-asked')
  await store(c, tx, submission, request, 'submission.ask-to-cancel', { text })
  const event = {
    kind: 'cancellation-requested',
    submission: submissionFacts(submission, month),
    text,
  } as const
  const sentBy = parentId === null ? null : (c.var.viewer.account?.id ?? null)
  await queueEvent(tx, { event, submissionId: id, familyId: submission.parent_id, sentBy }, c.var.services)
  return { id }
}

type Answer = { answer: string; asked_at: string }

/** The family gets the sentence by mail, and may ask again. */
export async function declineCancelRequest(c: AppContext, tx: Tx, id: string, { answer, asked_at }: Answer) {
  const { month, submission } = await lockRegistration(tx, id, null)
  if (submission.cancellation) throw new AppError('registration-cancelled')
  const answered = { answer, asked_at, at: c.var.services.clock.now().toISOString() }
  const request = declineRequest(submission.cancel_request, answered)
  if (!request) throw new AppError('request-closed')
  await store(c, tx, submission, request, 'submission.decline-cancel', { answer })
  await queueFamilyEvent(tx, c, submission, month, { template: 'cancellation-declined', answer, asked_at })
  return { id }
}

/** The version stays: nothing that a form saves has changed. */
async function store(
  { var: { services, viewer } }: AppContext,
  tx: Tx,
  { id }: SubmissionRow,
  cancel_request: CancelRequest,
  action: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await execute(
    tx,
    sql`update submissions set ${setClause('submissions', { cancel_request })} where id = ${id}`,
  )
  await recordAudit(tx, { services, viewer }, action, 'submissions', id, detail)
}
