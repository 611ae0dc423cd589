import { useSignOut } from '../auth/use-sign-out'
import { useAuth } from '../lib/auth-provider'
import { mayOfferSpanish } from '../lib/language-choice'
import { useLocation } from '../router/router'
import { useIsHydrated } from '../ui/hooks/use-is-hydrated'
import { lazyWithRetry } from '../ui/lazy-with-retry'
import { ParentLayout } from './parent-layout'

const LanguageOffer = lazyWithRetry(
  () => import('../features/language/language-offer'),
  (m) => m.LanguageOffer,
  { renderError: () => null },
)

/** The parents' header and footer with the signed-in user. */
export function ParentFrame() {
  const { user, session } = useAuth()
  const signOut = useSignOut('/')
  const isHydrated = useIsHydrated()
  const { pathname } = useLocation()
  return (
    <>
      <ParentLayout person={user && { name: user.full_name, email: user.email }} onSignOut={signOut} />
      {isHydrated && mayOfferSpanish(pathname, session) && <LanguageOffer />}
    </>
  )
}
