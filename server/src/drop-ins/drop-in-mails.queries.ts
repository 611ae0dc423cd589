import type { Tx } from '../db/client'
import type { SubmissionRow } from '../db/tables'
import type { MailContext } from '../mail/mail'
import { insertMails } from '../mail/outbox.queries'
import { declinedDropInMails, withdrawalMails } from '../mail/submission-mails'
import { readMailData } from '../submissions/submission-mails.queries'

/** To whoever was mailed the request. `sentBy` is the adult who withdrew it; null for a guest. */
export async function enqueueWithdrawalMails(
  tx: Tx,
  dropIn: SubmissionRow,
  context: MailContext,
  sentBy: string | null,
): Promise<void> {
  const { sources, admins } = await readMailData(tx, [dropIn], sentBy)
  const entries = sources.flatMap((source) => withdrawalMails(source, admins, context))
  await insertMails(tx, entries, context)
}

/** Tells every adult of the family, or the guest, that staff deleted the drop-in. */
export async function enqueueDeclinedMails(
  tx: Tx,
  dropIn: SubmissionRow,
  message: string | null,
  context: MailContext,
): Promise<void> {
  const { sources } = await readMailData(tx, [dropIn])
  const entries = sources.flatMap((source) => declinedDropInMails(source, message, context))
  await insertMails(tx, entries, context)
}
