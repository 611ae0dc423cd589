import type { SiteSection } from '@aftercare/domain/lib/enums'
import type { FieldMessages } from '@aftercare/domain/lib/field-rules'
import {
  type MailTemplate,
  readTemplates,
  TEMPLATE_TYPES,
  type TemplateType,
} from '@aftercare/domain/mail/mail-templates'
import { isFamilyTemplate, readSpanishTemplates } from '@aftercare/domain/mail/spanish-templates'
import { type About, readAbout } from '@aftercare/domain/site-content/about'
import {
  type AgreementSection,
  defaultAgreementItems,
  readAgreementItems,
} from '@aftercare/domain/site-content/agreements'
import type { Spanish } from '@aftercare/domain/site-content/spanish'
import { readSpanishAbout } from '@aftercare/domain/site-content/spanish-about'
import { readSpanishItems } from '@aftercare/domain/site-content/spanish-items'
import { useQuery } from '@tanstack/react-query'
import { ApiError, api, request } from '../../lib/api-client'
import { programFacts } from '../../lib/program'
import type { Versioned } from '../../lib/versioned-draft'
import { saveSettingOptions } from '../settings/save-setting'

const keyOf = (section: SiteSection) => ['admin', 'site-content', section] as const

type SectionRow = Awaited<ReturnType<typeof fetchSection>>
const fetchSection = (section: SiteSection) =>
  request(api.admin['site-content'][':section'].$get({ param: { section } }))

/** A stored section; null without a row, where the defaults apply. */
const useSection = (section: SiteSection) =>
  useQuery({
    queryKey: keyOf(section),
    queryFn: () =>
      fetchSection(section).catch((error) => {
        if (error instanceof ApiError && error.code === 'not-found') return null
        throw error
      }),
  })

type StoredRow = SectionRow | null

export type AboutValues = About & { spanish: Spanish<About> | null }
export type AgreementValues = { items: string[]; spanish: Spanish<string[]> | null }
export type TemplateValues = Record<TemplateType, MailTemplate & { spanish: Spanish<MailTemplate> | null }>

/** Stored JSON has an order of its own. */
function inFormOrder(spanish: Spanish<About> | null): Spanish<About> | null {
  if (!spanish) return null
  const { title, description, program_hours, pricing, contact } = spanish.text
  return { ...spanish, text: { title, description, program_hours, pricing, contact } }
}

export const readStoredAbout = (row: StoredRow): Versioned<AboutValues> => ({
  values: {
    ...readAbout(row && { title: row.title, content: row.content }, programFacts().contactEmail),
    spanish: inFormOrder(readSpanishAbout(row?.spanish)),
  },
  version: row?.version ?? 0,
})

export const readStoredAgreement = (
  section: AgreementSection,
  row: StoredRow,
): Versioned<AgreementValues> => ({
  values: {
    spanish: readSpanishItems(row?.spanish),
    items: readAgreementItems(row?.content) ?? defaultAgreementItems(section, programFacts().contactEmail),
  },
  version: row?.version ?? 0,
})

export function readStoredTemplates(row: StoredRow): Versioned<TemplateValues> {
  const templates = readTemplates(row?.content)
  const spanish = readSpanishTemplates(row?.spanish)
  const entries = TEMPLATE_TYPES.map((type) => [
    type,
    { ...templates[type], spanish: (isFamilyTemplate(type) && spanish[type]) || null },
  ])
  return { values: Object.fromEntries(entries), version: row?.version ?? 0 }
}

export const useAboutSection = () => useSection('about_aftercare')
export const useAgreementSection = (section: AgreementSection) => useSection(section)
export const useTemplatesSection = () => useSection('email_templates')

/** The server's field errors by form field: requests prefix the names (`_title`, `content.daily-report.subject`). */
export const apiFieldErrors = (error: Error): FieldMessages =>
  Object.fromEntries(
    Object.entries(error instanceof ApiError ? error.fields : {}).map(([name, message]) => [
      name.replace(/^(_|content\.)/, ''),
      message,
    ]),
  )

export const saveAboutOptions = (userId: string) =>
  saveSettingOptions(keyOf('about_aftercare'), readStoredAbout, ({ values, changes, version }, headers) => {
    const { title, description, program_hours, pricing, contact, spanish } = values
    const json = {
      _user_id: userId,
      _title: title,
      _description: description,
      _program_hours: program_hours,
      _pricing: pricing,
      _contact: contact,
      ...('spanish' in changes && { _spanish: spanish }),
      version,
    }
    return request(api.rpc.update_about_aftercare.$post({ json }, { headers }))
  })

export const saveAgreementOptions = (section: AgreementSection) =>
  saveSettingOptions(
    keyOf(section),
    (row: StoredRow) => readStoredAgreement(section, row),
    ({ values, version }, headers) =>
      request(
        api.admin['site-content'].agreements[':section'].$put(
          { param: { section }, json: { ...values, version } },
          { headers },
        ),
      ),
  )

const spanishOf = (values: TemplateValues) => ({
  'monthly-parent': values['monthly-parent'].spanish,
  'dropin-parent': values['dropin-parent'].spanish,
})

export const saveTemplatesOptions = saveSettingOptions(
  keyOf('email_templates'),
  readStoredTemplates,
  ({ values, version }, headers) =>
    request(
      api.admin['site-content'].email_templates.$put(
        { json: { content: values, spanish: spanishOf(values), version } },
        { headers },
      ),
    ),
)
