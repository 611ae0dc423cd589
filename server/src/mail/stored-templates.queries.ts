import { type MailTemplates, readTemplates } from '@aftercare/domain/mail/mail-templates'
import type { Queryable } from '../db/client'
import { maybeOne, prepared, sql } from '../db/sql'

/** What staff saved of the templates, as a value inside a statement. */
export const storedTemplates = sql`(select content from site_content where section_name = 'email_templates')`

/** Subjects and preheaders as staff saved them, with the defaults where one is missing. */
export async function readStoredTemplates(tx: Queryable): Promise<MailTemplates> {
  const row = await maybeOne<{ content: unknown }>(
    tx,
    prepared('mail-templates', sql`select ${storedTemplates} as content`),
  )
  return readTemplates(row?.content)
}
