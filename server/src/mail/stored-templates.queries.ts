import { type MailTemplates, readTemplates } from '@aftercare/domain/mail-templates'
import { eq } from 'drizzle-orm'
import type { Queryable } from '../db/client'
import { site_content } from '../db/schema'

/** Subjects and preheaders as staff saved them, with the defaults where one is missing. */
export async function readStoredTemplates(tx: Queryable): Promise<MailTemplates> {
  const [row] = await tx
    .select({ content: site_content.content })
    .from(site_content)
    .where(eq(site_content.section_name, 'email_templates'))
  return readTemplates(row?.content)
}
