import { type Language, LOCALES } from './language'

const cache = new Map<string, Intl.DateTimeFormat>()

/** Creating a formatter costs a hundred times as much as using it, so each is created once. */
export function dateFormat(
  options: Intl.DateTimeFormatOptions,
  language: Language = 'en',
): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options)
  let format = cache.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(LOCALES[language], options)
    cache.set(key, format)
  }
  return format
}
