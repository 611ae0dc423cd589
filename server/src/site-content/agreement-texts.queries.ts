import { LANGUAGES, type Language } from '@aftercare/domain/lib/language'
import {
  type AgreementSection,
  type AgreementText,
  agreementText,
  defaultAgreementItems,
  isSameAgreement,
} from '@aftercare/domain/site-content/agreements'
import { defaultSpanishItems } from '@aftercare/domain/site-content/default-spanish'
import type { Queryable, Tx } from '../db/client'
import { maybeOne, prepared, type Sql, sql, toJson } from '../db/sql'
import type { SiteContentRow } from '../db/tables'
import { AppError } from '../errors'
import type { Services } from '../http/context'

type SavedSection = Pick<SiteContentRow, 'content' | 'spanish'>

function defaultText(section: AgreementSection, language: Language, contactEmail: string): AgreementText {
  const items = language === 'es' ? defaultSpanishItems : defaultAgreementItems
  return { language, items: items(section, contactEmail) }
}

/**
 * The id of the lines that the user agrees to. `read` is what the form showed; without it, the text in the reader's
 * language. Before the month is locked, for which others wait: a text that is not stored yet stays locked until commit.
 */
export async function findAgreementId(
  tx: Tx,
  { config }: Pick<Services, 'config'>,
  section: AgreementSection,
  reader: Language,
  read: AgreementText | undefined,
): Promise<string> {
  const language = read?.language ?? reader
  const byDefault = defaultText(section, language, config.program.contactEmail)
  const likely = read ?? byDefault
  const found = await maybeOne<SavedSection & { id: string | null }>(
    tx,
    prepared(
      'agreement',
      sql`select s.content, s.spanish, a.id from (values (${section})) as wanted (section)
        left join site_content s on s.section_name = wanted.section
        left join agreement_texts a on a.digest = ${digestOf(likely)}`,
    ),
  )
  const saved = agreementText(found, language, byDefault)
  const text = read ?? saved
  // The form shows the default where it could not load the saved text.
  if (![saved, byDefault].some((accepted) => isSameAgreement(text, accepted)))
    throw new AppError('agreement-changed')
  return found?.id && isSameAgreement(text, likely) ? found.id : storeText(tx, text)
}

/** Stores what a form may show: when staff save it, and at the start. */
export async function storeAgreementTexts(
  db: Queryable,
  section: AgreementSection,
  saved: SavedSection | null,
  contactEmail: string,
): Promise<void> {
  for (const language of LANGUAGES) {
    const byDefault = defaultText(section, language, contactEmail)
    await storeText(db, byDefault)
    await storeText(db, agreementText(saved, language, byDefault))
  }
}

const digestOf = ({ language, items }: AgreementText): Sql =>
  sql`md5(${language}::text || ' ' || ${toJson(items)}::jsonb::text)`

/** Of a text that another transaction is just storing, the second attempt finds the id. */
async function storeText(db: Queryable, text: AgreementText): Promise<string> {
  const id = (await findOrInsert(db, text)) ?? (await findOrInsert(db, text))
  if (!id) throw new Error('The text of an agreement was not stored')
  return id
}

/** Known texts are not locked. */
async function findOrInsert(db: Queryable, text: AgreementText): Promise<string | null> {
  const row = await maybeOne<{ id: string }>(
    db,
    prepared(
      'agreement-text',
      sql`with known as (select id from agreement_texts where digest = ${digestOf(text)}),
        added as (insert into agreement_texts (language, items) select ${text.language}, ${toJson(text.items)}::jsonb
          where not exists (select from known) on conflict (digest) do nothing returning id)
      select id from known union all select id from added`,
    ),
  )
  return row?.id ?? null
}
