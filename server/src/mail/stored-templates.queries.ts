import { readTemplates } from '@aftercare/domain/mail/mail-templates'
import {
  readSpanishTemplates,
  type TemplateWordings,
  withSpanish,
} from '@aftercare/domain/mail/spanish-templates'
import type { Queryable } from '../db/client'
import { maybeOne, prepared, sql } from '../db/sql'

/** The saved templates, as a subquery. */
export const storedTemplates = sql`(select jsonb_build_object('content', content, 'spanish', spanish) from site_content
  where section_name = 'email_templates')`

export type StoredTemplates = { content: unknown; spanish: unknown } | null

/** With defaults for missing ones. */
export const readWordings = (stored: StoredTemplates): TemplateWordings =>
  withSpanish(readTemplates(stored?.content), readSpanishTemplates(stored?.spanish))

/** The saved subjects and preheaders, with defaults for missing ones. */
export async function readStoredTemplates(tx: Queryable): Promise<TemplateWordings> {
  const row = await maybeOne<{ stored: StoredTemplates }>(
    tx,
    prepared('mail-templates', sql`select ${storedTemplates} as stored`),
  )
  return readWordings(row?.stored ?? null)
}
