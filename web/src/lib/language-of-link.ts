import { chosenLanguage, LANGUAGE_PARAM } from '@aftercare/domain/lib/language'
import { readLanguageCookie } from './language-choice'
import { storeLanguage } from './store-language'

/** A mailed link names the language of its mail. A browser in which none was chosen keeps it. */
export function takeLanguageOfLink(): void {
  const url = new URL(window.location.href)
  const link = url.searchParams.get(LANGUAGE_PARAM)
  if (link === null) return
  const language = chosenLanguage({ link })
  if (language && !readLanguageCookie()) storeLanguage(language)
  url.searchParams.delete(LANGUAGE_PARAM)
  window.history.replaceState(window.history.state, '', url)
}
