import { useSignOut } from '../auth/use-sign-out'
import { useUser } from '../lib/auth-provider'
import { AdminLayout } from './admin-layout'
import { UnreachableBanner } from './unreachable-banner'

/** Header and sidebar of the admin area for the signed-in admin. */
export function AdminFrame() {
  const user = useUser()
  const signOut = useSignOut('/admin/login')
  return (
    <>
      <UnreachableBanner />
      <AdminLayout user={{ name: user.full_name, email: user.email }} onSignOut={signOut} />
    </>
  )
}
