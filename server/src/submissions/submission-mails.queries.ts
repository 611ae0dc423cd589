import type { Queryable, Tx } from '../db/client'
import { jsonAgg } from '../db/json-rows'
import { maybeOne, prepared, sql } from '../db/sql'
import type { ChildRow, MonthRow, ProfileRow, SubmissionRow } from '../db/tables'
import { type AdminRecipient, adminRecipients } from '../mail/admin-recipients.queries'
import type { MailContext } from '../mail/mail'
import { insertMails } from '../mail/outbox.queries'
import { readWordings, type StoredTemplates, storedTemplates } from '../mail/stored-templates.queries'
import { type MailedAdult, submissionMails } from '../mail/submission-mails'

/**
 * Queues the emails of new submissions by parents or guests, from the stored rows.
 * `sentBy` is the adult who sent them; null for a guest.
 *
 * Not for drop-ins entered by staff: those send no emails.
 */
export async function enqueueSubmissionMails(
  tx: Tx,
  submissions: readonly SubmissionRow[],
  context: MailContext,
  sentBy: string | null = null,
): Promise<void> {
  const { sources, templates, admins } = await readMailData(tx, submissions, sentBy)
  const settings = { templates: readWordings(templates), admins }
  const entries = sources.flatMap((source) => submissionMails(source, settings, context))
  await insertMails(tx, entries, context)
}

type MailData = {
  adults: (MailedAdult & Pick<ProfileRow, 'status'> & { family_id: string })[]
  children: Pick<ChildRow, 'id' | 'name' | 'allergies' | 'notes'>[]
  months: Pick<MonthRow, 'id' | 'month_name' | 'year' | 'cancelled_days'>[]
  templates: StoredTemplates
  admins: AdminRecipient[]
}

/** The submissions with the rows that their emails use, and who gets them. `sentBy`: which adult caused the emails. */
export async function readMailData(
  db: Queryable,
  submissions: readonly SubmissionRow[],
  sentBy: string | null = null,
) {
  const { adults, children, months, ...settings } = await readMailRows(db, submissions)
  const sources = submissions.map((submission) => ({
    submission,
    ...addressees(
      adults.filter(({ family_id }) => family_id === submission.parent_id),
      submission.parent_id,
      sentBy,
    ),
    child: children.find(({ id }) => id === submission.child_id) ?? null,
    month: months.find(({ id }) => id === submission.month_id) ?? null,
  }))
  return { sources, ...settings }
}

/** The adult who caused the email gets it, else the first adult; each other adult a copy, unless suspended. */
function addressees(adults: MailData['adults'], familyId: string | null, sentBy: string | null) {
  const first = adults.find(({ id }) => id === familyId) ?? null
  const sender = adults.find(({ id }) => id === sentBy) ?? null
  const parent = sender ?? first
  const isOpen = first !== null && first.status !== 'suspended'
  const others = adults.filter((adult) => isOpen && adult !== parent && adult.status !== 'suspended')
  return { parent, others, hasSender: sender !== null }
}

async function readMailRows(db: Queryable, submissions: readonly SubmissionRow[]): Promise<MailData> {
  const ids = (key: 'parent_id' | 'child_id' | 'month_id') => submissions.map((row) => row[key])
  const data = await maybeOne<MailData>(
    db,
    prepared(
      'submission-mail-data',
      sql`select
        ${jsonAgg(sql`select p.id, p.full_name, p.email, p.phone, p.language, p.status, coalesce(f.parent_id, p.id) as family_id
          from profiles p left join family_members f on f.member_id = p.id
          where p.id in (select unnest(${ids('parent_id')}::uuid[])
            union select member_id from family_members where parent_id = any(${ids('parent_id')}::uuid[]))
          order by f.joined_at nulls first, p.id`)} as adults,
        ${jsonAgg(sql`select id, name, allergies, notes from children where id = any(${ids('child_id')}::uuid[])`)} as children,
        ${jsonAgg(sql`select id, month_name, year, cancelled_days from months where id = any(${ids('month_id')}::uuid[])`)} as months,
        ${storedTemplates} as templates, ${adminRecipients} as admins`,
    ),
  )
  if (!data) throw new Error('A select without a from clause returned no row')
  return data
}
