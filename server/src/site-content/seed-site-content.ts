import { isDeepStrictEqual as isSame } from 'node:util'
import { DEFAULT_TEMPLATES } from '@aftercare/domain/mail/mail-templates'
import { defaultAbout } from '@aftercare/domain/site-content/about'
import {
  AGREEMENT_DESCRIPTIONS,
  AGREEMENT_TITLES,
  type AgreementSection,
  defaultAgreementItems,
} from '@aftercare/domain/site-content/agreements'
import {
  DEFAULT_SPANISH_TEMPLATES,
  defaultSpanishAbout,
  defaultSpanishItems,
} from '@aftercare/domain/site-content/default-spanish'
import type { Spanish } from '@aftercare/domain/site-content/spanish'
import { acquireAdvisoryLock } from '../db/advisory-lock'
import type { Queryable, Tx } from '../db/client'
import { execute, sql, toJson } from '../db/sql'
import { insertInto } from '../db/write'
import type { AppContext, Services } from '../http/context'
import { storeAgreementTexts } from './agreement-texts.queries'
import { findSection } from './site-content.admin.queries'
import { storeSiteContent } from './store-site-content'

/** The four sections with their default texts, some of which name the contact address. */
function defaultSections(contactEmail: string) {
  const { title, ...about } = defaultAbout(contactEmail)
  const agreement = (section: AgreementSection) => ({
    section_name: section,
    title: AGREEMENT_TITLES[section],
    description: AGREEMENT_DESCRIPTIONS[section],
    content: { items: defaultAgreementItems(section, contactEmail) },
    spanish: inSpanish(defaultSpanishItems(section, contactEmail)),
  })
  return [
    {
      section_name: 'about_aftercare' as const,
      title,
      description: about.description,
      content: about,
      spanish: inSpanish(defaultSpanishAbout(contactEmail)),
    },
    agreement('registration_agreement'),
    agreement('dropin_agreement'),
    {
      section_name: 'email_templates' as const,
      title: 'Email Templates',
      description: null,
      content: DEFAULT_TEMPLATES,
      spanish: DEFAULT_SPANISH_TEMPLATES,
    },
  ]
}

const inSpanish = <T>(text: T): Spanish<T> => ({ text, outdated: false })

/** Inserts the four sections; saved ones stay. Those from before get the Spanish of the default texts they still have. */
export async function seedSiteContent({ db, config, clock }: Pick<Services, 'db' | 'config' | 'clock'>) {
  const updated_at = clock.now().toISOString()
  const rows = defaultSections(config.program.contactEmail).map((section) => ({ ...section, updated_at }))
  await execute(db, sql`${insertInto('site_content', rows)} on conflict (section_name) do nothing`)
  for (const { section_name, title, content, spanish } of rows)
    await execute(
      db,
      sql`update site_content set spanish = ${toJson(spanish)} where section_name = ${section_name}
        and spanish is null and updated_by is null and title = ${title} and content = ${toJson(content)}::jsonb`,
    )
  await storeAgreements(db, config.program.contactEmail)
}

async function storeAgreements(db: Queryable, contactEmail: string): Promise<void> {
  for (const section of ['registration_agreement', 'dropin_agreement'] as const)
    await storeAgreementTexts(db, section, await findSection(db, section), contactEmail)
}

/** Puts the new contact address into the sections that staff have left at their default texts. */
export async function replaceContactEmail(
  c: AppContext,
  tx: Tx,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await acquireAdvisoryLock(tx, 'site-content')
  const previous = defaultSections(from)
  for (const [index, next] of defaultSections(to).entries()) {
    const stored = await findSection(tx, next.section_name)
    const isDefault =
      stored?.title === previous[index]?.title && isSame(stored?.content, previous[index]?.content)
    const isDefaultSpanish = isSame(stored?.spanish, previous[index]?.spanish)
    const { spanish, ...texts } = next
    if (isDefault && !isSame(stored?.content, next.content))
      await storeSiteContent(c, tx, { ...texts, ...(isDefaultSpanish && { spanish }) })
  }
  await storeAgreements(tx, to)
}
