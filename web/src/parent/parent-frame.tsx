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
  const { user } = useAuth()
  const signOut = useSignOut('/')
  return (
    <>
      <ParentLayout person={user && { name: user.full_name, email: user.email }} onSignOut={signOut} />
      <SpanishOffer />
    </>
  )
}

/** By itself: it renders again once the page is hydrated, and the page must not. */
function SpanishOffer() {
  const { session } = useAuth()
  const { pathname } = useLocation()
  return useIsHydrated() && mayOfferSpanish(pathname, session) && <LanguageOffer />
}
