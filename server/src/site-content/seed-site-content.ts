import { DEFAULT_TEMPLATES } from '@aftercare/domain/mail/mail-templates'
import { defaultAbout } from '@aftercare/domain/site-content/about'
import {
  AGREEMENT_DESCRIPTIONS,
  AGREEMENT_TITLES,
  type AgreementSection,
  defaultAgreementItems,
} from '@aftercare/domain/site-content/agreements'
import { execute, sql } from '../db/sql'
import { insertInto } from '../db/write'
import type { Services } from '../http/context'

/** Inserts the four sections with their default texts; saved ones stay. */
export async function seedSiteContent({ db, config, clock }: Pick<Services, 'db' | 'config' | 'clock'>) {
  const { title, ...about } = defaultAbout(config.program.contactEmail)
  const agreement = (section: AgreementSection) => ({
    section_name: section,
    title: AGREEMENT_TITLES[section],
    description: AGREEMENT_DESCRIPTIONS[section],
    content: { items: defaultAgreementItems(section, config.program.contactEmail) },
  })
  const sections = [
    { section_name: 'about_aftercare', title, description: about.description, content: about },
    agreement('registration_agreement'),
    agreement('dropin_agreement'),
    { section_name: 'email_templates', title: 'Email Templates', content: DEFAULT_TEMPLATES },
  ]
  const updated_at = clock.now().toISOString()
  const rows = sections.map((section) => ({ ...section, updated_at }))
  await execute(db, sql`${insertInto('site_content', rows)} on conflict (section_name) do nothing`)
}
