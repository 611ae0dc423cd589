import type { Tx } from '../db/client'
import type { SubmissionRow } from '../db/tables'
import type { FamilyEvent, MailContext } from '../mail/mail'
import { insertMails } from '../mail/outbox.queries'
import { cancelRequestMails, familyEventMails } from '../mail/submission-mails'
import { readMailData } from './submission-mails.queries'

/** Tells every adult of the family what happened to its registration. */
export async function enqueueFamilyEventMails(
  tx: Tx,
  submission: SubmissionRow,
  event: FamilyEvent,
  context: MailContext,
): Promise<void> {
  const { sources } = await readMailData(tx, [submission])
  const entries = sources.flatMap((source) => familyEventMails(source, event, context))
  await insertMails(tx, entries, context)
}

/** Tells the admins with the monthly mail on that a family asks to cancel. */
export async function enqueueCancelRequestMails(
  tx: Tx,
  submission: SubmissionRow,
  text: string,
  context: MailContext,
  sentBy: string | null,
): Promise<void> {
  const { sources, admins } = await readMailData(tx, [submission], sentBy)
  const entries = sources.flatMap((source) => cancelRequestMails(source, text, admins, context))
  await insertMails(tx, entries, context)
}
