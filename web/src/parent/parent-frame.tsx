import { useSignOut } from '../auth/use-sign-out'
import { useAuth } from '../lib/auth-provider'
import { ParentLayout } from './parent-layout'

/** The parents' header and footer with the signed-in user. */
export function ParentFrame() {
  const { user } = useAuth()
  const signOut = useSignOut('/')
  return <ParentLayout person={user && { name: user.full_name, email: user.email }} onSignOut={signOut} />
}
