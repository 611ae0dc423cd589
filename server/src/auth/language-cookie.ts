import {
  chosenLanguage,
  LANGUAGE_COOKIE,
  LANGUAGE_COOKIE_SECONDS,
  type Language,
} from '@aftercare/domain/lib/language'
import { getCookie, setCookie } from 'hono/cookie'
import type { AppContext } from '../http/context'

/** The language chosen in this browser; null if none was. */
export const readLanguageCookie = (c: AppContext): Language | null =>
  chosenLanguage({ browser: getCookie(c, LANGUAGE_COOKIE) })

/** What the user of this request reads. */
export const languageOf = (c: AppContext): Language =>
  chosenLanguage({
    account: c.var.viewer.account?.language ?? null,
    browser: getCookie(c, LANGUAGE_COOKIE),
  }) ?? 'en'

/** Readable by the page, which writes it too when a language is chosen. */
export function writeLanguageCookie(c: AppContext, language: Language) {
  setCookie(c, LANGUAGE_COOKIE, language, { path: '/', sameSite: 'Lax', maxAge: LANGUAGE_COOKIE_SECONDS })
}
