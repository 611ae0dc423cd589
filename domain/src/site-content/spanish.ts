import { isRecord } from '../lib/json-guards'
import type { Language } from '../lib/language'

/** The optional Spanish of a text that staff write. `outdated`: its English was changed since. */
export type Spanish<T> = { text: T; outdated: boolean }

/** What a reader is shown: without a Spanish text the English one. */
export const localize = <T>(
  english: T,
  spanish: Spanish<T> | null,
  language: Language,
): { text: T; language: Language } =>
  language === 'es' && spanish ? { text: spanish.text, language: 'es' } : { text: english, language: 'en' }

export function readSpanish<T>(stored: unknown, isText: (value: unknown) => value is T): Spanish<T> | null {
  if (!isRecord(stored) || !isText(stored.text)) return null
  return { text: stored.text, outdated: stored.outdated === true }
}
