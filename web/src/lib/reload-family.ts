import { textsOf } from '../language/language'
import { getAuthState, loadPageWithToast } from './auth-store'
import { clearDraftsOf } from './draft-store'
import { en } from './texts/family.en'

/** The user joined or left a family, here or elsewhere. Nothing of the former one stays on the screen or in a draft. */
export function reloadFamily(change: 'joined' | 'left') {
  const { session, isReloading } = getAuthState()
  if (!session || isReloading) return
  clearDraftsOf(session.user.id)
  loadPageWithToast('/dashboard', { variant: 'success', ...textsOf(en)[change] })
}
