import {
  chosenLanguage,
  LANGUAGE_COOKIE,
  LANGUAGE_COOKIE_SECONDS,
  type Language,
} from '@aftercare/domain/lib/language'
import { scopedToast } from './scoped-toast'
import type { Session } from './session'

export const readLanguageCookie = () =>
  new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=(\\w+)`).exec(document.cookie)?.[1]

/** The browser keeps it for a year; the server reads it too. */
export function storeLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and on insecure origins
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${LANGUAGE_COOKIE_SECONDS}; samesite=lax`
}

/** Staff's pages are English, whatever was chosen. */
export const isEnglishOnly = (pathname: string): boolean => /^\/admin(\/|$)/.test(pathname)

/** To a browser that prefers it and in which nothing was chosen. */
export const mayOfferSpanish = (pathname: string, session: Session | null): boolean =>
  !isEnglishOnly(pathname) &&
  navigator.language.startsWith('es') &&
  !chosenLanguage({ account: session?.language, browser: readLanguageCookie() })

/** The language of the page at this path. */
export function languageOfPage(pathname: string, session: Session | null): Language {
  if (isEnglishOnly(pathname)) return 'en'
  return chosenLanguage({ account: session?.language, browser: readLanguageCookie() }) ?? 'en'
}

const toast = scopedToast('language')

/** In both languages: the page is still English, and its reader wants Spanish. */
export const reportMissingSpanish = (): void =>
  toast.error(
    'No pudimos cargar el español',
    "Spanish couldn't be loaded. Please check your connection and try again.",
  )
