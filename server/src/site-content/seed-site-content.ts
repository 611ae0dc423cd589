import { defaultAbout } from '@aftercare/domain/about'
import {
  AGREEMENT_DESCRIPTIONS,
  AGREEMENT_TITLES,
  type AgreementSection,
  defaultAgreementItems,
} from '@aftercare/domain/agreements'
import { DEFAULT_TEMPLATES } from '@aftercare/domain/mail-templates'
import { site_content } from '../db/schema'
import type { Services } from '../http/context'

/** The four sections with their default texts; what staff have saved stays. */
export async function seedSiteContent({ db, config }: Pick<Services, 'db' | 'config'>) {
  const { title, ...about } = defaultAbout(config.contactEmail)
  const agreement = (section: AgreementSection) => ({
    section_name: section,
    title: AGREEMENT_TITLES[section],
    description: AGREEMENT_DESCRIPTIONS[section],
    content: { items: defaultAgreementItems(section, config.contactEmail) },
  })
  await db
    .insert(site_content)
    .values([
      { section_name: 'about_aftercare', title, description: about.description, content: about },
      agreement('registration_agreement'),
      agreement('dropin_agreement'),
      { section_name: 'email_templates', title: 'Email Templates', content: DEFAULT_TEMPLATES },
    ])
    .onConflictDoNothing({ target: site_content.section_name })
}
