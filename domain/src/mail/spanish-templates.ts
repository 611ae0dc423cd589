import { hasStrings, isRecord } from '../lib/json-guards'
import type { Language } from '../lib/language'
import type { Spanish } from '../site-content/spanish'
import type { MailTemplate, MailTemplates, TemplateType } from './mail-templates'

/** The mails that families get; staff's are English. */
export const FAMILY_TEMPLATE_TYPES = ['monthly-parent', 'dropin-parent'] as const
export type FamilyTemplateType = (typeof FAMILY_TEMPLATE_TYPES)[number]

export const isFamilyTemplate = (type: TemplateType): type is FamilyTemplateType =>
  FAMILY_TEMPLATE_TYPES.some((known) => known === type)

export type SpanishTemplates = Partial<Record<FamilyTemplateType, Spanish<MailTemplate>>>

export function readSpanishTemplates(stored: unknown): SpanishTemplates {
  const found = FAMILY_TEMPLATE_TYPES.flatMap((type) => {
    const spanish = isRecord(stored) ? stored[type] : null
    if (!isRecord(spanish) || !hasStrings(spanish.text, ['subject', 'preheader'])) return []
    const { subject, preheader } = spanish.text
    return subject === ''
      ? []
      : [[type, { text: { subject, preheader }, outdated: spanish.outdated === true }]]
  })
  return Object.fromEntries(found)
}

/** A mail's subject and preheader in both languages. */
export type TemplateWording = MailTemplate & { spanish?: MailTemplate }

/** What a reader of this language gets, and the language it is in: without a Spanish wording the subject is English. */
export const wordingFor = (
  { subject, preheader, spanish }: TemplateWording,
  language: Language,
): MailTemplate & { language: Language } =>
  language === 'es' && spanish ? { ...spanish, language } : { subject, preheader, language: 'en' }

export type TemplateWordings = Record<TemplateType, TemplateWording>

export function withSpanish(templates: MailTemplates, spanish: SpanishTemplates): TemplateWordings {
  const wordings: TemplateWordings = { ...templates }
  for (const type of FAMILY_TEMPLATE_TYPES) {
    const { text } = spanish[type] ?? {}
    if (text) wordings[type] = { ...templates[type], spanish: text }
  }
  return wordings
}
