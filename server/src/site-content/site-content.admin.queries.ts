import type { SiteSection as Section } from '@aftercare/domain/lib/enums'
import type { Queryable, Tx } from '../db/client'
import { firstRow, sql } from '../db/sql'
import type { SiteContentRow } from '../db/tables'
import { assignments, insertInto } from '../db/write'
import { AppError } from '../errors'

type StoredSection = Omit<SiteContentRow, 'id'>

const columns = sql`section_name, title, description, content, updated_at, updated_by, version`

export function findSection(db: Queryable, section: Section): Promise<StoredSection | null> {
  return firstRow<StoredSection>(db, sql`select ${columns} from site_content where section_name = ${section}`)
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
export async function saveSection(tx: Tx, save: SectionSave, version?: number): Promise<StoredSection> {
  const { section_name, ...values } = save
  if (version !== undefined) {
    const stored = await firstRow<{ version: number }>(
      tx,
      sql`select version from site_content where section_name = ${section_name} for update`,
    )
    if (stored && stored.version !== version) throw new AppError('stale-version')
  }
  const row = await firstRow<StoredSection>(
    tx,
    sql`${insertInto('site_content', [save])}
      on conflict (section_name) do update
        set ${assignments('site_content', values)}, version = site_content.version + 1
      returning ${columns}`,
  )
  if (!row) throw new Error('The section was not stored')
  return row
}
