import { desc, eq } from 'drizzle-orm'
import type { Queryable } from '../db/client'
import { site_content } from '../db/schema'

export async function findSiteContent(db: Queryable, section: string) {
  const [row] = await db
    .select({
      section_name: site_content.section_name,
      title: site_content.title,
      description: site_content.description,
      content: site_content.content,
      updated_at: site_content.updated_at,
    })
    .from(site_content)
    .where(eq(site_content.section_name, section))
    .orderBy(desc(site_content.updated_at))
    .limit(1)
  return row ?? null
}
