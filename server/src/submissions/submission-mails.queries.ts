import { readTemplates } from '@aftercare/domain/mail-templates'
import type { Queryable, Tx } from '../db/client'
import { firstRow, named, rows, sql } from '../db/sql'
import type { ChildRow, MonthRow, ProfileRow, SubmissionRow } from '../db/tables'
import { type AdminRecipient, adminRecipients } from '../mail/admin-recipients.queries'
import type { MailContext } from '../mail/mail'
import { insertMails, withoutRisk } from '../mail/outbox.queries'
import { storedTemplates } from '../mail/stored-templates.queries'
import { type SubmissionMailSettings, type SubmissionStory, submissionMails } from '../mail/submission-mails'
import { submissionColumns } from './submissions.queries'

/**
 * The mails of submissions that parents or guests have just made. All values come from the stored rows. Never fails:
 * what cannot be queued is logged.
 *
 * Not for drop-ins that staff enter and not for edits: those send no mail.
 */
export async function enqueueSubmissionMails(
  tx: Tx,
  submissionIds: readonly string[],
  context: MailContext,
): Promise<void> {
  if (submissionIds.length === 0) return
  await withoutRisk(tx, context, 'mails of a submission could not be queued', async (inner) => {
    const stories = await listStories(inner, submissionIds)
    const settings = await readSubmissionMailSettings(inner)
    const entries = stories.flatMap((story) => submissionMails(story, settings, context))
    await insertMails(inner, entries, context)
  })
}

async function readSubmissionMailSettings(db: Queryable): Promise<SubmissionMailSettings> {
  const row = await firstRow<{ templates: unknown; admins: AdminRecipient[] }>(
    db,
    named(
      'submission-mail-settings',
      sql`select ${storedTemplates} as templates, ${adminRecipients} as admins`,
    ),
  )
  return { templates: readTemplates(row?.templates), admins: row?.admins ?? [] }
}

type StoryRow = SubmissionRow & {
  parent_name: ProfileRow['full_name']
  parent_email: ProfileRow['email'] | null
  parent_phone: ProfileRow['phone']
  child_name: ChildRow['name'] | null
  child_allergies: ChildRow['allergies']
  child_notes: ChildRow['notes']
} & Pick<MonthRow, 'month_name' | 'year'>

async function listStories(db: Queryable, ids: readonly string[]): Promise<SubmissionStory[]> {
  const found = await rows<StoryRow>(
    db,
    named(
      'submission-stories',
      sql`select ${submissionColumns}, p.full_name as parent_name, p.email as parent_email, p.phone as parent_phone,
          c.name as child_name, c.allergies as child_allergies, c.notes as child_notes, m.month_name, m.year
        from submissions s left join profiles p on p.id = s.parent_id left join children c on c.id = s.child_id
          left join months m on m.id = s.month_id
        where s.id = any(${ids}::uuid[])`,
    ),
  )
  return found.map((row) => ({
    submission: row,
    parent:
      row.parent_email === null
        ? null
        : { full_name: row.parent_name, email: row.parent_email, phone: row.parent_phone },
    child:
      row.child_name === null
        ? null
        : { name: row.child_name, allergies: row.child_allergies, notes: row.child_notes },
    month: row.month_id === null ? null : { month_name: row.month_name, year: row.year },
  }))
}
