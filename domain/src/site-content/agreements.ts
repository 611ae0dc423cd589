import { MAX_LENGTH } from '../lib/field-lengths'
import { checkFields, type FieldErrors, multiLineRule, nestErrors } from '../lib/field-rules'
import { isArrayOf, isRecord, isString } from '../lib/json-guards'
import type { Language } from '../lib/language'
import { localize } from './spanish'
import { readSpanishItems } from './spanish-items'

export type AgreementSection = 'registration_agreement' | 'dropin_agreement'

export const AGREEMENT_TITLES: Record<AgreementSection, string> = {
  registration_agreement: 'Monthly Registration Agreement',
  dropin_agreement: 'Day-of Drop-In Agreement',
}

export const isAgreement = (section: string): section is AgreementSection => section in AGREEMENT_TITLES

export const AGREEMENT_DESCRIPTIONS: Record<AgreementSection, string> = {
  registration_agreement: 'What parents agree to when they register for a month.',
  dropin_agreement: 'What parents agree to when they ask for a drop-in.',
}

export const AGREEMENT_ITEMS_REQUIRED = 'All agreement items must have content'
export const agreementItemRule = multiLineRule(MAX_LENGTH.agreementItem, AGREEMENT_ITEMS_REQUIRED)

export function checkAgreement(items: readonly string[]): FieldErrors {
  if (items.length === 0) return { items: AGREEMENT_ITEMS_REQUIRED }
  const rules = items.map(() => agreementItemRule)
  return nestErrors('items', checkFields(items, rules))
}

const HOURS =
  'Aftercare hours are Monday-Thursday 3:30 PM - 5:30 PM and Fridays & Holidays 2:30 PM - 4:30 PM.'
const LATE_PICK_UP = '**A child picked up after pick-up time is automatically charged $50.**'

/** The lines shown until staff save their own. */
export function defaultAgreementItems(section: AgreementSection, contactEmail: string): string[] {
  if (section === 'dropin_agreement') {
    return [
      'Day-of drop-ins are subject to availability.',
      HOURS,
      'The fee is non-refundable once service is provided.',
      LATE_PICK_UP,
    ]
  }
  return [
    'All fees are non-refundable once submitted.',
    'Billing is processed through an external billing system.',
    HOURS,
    `Changes must be requested by email to ${contactEmail}.`,
    LATE_PICK_UP,
  ]
}

export type AgreementLine = { text: string; bold: boolean }

/** A line wrapped in double asterisks is bold. */
export function parseAgreementLine(line: string): AgreementLine {
  const match = /^\*\*(.+)\*\*$/s.exec(line.trim())
  const inner = match?.[1]?.trim()
  return inner ? { text: inner, bold: true } : { text: line.trim(), bold: false }
}

const ABOUT_PICKUP = /pick(?:ed|ing)?[\s-]*up|\bhours\b|\blate\b/i

/** The lines about hours or pick-up, for comparison with the pick-up times in the settings. */
export const pickupLines = (items: readonly string[]): string[] =>
  items.map((item) => parseAgreementLine(item).text).filter((text) => ABOUT_PICKUP.test(text))

/** Reads `{ items: […] }` or, from older rows, a plain list; null if there are no lines. */
export function readAgreementItems(content: unknown): string[] | null {
  const list = isRecord(content) ? content.items : content
  const items = isArrayOf(list, isString) ? list.filter((item) => item.trim() !== '') : []
  return items.length > 0 ? items : null
}

/** The lines that were read, in the language in which they are. */
export type AgreementText = { language: Language; items: string[] }

/**
 * What a reader of that language is shown and agrees to: the saved lines, in English where they were not translated, else
 * the default ones.
 */
export function agreementText(
  saved: { content?: unknown; spanish?: unknown } | null | undefined,
  reader: Language,
  defaultText: AgreementText,
): AgreementText {
  const english = readAgreementItems(saved?.content)
  const spanish = readSpanishItems(saved?.spanish)
  if (!english && !(reader === 'es' && spanish)) return defaultText
  const { text, language } = localize(english ?? [], spanish, reader)
  return { language, items: text }
}

export const isSameAgreement = (one: AgreementText | null, other: AgreementText | null): boolean =>
  one?.language === other?.language && JSON.stringify(one?.items) === JSON.stringify(other?.items)
