import { readTemplates } from '@aftercare/domain/mail/mail-templates'
import type { Queryable, Tx } from '../db/client'
import { jsonAgg } from '../db/json-rows'
import { maybeOne, prepared, sql } from '../db/sql'
import type { ChildRow, MonthRow, ProfileRow, SubmissionRow } from '../db/tables'
import { type AdminRecipient, adminRecipients } from '../mail/admin-recipients.queries'
import type { MailContext } from '../mail/mail'
import { bestEffort, insertMails } from '../mail/outbox.queries'
import { storedTemplates } from '../mail/stored-templates.queries'
import { submissionMails } from '../mail/submission-mails'

/**
 * Queues the emails of new submissions by parents or guests, from the stored rows. Never fails: errors are logged.
 *
 * Not for drop-ins entered by staff: those send no emails.
 */
export async function enqueueSubmissionMails(
  tx: Tx,
  submissions: readonly SubmissionRow[],
  context: MailContext,
): Promise<void> {
  await bestEffort(tx, context, 'mails of a submission could not be queued', async (inner) => {
    const { sources, templates, admins } = await readMailData(inner, submissions)
    const settings = { templates: readTemplates(templates), admins }
    const entries = sources.flatMap((source) => submissionMails(source, settings, context))
    await insertMails(inner, entries, context)
  })
}

type MailData = {
  parents: Pick<ProfileRow, 'id' | 'full_name' | 'email' | 'phone'>[]
  children: Pick<ChildRow, 'id' | 'name' | 'allergies' | 'notes'>[]
  months: Pick<MonthRow, 'id' | 'month_name' | 'year'>[]
  templates: unknown
  admins: AdminRecipient[]
}

/** The submissions with the rows that their emails use, and who gets them. */
export async function readMailData(db: Queryable, submissions: readonly SubmissionRow[]) {
  const { parents, children, months, ...settings } = await readMailRows(db, submissions)
  const sources = submissions.map((submission) => ({
    submission,
    parent: parents.find(({ id }) => id === submission.parent_id) ?? null,
    child: children.find(({ id }) => id === submission.child_id) ?? null,
    month: months.find(({ id }) => id === submission.month_id) ?? null,
  }))
  return { sources, ...settings }
}

async function readMailRows(db: Queryable, submissions: readonly SubmissionRow[]): Promise<MailData> {
  const ids = (key: 'parent_id' | 'child_id' | 'month_id') => submissions.map((row) => row[key])
  const data = await maybeOne<MailData>(
    db,
    prepared(
      'submission-mail-data',
      sql`select
        ${jsonAgg(sql`select id, full_name, email, phone from profiles where id = any(${ids('parent_id')}::uuid[])`)} as parents,
        ${jsonAgg(sql`select id, name, allergies, notes from children where id = any(${ids('child_id')}::uuid[])`)} as children,
        ${jsonAgg(sql`select id, month_name, year from months where id = any(${ids('month_id')}::uuid[])`)} as months,
        ${storedTemplates} as templates, ${adminRecipients} as admins`,
    ),
  )
  if (!data) throw new Error('A select without a from clause returned no row')
  return data
}
