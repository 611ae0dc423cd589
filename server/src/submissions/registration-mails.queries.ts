import type { Tx } from '../db/client'
import type { SubmissionRow } from '../db/tables'
import type { FamilyEvent, MailContext } from '../mail/mail'
import { bestEffort, insertMails } from '../mail/outbox.queries'
import { cancelRequestMails, familyEventMails } from '../mail/submission-mails'
import { readMailData } from './submission-mails.queries'

/** Tells every adult of the family what happened to its registration. Never fails: errors are logged. */
export async function enqueueFamilyEventMails(
  tx: Tx,
  submission: SubmissionRow,
  event: FamilyEvent,
  context: MailContext,
): Promise<void> {
  await bestEffort(tx, context, 'a mail to a family could not be queued', async (inner) => {
    const { sources } = await readMailData(inner, [submission])
    const entries = sources.flatMap((source) => familyEventMails(source, event, context))
    await insertMails(inner, entries, context)
  })
}

/** Tells the admins with the monthly mail on that a family asks to cancel. */
export async function enqueueCancelRequestMails(
  tx: Tx,
  submission: SubmissionRow,
  text: string,
  context: MailContext,
  sentBy: string | null,
): Promise<void> {
  await bestEffort(tx, context, 'mails of a request could not be queued', async (inner) => {
    const { sources, admins } = await readMailData(inner, [submission], sentBy)
    const entries = sources.flatMap((source) => cancelRequestMails(source, text, admins, context))
    await insertMails(inner, entries, context)
  })
}
