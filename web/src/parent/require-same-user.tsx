import { Fragment, type ReactNode, useState } from 'react'
import { returnStateOf } from '../auth/return-path'
import { useAuth } from '../lib/auth-provider'
import { Navigate, useLocation } from '../router/router'
import { PageLoading } from '../ui/feedback/spinner'

/**
 * For forms that guests may use too. A user whose session expires meanwhile signs in again and returns to the draft,
 * instead of getting a guest's form.
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
