import { useSignOut } from '../auth/use-sign-out'
import { useUser } from '../lib/auth-provider'
import { AdminLayout } from './admin-layout'
import { UnreachableBanner } from './unreachable-banner'

/** The staff's header and sidebar with the admin who is signed in. */
export function AdminFrame() {
  const user = useUser()
  const signOut = useSignOut('/admin/login')
  return (
    <>
      <UnreachableBanner />
      <AdminLayout person={{ name: user.full_name, email: user.email }} onSignOut={signOut} />
    </>
  )
}
