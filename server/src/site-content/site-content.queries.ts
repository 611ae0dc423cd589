import type { Queryable } from '../db/client'
import { maybeOne, prepared, sql } from '../db/sql'
import type { SiteContentRow } from '../db/tables'

type SiteContent = Pick<
  SiteContentRow,
  'section_name' | 'title' | 'description' | 'content' | 'spanish' | 'updated_at'
>

export function findSiteContent(db: Queryable, section: string): Promise<SiteContent | null> {
  return maybeOne<SiteContent>(
    db,
    prepared(
      'site-content',
      sql`select section_name, title, description, content, spanish, updated_at
        from site_content where section_name = ${section}`,
    ),
  )
}
