import type { Tx } from '../db/client'
import { rows, sql } from '../db/sql'
import type { OutboxRow, SubmissionRow } from '../db/tables'
import type { MailContext, RegistrationState } from '../mail/mail'
import { composeOrDefer, insertMails } from '../mail/outbox.queries'
import { editMails } from '../mail/submission-mails'
import { concerned, readMailData } from './submission-mails.queries'

const DELAY_MS = 10 * 60_000

/**
 * Queues the emails of an edit, ten minutes later: further edits until then replace them, so that one email tells of
 * all, or none where the days are the same again. What cannot be composed is deferred. The submission is locked. `changedBy`
 * is the name of the staff member, `sentBy` the adult who edited.
 */
export async function enqueueEditMails(
  tx: Tx,
  after: SubmissionRow,
  { selected_days, total_fee_cents }: EditedFrom,
  editor: Editor,
  context: MailContext,
): Promise<void> {
  const { id } = after
  const before = { selected_days, total_fee_cents }
  await composeOrDefer(
    tx,
    context,
    { about: 'edit', id, before, ...editor },
    concerned(id),
    async (inner) => {
      const pending = await removePendingEditMails(inner, id, context)
      const first = pending?.before ?? stateOf(before)
      await insertEditMails(inner, after, first, editor, context, pending?.sendAfter)
    },
  )
}

type EditedFrom = Pick<SubmissionRow, 'selected_days' | 'total_fee_cents'>
type Editor = { changedBy: string | null; sentBy: string | null }

const stateOf = ({ selected_days, total_fee_cents }: EditedFrom): RegistrationState => ({
  days: selected_days,
  feeCents: total_fee_cents,
})

/** What was deferred is older than what is pending by now: one email tells of both. */
export async function insertDeferredEditMails(
  tx: Tx,
  after: SubmissionRow,
  before: EditedFrom,
  editor: Editor,
  context: MailContext,
): Promise<void> {
  const pending = await removePendingEditMails(tx, after.id, context)
  await insertEditMails(tx, after, stateOf(before), editor, context, pending?.sendAfter)
}

async function insertEditMails(
  tx: Tx,
  after: SubmissionRow,
  before: RegistrationState,
  { changedBy, sentBy }: Editor,
  context: MailContext,
  pendingUntil?: string,
): Promise<void> {
  const isAsBefore =
    before.feeCents === after.total_fee_cents && String(before.days) === String(after.selected_days)
  if (isAsBefore) return
  const { sources, admins } = await readMailData(tx, [after], sentBy)
  const sendAfter = pendingUntil ?? new Date(context.clock.now().getTime() + DELAY_MS).toISOString()
  const edit = { before, changedBy, sendAfter }
  const entries = sources.flatMap((source) => editMails(source, edit, admins, context))
  await insertMails(tx, entries, context)
}

/** Those of earlier edits that still wait; all have the same state before them. */
export async function removePendingEditMails(
  tx: Tx,
  submissionId: string,
  { clock }: Pick<MailContext, 'clock'>,
): Promise<{ before: RegistrationState; sendAfter: string } | null> {
  const [removed] = await rows<Pick<OutboxRow, 'content' | 'send_after'>>(
    tx,
    sql`delete from outbox where submission_id = ${submissionId} and state = 'queued'
        and send_after > ${clock.now().toISOString()} returning content, send_after`,
  )
  const before = removed?.content?.before
  return before && removed.send_after ? { before, sendAfter: removed.send_after } : null
}
