import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { returnStateOf } from '../auth/return-path'
import { ApiError, isClientError, onApiError } from '../lib/api-client'
import { fetchAdminRole } from '../lib/auth.api'
import { useAuth } from '../lib/auth-provider'
import { checkSession, denyAccess } from '../lib/auth-store'
import { canOpenOffline } from '../lib/offline-board'
import { today } from '../lib/program'
import { Navigate, useLocation } from '../router/router'
import { PageLoading } from '../ui/feedback/spinner'
import { NO_ACCESS } from './no-access'
import { UnreachableScreen } from './unreachable-screen'

const PROFILE = '/admin/profile'
/** An answer that does not come in this time counts as none. */
const TIMEOUT_MS = 10_000

type RequireAdminProps = {
  children: ReactNode
  /** Loads the page asked for beside the question for the role; the server refuses its data to all but admins. */
  preload?: (pathname: string) => void
}

/**
 * Shows the admin area only after the server has said that this person is an admin. Asked each time the area is
 * entered, and again when the server refuses something for want of the role. For somebody
 * whom this browser knows as an admin, the page is fetched meanwhile; for all others, nothing of it. Whoever has to set
 * up two-step sign-in first is led to the profile, whatever they open. A page that was itself kept for want of a
 * connection opens with what was kept for this person today, until the server can be asked. Without an answer nothing
 * is shown and nobody is signed out: it is asked again until there is one.
 */
export function RequireAdmin({ children, preload }: RequireAdminProps) {
  const { user, loading, isUnreachable } = useAuth()
  const location = useLocation()
  if (user)
    return (
      <RoleCheck key={user.id} userId={user.id} preload={preload}>
        {children}
      </RoleCheck>
    )
  if (loading) return <PageLoading />
  if (isUnreachable) return <SessionUnanswered />
  return <Navigate to="/admin/login" replace state={returnStateOf(location)} />
}

function SessionUnanswered() {
  const [isTrying, setTrying] = useState(false)
  const retry = () => {
    setTrying(true)
    void checkSession().finally(() => setTrying(false))
  }
  return <UnreachableScreen isSignedIn={false} isTrying={isTrying} onRetry={retry} />
}

function RoleCheck({ userId, preload, children }: RequireAdminProps & { userId: string }) {
  const { roles } = useAuth()
  const { pathname } = useLocation()
  const enter = useEffectEvent(() => {
    if (roles.includes('admin')) preload?.(pathname)
  })
  useEffect(() => enter(), [])
  const [doubtedAt, setDoubtedAt] = useState(0)
  const { data, dataUpdatedAt, error, errorUpdateCount, isFetching, refetch } = useQuery({
    queryKey: ['admin-role', userId],
    queryFn: () => fetchAdminRole(AbortSignal.timeout(TIMEOUT_MS)),
    staleTime: 0,
    gcTime: 0,
    // Also asked while the browser calls itself offline, so that the page can say that there is no answer.
    networkMode: 'always',
    refetchOnReconnect: true,
    // Long enough for a restart, and for Firefox to be gone where it cuts off requests as another page is opened.
    retry: (failures, reason) => failures < 1 && !isClientError(reason),
    retryDelay: 1_000,
  })
  const isVerified = data !== undefined && !(error && dataUpdatedAt < doubtedAt)
  const isUnanswered = !data && !isClientError(error)
  const outcome =
    isUnanswered && canOpenOffline(userId, today())
      ? 'admitted'
      : outcomeOf(isVerified, error, errorUpdateCount > 0)
  const doubt = useEffectEvent((code: string) => {
    if ((code !== 'admins-only' && code !== 'two-factor-required') || outcome !== 'admitted' || isFetching)
      return
    setDoubtedAt(Date.now())
    void refetch()
  })
  useEffect(() => onApiError(({ code }) => doubt(code)), [])

  const isTurnedAway = useRef(false)
  useEffect(() => {
    // Everything on the screen may be read again meanwhile, this answer too: it is told once.
    if (outcome !== 'denied' || isTurnedAway.current) return
    isTurnedAway.current = true
    void denyAccess(userId, '/login', { kind: 'error', ...NO_ACCESS })
  }, [outcome, userId])

  if (outcome === 'unreachable')
    return <UnreachableScreen isSignedIn isTrying={isFetching} onRetry={() => void refetch()} />
  if (outcome !== 'admitted') return <PageLoading />
  if (data?.must_set_up_two_factor && pathname !== PROFILE) return <Navigate to={PROFILE} replace />
  return children
}

function outcomeOf(isVerified: boolean, error: Error | null, hasFailed: boolean) {
  if (error instanceof ApiError && error.status === 403) return 'denied'
  // The session has just ended; the store asks the server, and whoever is signed out is redirected.
  if (error instanceof ApiError && error.status === 401) return 'checking'
  if (isVerified) return 'admitted'
  return hasFailed ? 'unreachable' : 'checking'
}
