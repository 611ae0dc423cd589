import { type MailTemplates, readTemplates } from '@aftercare/domain/mail/mail-templates'
import type { Queryable } from '../db/client'
import { maybeOne, prepared, sql } from '../db/sql'

/** The saved templates, as a subquery. */
export const storedTemplates = sql`(select content from site_content where section_name = 'email_templates')`

/** The saved subjects and preheaders, with defaults for missing ones. */
export async function readStoredTemplates(tx: Queryable): Promise<MailTemplates> {
  const row = await maybeOne<{ content: unknown }>(
    tx,
    prepared('mail-templates', sql`select ${storedTemplates} as content`),
  )
  return readTemplates(row?.content)
}
