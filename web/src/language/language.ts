import type { Language, Texts } from '@aftercare/domain/lib/language'
import { useSyncExternalStore } from 'react'

/** One user and one language per page; the server renders one page at a time. */
let language: Language = 'en'
let translations: ReadonlyMap<string, Texts> = new Map()

/** English is part of each page, the other languages are passed in: see `spanish.ts`. */
export function setLanguage(chosen: Language, translated: readonly Texts[] = []): void {
  language = chosen
  translations = new Map(translated.map((texts) => [texts.id, texts]))
  for (const listener of listeners) listener()
}

type LoadTexts = () => Promise<readonly Texts[]>

let loadSpanish: LoadTexts
let spanish: readonly Texts[] | undefined

/** Before the first page: this folder is below those that have texts. What another one loaded, in tests, is dropped. */
export function setSpanishLoader(load: LoadTexts): void {
  loadSpanish = load
  spanish = undefined
}

/** The latest one that was asked for: another that arrives later is not shown. */
let wanted: Language = language

/**
 * Shows the page in this language, at once if its texts are loaded. Rejects, and leaves the language, if they cannot be.
 */
export async function showLanguage(next: Language): Promise<void> {
  wanted = next
  if (next === language) return
  if (next !== 'en') spanish ??= await loadSpanish()
  if (wanted !== next) return
  setLanguage(next, next === 'en' ? [] : spanish)
  document.documentElement.lang = next
}

export const currentLanguage = (): Language => language

/** The same, rendering again when another is chosen. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage, currentLanguage)

/** Undefined in English. */
export const translationOf = <T extends Texts>(id: T['id']) => translations.get(id) as T | undefined

/** These texts in the chosen language. In components, use `useTexts`. */
export const textsOf = <T extends Texts>(english: T): T => translationOf<T>(english.id) ?? english

export function useTexts<T extends Texts>(english: T): T {
  useLanguage()
  return textsOf(english)
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
