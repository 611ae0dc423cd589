import { isDeepStrictEqual as isSame } from 'node:util'
import { SITE_SECTIONS } from '@aftercare/domain/lib/enums'
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
import { replaceEmail } from '@aftercare/domain/site-content/replace-email'
import type { Spanish } from '@aftercare/domain/site-content/spanish'
import { type AuditedBy, recordAudit } from '../audit/audit.queries'
import { acquireAdvisoryLock } from '../db/advisory-lock'
import type { Queryable, Tx } from '../db/client'
import { findSetting, saveSetting } from '../db/settings'
import { execute, sql, toJson } from '../db/sql'
import { insertInto, setClause } from '../db/write'
import type { Services } from '../http/context'
import { storeAgreementTexts } from './agreement-texts.queries'
import { findSection } from './site-content.admin.queries'

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

/** The address that the texts were written with. */
const CONTACT_IN_TEXTS = 'contact_in_texts'

/** Until staff save the programme's details, another start may bring another address of the environment. */
async function followContactEmail(tx: Tx, services: Pick<Services, 'config' | 'clock'>): Promise<void> {
  const to = services.config.program.contactEmail
  await acquireAdvisoryLock(tx, 'site-content')
  const from = await findSetting(tx, CONTACT_IN_TEXTS)
  if (typeof from === 'string')
    await replaceContactEmail(tx, { services, viewer: 'system' }, { from, to }, null)
  else await saveSetting(tx, CONTACT_IN_TEXTS, to, services.clock.now().toISOString())
}

/** Inserts the four sections; saved ones stay. Those from before get the Spanish of the default texts they still have. */
export async function seedSiteContent(services: Pick<Services, 'db' | 'config' | 'clock'>) {
  const { db, config, clock } = services
  await db.transaction((tx) => followContactEmail(tx, services))
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

/** Puts the new contact address in place of the old one wherever it stands in the sections, also in staff's own words. */
export async function replaceContactEmail(
  tx: Tx,
  by: AuditedBy,
  change: { from: string; to: string },
  accountId: string | null,
): Promise<void> {
  if (change.from === change.to) return
  await acquireAdvisoryLock(tx, 'site-content')
  const updated_at = by.services.clock.now().toISOString()
  // A version above 1 says that staff saved the section.
  const saved = accountId === null ? sql`` : sql`, updated_by = ${accountId}, version = version + 1`
  for (const name of SITE_SECTIONS) {
    const stored = await findSection(tx, name)
    if (!stored) continue
    const { title, description, content, spanish } = stored
    const texts = { title, description, content, spanish }
    const next = mapTexts(texts, (text) => replaceEmail(text, change))
    if (isSame(next, texts)) continue
    const values = setClause('site_content', { ...next, updated_at })
    await execute(tx, sql`update site_content set ${values}${saved} where section_name = ${name}`)
    await recordAudit(tx, by, 'site-content.save', 'site_content', name, {
      title: next.title,
      content: next.content,
      spanish: next.spanish,
    })
  }
  await storeAgreements(tx, change.to)
  await saveSetting(tx, CONTACT_IN_TEXTS, change.to, updated_at)
}

const mapTexts = <T>(json: T, map: (text: string) => string): T =>
  JSON.parse(JSON.stringify(json), (_, value) => (typeof value === 'string' ? map(value) : value))
