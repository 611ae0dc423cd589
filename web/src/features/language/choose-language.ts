import type { Language } from '@aftercare/domain/lib/language'
import { showLanguage, textsOf } from '../../language/language'
import { api, request } from '../../lib/api-client'
import { getAuthState, updateLanguage } from '../../lib/auth-store'
import { isEnglishOnly } from '../../lib/language-choice'
import { scopedToast } from '../../lib/scoped-toast'
import { storeLanguage } from '../../lib/store-language'
import { en } from './texts/choice.en'

const toast = scopedToast('language')
let latest: Language
const listeners = new Set<() => void>()

/** Called when a language was chosen in this browser. */
export function subscribeChoice(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows the page in this language and stores it, in the browser and on the account. Rejects if it cannot be loaded. */
export async function chooseLanguage(language: Language): Promise<void> {
  latest = language
  await showLanguage(language)
  if (latest !== language) return
  toast.clear()
  storeLanguage(language)
  for (const listener of listeners) listener()
  // Before it is stored on the account, so that pages opened during the request keep it. A failed one leaves it until
  // the session is fetched again.
  updateLanguage(language)
  // Again, because a page opened meanwhile was shown in the earlier language.
  if (!isEnglishOnly(window.location.pathname)) await showLanguage(language)
  if (!getAuthState().session) return
  try {
    await request(api.profile.language.$put({ json: { language } }))
    // A session that was fetched meanwhile has the earlier language.
    if (latest === language) updateLanguage(language)
  } catch {
    const { title, text } = textsOf(en).saveFailed
    if (latest === language) toast.error(title, text)
  }
}
