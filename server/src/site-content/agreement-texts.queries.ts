import type { Language } from '@aftercare/domain/lib/language'
import {
  type AgreementSection,
  type AgreementText,
  agreementText,
  defaultAgreementItems,
  isSameAgreement,
} from '@aftercare/domain/site-content/agreements'
import { defaultSpanishItems } from '@aftercare/domain/site-content/default-spanish'
import type { Tx } from '../db/client'
import { maybeOne, prepared, sql, toJson } from '../db/sql'
import { AppError } from '../errors'
import type { Services } from '../http/context'
import { findSiteContent } from './site-content.queries'

/**
 * Stores the lines that the user agrees to, with the language in which they are; returns their id. `read` is what the form
 * showed; without it, the text in the reader's language. Before the month is locked, for which others wait: a new text stays
 * locked until commit.
 */
export async function storeAgreementText(
  tx: Tx,
  { config }: Pick<Services, 'config'>,
  section: AgreementSection,
  reader: Language,
  read: AgreementText | undefined,
): Promise<string> {
  const language = read?.language ?? reader
  const defaultItems = language === 'es' ? defaultSpanishItems : defaultAgreementItems
  const defaultText = { language, items: defaultItems(section, config.program.contactEmail) }
  const saved = agreementText(await findSiteContent(tx, section), language, defaultText)
  const text = read ?? saved
  // The form shows the default where it could not load the saved text.
  if (![saved, defaultText].some((accepted) => isSameAgreement(text, accepted)))
    throw new AppError('agreement-changed')
  const id = (await findOrInsert(tx, text)) ?? (await findOrInsert(tx, text))
  if (!id) throw new Error('The text of an agreement was not stored')
  return id
}

/** Null if another transaction inserts the same text at the moment: it is found then. Known texts are not locked. */
async function findOrInsert(tx: Tx, { language, items }: AgreementText): Promise<string | null> {
  const row = await maybeOne<{ id: string }>(
    tx,
    prepared(
      'agreement-text',
      sql`with text as (select ${language}::text as language, ${toJson(items)}::jsonb as items),
        known as (select a.id from agreement_texts a, text
          where a.digest = md5(text.language || ' ' || text.items::text)),
        added as (insert into agreement_texts (language, items) select language, items from text
          where not exists (select from known) on conflict (digest) do nothing returning id)
      select id from known union all select id from added`,
    ),
  )
  return row?.id ?? null
}
