import { isAgreement } from '@aftercare/domain/site-content/agreements'
import { recordAudit } from '../audit/audit.queries'
import type { Tx } from '../db/client'
import type { AppContext } from '../http/context'
import { accountOf } from '../http/route'
import { storeAgreementTexts } from './agreement-texts.queries'
import { type SectionSave, saveSection } from './site-content.admin.queries'

export type SectionTexts = Omit<SectionSave, 'updated_by' | 'updated_at'>

/** Saves a section in the viewer's name, with its entry in the audit log. */
export async function storeSiteContent(c: AppContext, tx: Tx, section: SectionTexts, version?: number) {
  const { clock, config } = c.var.services
  const updated = { updated_by: accountOf(c).id, updated_at: clock.now().toISOString() }
  const row = await saveSection(tx, { ...section, ...updated }, version)
  const { section_name } = section
  if (isAgreement(section_name)) await storeAgreementTexts(tx, section_name, row, config.program.contactEmail)
  await recordAudit(tx, c.var, 'site-content.save', 'site_content', section_name, {
    title: section.title,
    content: section.content,
    spanish: row.spanish,
  })
  return row
}
