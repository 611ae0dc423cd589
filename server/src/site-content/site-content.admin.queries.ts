import type { SiteSection as Section } from '@aftercare/domain/lib/enums'
import { acquireAdvisoryLock } from '../db/advisory-lock'
import type { Queryable, Tx } from '../db/client'
import { getOne, maybeOne, sql } from '../db/sql'
import type { SiteContentRow } from '../db/tables'
import { insertInto, setClause } from '../db/write'
import { staleVersion } from '../errors'
import { savedSpanish } from './saved-spanish'

type StoredSection = Omit<SiteContentRow, 'id'>

const columns = sql`section_name, title, description, content, spanish, updated_at, updated_by, version`

export function findSection(db: Queryable, section: Section): Promise<StoredSection | null> {
  return maybeOne<StoredSection>(db, sql`select ${columns} from site_content where section_name = ${section}`)
}

export type SectionSave = {
  section_name: Section
  title: string
  description: string | null
  content: unknown
  /** Undefined leaves it as it is. */
  spanish?: unknown
  updated_by: string
  updated_at: string
}

/** Inserts (version 0) or updates a section. With a version, a save over somebody else's is a conflict. */
export async function saveSection(tx: Tx, save: SectionSave, version?: number): Promise<StoredSection> {
  await acquireAdvisoryLock(tx, 'site-content')
  const stored = await findSection(tx, save.section_name)
  if (version !== undefined && (stored?.version ?? 0) !== version)
    throw staleVersion(stored ?? { version: 0 })
  const saved = { ...save, spanish: savedSpanish(save, save.spanish, stored) }
  const { section_name: _, ...values } = saved
  return getOne<StoredSection>(
    tx,
    sql`${insertInto('site_content', [saved])}
      on conflict (section_name) do update
        set ${setClause('site_content', values)}, version = site_content.version + 1
      returning ${columns}`,
  )
}
