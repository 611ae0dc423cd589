import { formatLongDate, formatMonth } from '../lib/dates-format'
import { MAX_LENGTH } from '../lib/field-lengths'
import { checkFields, emailRule, type FieldErrors, nestErrors, singleLineRule } from '../lib/field-rules'
import { hasStrings, isRecord } from '../lib/json-guards'
import type { Language } from '../lib/language'
import { formatUsd } from '../lib/money'

export const TEMPLATE_TYPES = [
  'monthly-parent',
  'monthly-admin',
  'dropin-parent',
  'dropin-admin',
  'daily-report',
] as const
export type TemplateType = (typeof TEMPLATE_TYPES)[number]

export const TEMPLATE_LABELS: Record<TemplateType, string> = {
  'monthly-parent': 'Monthly registration: parent confirmation',
  'monthly-admin': 'Monthly registration: admin notification',
  'dropin-parent': 'Drop-in: parent confirmation',
  'dropin-admin': 'Drop-in: admin notification',
  'daily-report': 'Daily attendance report',
}

const MONTHLY = ['month', 'childName', 'parentName', 'totalFee'] as const
const DROP_IN = ['date', 'childName', 'parentName', 'fee'] as const

export const PLACEHOLDERS: Record<TemplateType, readonly string[]> = {
  'monthly-parent': MONTHLY,
  'monthly-admin': MONTHLY,
  'dropin-parent': DROP_IN,
  'dropin-admin': DROP_IN,
  'daily-report': ['date', 'totalCount'],
}

export type MailTemplate = { subject: string; preheader: string }
export type MailTemplates = Record<TemplateType, MailTemplate>

export const TEMPLATE_RULES = {
  subject: singleLineRule(MAX_LENGTH.subject, 'Subject is required'),
  preheader: singleLineRule(MAX_LENGTH.preheader),
}

export const checkTemplates = (templates: MailTemplates): FieldErrors =>
  Object.assign(
    {},
    ...TEMPLATE_TYPES.map((type) => nestErrors(type, checkFields(templates[type], TEMPLATE_RULES))),
  )

export const testEmailRule = emailRule('Please enter a test email address')

export const DEFAULT_TEMPLATES: MailTemplates = {
  'monthly-parent': {
    subject: 'Aftercare registration for {{childName}}: {{month}}',
    preheader: '{{childName}} is registered for {{month}}. Total fee: {{totalFee}}.',
  },
  'monthly-admin': {
    subject: 'New registration: {{childName}}, {{month}}',
    preheader: '{{parentName}} registered {{childName}} for {{month}}. Total fee: {{totalFee}}.',
  },
  'dropin-parent': {
    subject: 'Drop-in request for {{childName}}: {{date}}',
    preheader: 'We received your drop-in request for {{childName}} on {{date}}. Fee: {{fee}}.',
  },
  'dropin-admin': {
    subject: 'New drop-in request: {{childName}}, {{date}}',
    preheader: '{{parentName}} requested a drop-in for {{childName}} on {{date}}. Fee: {{fee}}.',
  },
  'daily-report': {
    subject: 'Aftercare attendance for {{date}}: {{totalCount}} children',
    preheader: '{{totalCount}} children are expected in aftercare on {{date}}.',
  },
}

export type PlaceholderValues = Readonly<Record<string, string>>

/** Shown in previews and test emails. */
export const SAMPLE_FEE_CENTS = 3000
export const SAMPLE_MONTHLY_TOTAL_CENTS = 38000
export const SAMPLE_DAY = '2025-11-20'
export const SAMPLE_MONTH = { monthName: 'October', year: 2025 }
export const SAMPLE_NAMES = { childName: 'Emma Johnson', parentName: 'Sarah Johnson' }

export function sampleValues(type: TemplateType, language: Language = 'en'): PlaceholderValues {
  const date = formatLongDate(SAMPLE_DAY, language)
  if (type === 'daily-report') return { date, totalCount: '12' }
  if (type === 'dropin-parent' || type === 'dropin-admin')
    return { ...SAMPLE_NAMES, date, fee: formatUsd(SAMPLE_FEE_CENTS) }
  const month = formatMonth(SAMPLE_MONTH.monthName, SAMPLE_MONTH.year, language)
  return { ...SAMPLE_NAMES, month, totalFee: formatUsd(SAMPLE_MONTHLY_TOTAL_CENTS) }
}

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g

/** What looks like a placeholder but is not one of this template's, each once: it would be sent as written. */
export function unknownPlaceholders(text: string, type: TemplateType): string[] {
  const marks = [...text.matchAll(PLACEHOLDER)].filter(([, name]) => !PLACEHOLDERS[type].includes(name ?? ''))
  return [...new Set(marks.map(([mark]) => mark))]
}

/** Fills {{name}}; a placeholder without a value stays visible, so that a typo shows in the preview. */
export function fillPlaceholders(text: string, values: PlaceholderValues): string {
  return text.replace(PLACEHOLDER, (mark, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? mark) : mark,
  )
}

/** A subject is one line: a line break in a name must not inject a header. */
export function fillSubject(text: string, values: PlaceholderValues): string {
  return fillPlaceholders(text, values)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}

const PREHEADER_LENGTH = 150
const FILLER = '\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff'

/** Pads to 150 invisible characters, so that mail apps do not show the body after a short preheader. */
export function padPreheader(text: string): string {
  const missing = PREHEADER_LENGTH - text.length
  return missing <= 0 ? text : text + FILLER.repeat(Math.ceil(missing / FILLER.length)).slice(0, missing)
}

/** "monthly-parent" → "monthly_parent": the name used in the test-email request. */
export function functionTemplateType(type: TemplateType): string {
  return type.replace('-', '_')
}

export function templateTypeOf(functionType: string): TemplateType | null {
  return TEMPLATE_TYPES.find((type) => functionTemplateType(type) === functionType) ?? null
}

/** The stored templates, with the default for each that is missing or invalid. */
export function readTemplates(content: unknown): MailTemplates {
  const entries = TEMPLATE_TYPES.map((type) => {
    const stored = isRecord(content) ? content[type] : null
    if (!hasStrings(stored, ['subject', 'preheader']) || stored.subject === '')
      return [type, DEFAULT_TEMPLATES[type]]
    return [type, { subject: stored.subject, preheader: stored.preheader }]
  })
  return Object.fromEntries(entries)
}

/** Width of the rendered email in pixels. */
export function templateWidth(type: TemplateType): 600 | 700 {
  return type === 'daily-report' ? 700 : 600
}
