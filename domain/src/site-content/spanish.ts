import { isArrayOf, isRecord, isString } from '../lib/json-guards'
import type { Language } from '../lib/language'
import type { About } from './about'

/** The optional Spanish of a text that staff write. `outdated`: its English was changed since. */
export type Spanish<T> = { text: T; outdated: boolean }

/** What a reader is shown: without a Spanish text the English one. */
export const localize = <T>(
  english: T,
  spanish: Spanish<T> | null,
  language: Language,
): { text: T; language: Language } =>
  language === 'es' && spanish ? { text: spanish.text, language: 'es' } : { text: english, language: 'en' }

function readSpanish<T>(stored: unknown, isText: (value: unknown) => value is T): Spanish<T> | null {
  if (!isRecord(stored) || !isText(stored.text)) return null
  return { text: stored.text, outdated: stored.outdated === true }
}

const ABOUT_FIELDS = ['title', 'description', 'program_hours', 'pricing', 'contact'] as const

const isAbout = (value: unknown): value is About =>
  isRecord(value) && ABOUT_FIELDS.every((name) => isString(value[name]) && value[name] !== '')

const isItems = (value: unknown): value is string[] => isArrayOf(value, isString) && value.length > 0

/** In the order of the form: stored JSON has an order of its own. */
export function readSpanishAbout(stored: unknown): Spanish<About> | null {
  const spanish = readSpanish(stored, isAbout)
  if (!spanish) return null
  const { title, description, program_hours, pricing, contact } = spanish.text
  return { ...spanish, text: { title, description, program_hours, pricing, contact } }
}
export const readSpanishItems = (stored: unknown): Spanish<string[]> | null => readSpanish(stored, isItems)

/** Beside a text in the settings; null where its Spanish is complete. */
export const spanishNotice = (spanish: Spanish<unknown> | null): string | null => {
  if (!spanish) return 'Spanish missing'
  return spanish.outdated ? 'check translation' : null
}
