import { useAuth } from '../lib/auth-provider'
import { Navigate, Outlet, useLocation } from '../router/router'
import { PageLoading } from '../ui/feedback/spinner'
import { returnStateOf } from './return-path'

/** Requires a signed-in user; others sign in first and return to the page. */
export function RequireUser() {
  const { user, loading } = useAuth()
  const location = useLocation()
  if (user) return <Outlet key={user.id} />
  if (loading) return <PageLoading />
  return <Navigate to="/auth" replace state={returnStateOf(location)} />
}
