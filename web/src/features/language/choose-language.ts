import type { Language } from '@aftercare/domain/lib/language'
import { showLanguage, textsOf } from '../../language/language'
import { api, request } from '../../lib/api-client'
import { getAuthState, updateLanguage } from '../../lib/auth-store'
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

/**
 * Shows the page in this language and stores it, in the browser and on the account. Rejects if it cannot be loaded. Stored
 * first, so that pages opened meanwhile have it too; one that the account rejects, until the session is fetched again.
 */
export async function chooseLanguage(language: Language): Promise<void> {
  latest = language
  storeLanguage(language)
  updateLanguage(language)
  await showLanguage(language)
  if (latest !== language) return
  toast.clear()
  for (const listener of listeners) listener()
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
