import type { SiteSection as Section } from '@aftercare/domain/names'
import { eq, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../db/client'
import { site_content } from '../db/schema'
import { AppError } from '../errors'

const columns = {
  section_name: site_content.section_name,
  title: site_content.title,
  description: site_content.description,
  content: site_content.content,
  updated_at: site_content.updated_at,
  updated_by: site_content.updated_by,
  version: site_content.version,
}

export async function findSection(db: Queryable, section: Section) {
  const [row] = await db.select(columns).from(site_content).where(eq(site_content.section_name, section))
  return row ?? null
}

export type SectionSave = {
  section_name: Section
  title: string
  description: string | null
  content: unknown
  updated_by: string
  updated_at: string
}

/** Stores a section, new or not. With a version, a save over somebody else's is refused. */
export async function saveSection(tx: Tx, save: SectionSave, version?: number) {
  if (version !== undefined) {
    const [stored] = await tx
      .select({ version: site_content.version })
      .from(site_content)
      .where(eq(site_content.section_name, save.section_name))
      .for('update')
    if (stored && stored.version !== version) throw new AppError('stale-version')
  }
  const { section_name: _, ...values } = save
  const [row] = await tx
    .insert(site_content)
    .values(save)
    .onConflictDoUpdate({
      target: site_content.section_name,
      set: { ...values, version: sql`${site_content.version} + 1` },
    })
    .returning(columns)
  if (!row) throw new Error('The section was not stored')
  return row
}
