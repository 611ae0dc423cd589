import { LANGUAGE_COOKIE, LANGUAGE_COOKIE_SECONDS, type Language } from '@aftercare/domain/lib/language'

/** The browser keeps it for a year; the server reads it too. */
export function storeLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and on insecure origins
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${LANGUAGE_COOKIE_SECONDS}; samesite=lax`
}
