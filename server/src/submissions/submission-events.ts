import type { Tx } from '../db/client'
import { execute, rows, sql } from '../db/sql'
import type { MonthRow, OutboxRow, SubmissionRow } from '../db/tables'
import type { AppContext } from '../http/context'
import type { FamilyEvent } from '../mail/mail'
import { queueEvent } from '../mail-events/queue-events'
import { submissionFacts } from '../mail-events/submission-facts'

/** Whom an event about a submission is about. */
const ownersOf = ({ id, parent_id }: SubmissionRow) => ({ submissionId: id, familyId: parent_id })

/**
 * New submissions of a family or guest. Not drop-ins that staff entered: those send no mails. `month` is null for a
 * drop-in.
 */
export async function queueSubmitted(
  tx: Tx,
  { var: { services, viewer } }: AppContext,
  submissions: readonly SubmissionRow[],
  month: MonthRow | null,
): Promise<void> {
  const [first] = submissions
  if (!first) return
  const event = {
    kind: 'submitted',
    submissions: submissions.map((submission) => submissionFacts(submission, month)),
  } as const
  // Staff may be an adult of the family too, but this is not theirs.
  const isOwn = first.parent_id !== null && first.entered_by === null
  const sentBy = isOwn ? (viewer.account?.id ?? null) : null
  await queueEvent(tx, { event, ...ownersOf(first), sentBy }, services)
}

/** What staff did to a registration, for every adult of its family. */
export async function queueFamilyEvent(
  tx: Tx,
  { var: { services } }: AppContext,
  submission: SubmissionRow,
  month: MonthRow,
  news: FamilyEvent,
): Promise<void> {
  const event = {
    kind: 'family-event',
    submission: submissionFacts(submission, month),
    news,
    version: submission.version,
  } as const
  await queueEvent(tx, { event, ...ownersOf(submission) }, services)
}

const EDIT_DELAY_MS = 10 * 60_000

/**
 * An edit, of which the mails wait ten minutes: further edits until then are merged with it and wait anew, so that one
 * mail tells of all, or none where the days are the same again. The submission is locked.
 */
export async function queueEdited(
  tx: Tx,
  { var: { services } }: AppContext,
  { before, after, month }: { before: SubmissionRow; after: SubmissionRow; month: MonthRow },
  { changedBy, sentBy }: { changedBy: string | null; sentBy: string | null },
): Promise<void> {
  const now = services.clock.now()
  const first = (await removeWaitingEdit(tx, after.id, now)) ?? {
    days: before.selected_days,
    feeCents: before.total_fee_cents,
  }
  const isAsBefore =
    first.feeCents === after.total_fee_cents && String(first.days) === String(after.selected_days)
  if (isAsBefore) return
  const event = {
    kind: 'edited',
    submission: submissionFacts(after, month),
    before: first,
    changedBy,
    version: after.version,
  } as const
  const sendAfter = new Date(now.getTime() + EDIT_DELAY_MS).toISOString()
  await queueEvent(tx, { event, ...ownersOf(after), sentBy, sendAfter }, services)
}

/**
 * Sends the mails about edits of the registrations with these days at once: what happens to the days now would make them
 * untrue.
 */
export async function releaseWaitingEdits(
  tx: Tx,
  monthId: string,
  days: readonly number[],
  now: Date,
): Promise<void> {
  await execute(
    tx,
    sql`update outbox set send_after = ${now.toISOString()} where id in (
      select id from outbox
      where submission_id in (select id from submissions where month_id = ${monthId} and selected_days && ${days}::int[])
        and event is not null and state = 'queued' and send_after > ${now.toISOString()}
      order by id for update)`,
  )
}

/** What the edits that still wait, merged, started from; null if there are none. */
export async function removeWaitingEdit(tx: Tx, submissionId: string, now: Date) {
  const [removed] = await rows<Pick<OutboxRow, 'event'>>(
    tx,
    sql`delete from outbox where submission_id = ${submissionId} and event is not null and state = 'queued'
        and send_after > ${now.toISOString()} returning event`,
  )
  return removed?.event?.kind === 'edited' ? removed.event.before : null
}
