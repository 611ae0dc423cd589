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
 * Shows the page in this language and stores it, in the browser and on the account. Stored first, so that pages opened
 * meanwhile have it too. Rejects if it cannot be loaded; the next page tries again.
 */
export async function chooseLanguage(language: Language): Promise<void> {
  latest = language
  toast.clear()
  storeLanguage(language)
  updateLanguage(language)
  for (const listener of listeners) listener()
  const shown = showLanguage(language)
  await shown.catch(() => undefined)
  if (latest !== language || !getAuthState().session) return shown
  try {
    await request(api.profile.language.$put({ json: { language } }))
    // A session that was fetched meanwhile has the earlier language.
    updateLanguage(latest)
  } catch {
    // The choice lasts until the session is fetched again.
    const { title, text } = textsOf(en).saveFailed
    if (latest === language) toast.error(title, text)
  }
  return shown
}
