import { getAuthState, loadPageWithToast } from './auth-store'
import type { FlashToast } from './flash-toast'
import { clearDraftsOf } from './persisted-draft'

const MESSAGES: Record<'joined' | 'left', FlashToast> = {
  joined: {
    variant: 'success',
    title: 'You joined the family',
    message: 'You now see its children, registrations and payments.',
  },
  left: {
    variant: 'success',
    title: "You're no longer in the family",
    message: "Your account stays, without the family's children and registrations.",
  },
}

/** The user joined or left a family, here or elsewhere. Nothing of the former one stays on the screen or in a draft. */
export function reloadFamily(change: 'joined' | 'left') {
  const { session, isReloading } = getAuthState()
  if (!session || isReloading) return
  clearDraftsOf(session.user.id)
  loadPageWithToast('/dashboard', MESSAGES[change])
}
