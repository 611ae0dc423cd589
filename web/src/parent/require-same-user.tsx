import { Fragment, type ReactNode, useState } from 'react'
import { returnStateOf } from '../auth/return-path'
import { useAuth } from '../lib/auth-provider'
import { Navigate, useLocation } from '../router/router'
import { PageLoading } from '../ui/feedback/spinner'

/**
 * The forms that guests may use too. Somebody whose session runs out meanwhile is asked to sign in again and comes back
 * to what was typed, instead of finding a guest's form there.
 */
export function RequireSameUser({ children }: { children: (personId: string | null) => ReactNode }) {
  const { user, loading } = useAuth()
  const location = useLocation()
  const [lastId, setLastId] = useState<string | null>(null)
  const personId = user?.id ?? null
  if (personId !== null && personId !== lastId) setLastId(personId)
  if (personId === null && loading) return <PageLoading />
  if (personId === null && lastId !== null) {
    return <Navigate to="/auth" replace state={returnStateOf(location)} />
  }
  return <Fragment key={personId}>{children(personId)}</Fragment>
}
