import type { Tx } from '../db/client'
import { rows, sql } from '../db/sql'
import type { OutboxRow, SubmissionRow } from '../db/tables'
import type { MailContext, RegistrationState } from '../mail/mail'
import { insertMails } from '../mail/outbox.queries'
import { editMails } from '../mail/submission-mails'
import { readMailData } from './submission-mails.queries'

const DELAY_MS = 10 * 60_000

/**
 * Queues the emails of an edit, ten minutes later: further edits until then replace them, so that one email tells of
 * all, or none where the days are the same again. The submission is locked. `changedBy` is the name of the staff member,
 * `sentBy` the adult who edited.
 */
export async function enqueueEditMails(
  tx: Tx,
  after: SubmissionRow,
  before: Pick<SubmissionRow, 'selected_days' | 'total_fee_cents'>,
  { changedBy, sentBy }: { changedBy: string | null; sentBy: string | null },
  context: MailContext,
): Promise<void> {
  const pending = await removePendingEditMails(tx, after.id, context)
  const first = pending?.before ?? { days: before.selected_days, feeCents: before.total_fee_cents }
  const isAsBefore =
    first.feeCents === after.total_fee_cents && String(first.days) === String(after.selected_days)
  if (isAsBefore) return
  const { sources, admins } = await readMailData(tx, [after], sentBy)
  const sendAfter = pending?.sendAfter ?? new Date(context.clock.now().getTime() + DELAY_MS).toISOString()
  const edit = { before: first, changedBy, sendAfter }
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
