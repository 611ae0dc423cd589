import { chosenLanguage, LANGUAGE_COOKIE, type Language } from '@aftercare/domain/lib/language'
import { scopedToast } from './scoped-toast'
import type { Session } from './session'

export const readLanguageCookie = () =>
  new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=(\\w+)`).exec(document.cookie)?.[1]

/** Staff's pages are English, whatever was chosen. */
export const isEnglishOnly = (pathname: string): boolean => /^\/admin(\/|$)/.test(pathname)

const choiceOf = (session: Session | null) =>
  chosenLanguage({ account: session?.language, browser: readLanguageCookie() })

/** To a browser that prefers it and in which nothing was chosen. */
export const mayOfferSpanish = (pathname: string, session: Session | null): boolean =>
  navigator.language.startsWith('es') && !isEnglishOnly(pathname) && !choiceOf(session)

/** The language of the page at this path. */
export const languageOfPage = (pathname: string, session: Session | null): Language =>
  (!isEnglishOnly(pathname) && choiceOf(session)) || 'en'

const toast = scopedToast('language')

/** In both languages: the page is still English, and its reader wants Spanish. */
export const reportMissingSpanish = (): void =>
  toast.error(
    'No pudimos cargar el español',
    "Spanish couldn't be loaded. Please check your connection and try again.",
  )
