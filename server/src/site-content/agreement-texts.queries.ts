import type { Language } from '@aftercare/domain/lib/language'
import {
  type AgreementSection,
  defaultAgreementItems,
  readAgreementItems,
} from '@aftercare/domain/site-content/agreements'
import { localize } from '@aftercare/domain/site-content/spanish'
import { readSpanishItems } from '@aftercare/domain/site-content/spanish-items'
import type { Tx } from '../db/client'
import { json, maybeOne, prepared, sql } from '../db/sql'
import type { Services } from '../http/context'
import { findSiteContent } from './site-content.queries'

/**
 * Stores the lines that a reader of that language agrees to, with the language in which they are; returns their id. Before
 * the month is locked, for which others wait: a new text stays locked until commit.
 */
export async function storeAgreementText(
  tx: Tx,
  { config }: Pick<Services, 'config'>,
  section: AgreementSection,
  reader: Language,
): Promise<string> {
  const { contactEmail } = config.program
  const row = await findSiteContent(tx, section)
  const english = readAgreementItems(row?.content) ?? defaultAgreementItems(section, contactEmail)
  const { text, language } = localize(english, readSpanishItems(row?.spanish), reader)
  const id = (await findOrInsert(tx, language, text)) ?? (await findOrInsert(tx, language, text))
  if (!id) throw new Error('The text of an agreement was not stored')
  return id
}

/** Null if another transaction inserts the same text at the moment: it is found then. Known texts are not locked. */
async function findOrInsert(tx: Tx, language: Language, items: readonly string[]): Promise<string | null> {
  const row = await maybeOne<{ id: string }>(
    tx,
    prepared(
      'agreement-text',
      sql`with text as (select ${language}::text as language, ${json(items)}::jsonb as items),
        known as (select a.id from agreement_texts a, text
          where a.digest = md5(text.language || ' ' || text.items::text)),
        added as (insert into agreement_texts (language, items) select language, items from text
          where not exists (select from known) on conflict (digest) do nothing returning id)
      select id from known union all select id from added`,
    ),
  )
  return row?.id ?? null
}
