import { may } from '@aftercare/domain/auth/access'
import { staffRoleOf } from '@aftercare/domain/lib/enums'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { denyAccess } from '../auth/deny-access'
import { returnStateOf } from '../auth/return-path'
import { staffHome } from '../auth/staff-home'
import { ApiError, isClientError, onApiError } from '../lib/api-client'
import { useAuth } from '../lib/auth-provider'
import { checkSession } from '../lib/auth-store'
import { findPage } from '../lib/page-routes'
import { today } from '../lib/program'
import type { Session } from '../lib/session'
import { Navigate, useLocation } from '../router/router'
import { PageLoading } from '../ui/feedback/spinner'
import { fetchAdminRole } from './admin-role.api'
import { adminRoutes } from './admin-routes'
import { canOpenOffline } from './board/offline/offline-board'
import { NO_ACCESS } from './no-access'
import { UnreachableScreen } from './unreachable-screen'

const PROFILE = '/admin/profile'
const TIMEOUT_MS = 10_000

type RequireAdminProps = {
  children: ReactNode
  /** Preloads the requested page while the role is checked; the server returns its data to staff only. */
  preload?: (pathname: string) => void
}

/**
 * Shows the admin area only after the server has confirmed that the user is staff. Checked each time the area is
 * entered, and again when the server returns a 403 for the role. For known staff the page is preloaded meanwhile.
 * A page that their role may not open leads to their first one. Staff who have to set up two-step sign-in are always
 * redirected to the profile. An offline page opens with the
 * board stored for this user today until the server can be reached. Without a response nothing is shown and nobody is
 * signed out: it retries.
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
  if (isUnreachable) return <SessionUnreachable />
  return <Navigate to="/admin/login" replace state={returnStateOf(location)} />
}

function SessionUnreachable() {
  const [isRetrying, setRetrying] = useState(false)
  const retry = () => {
    setRetrying(true)
    void checkSession().finally(() => setRetrying(false))
  }
  return <UnreachableScreen isSignedIn={false} isRetrying={isRetrying} onRetry={retry} />
}

function RoleCheck({ userId, preload, children }: RequireAdminProps & { userId: string }) {
  const { roles } = useAuth()
  const { pathname } = useLocation()
  const enter = useEffectEvent(() => {
    if (staffRoleOf(roles) && mayOpen(pathname, roles)) preload?.(pathname)
  })
  useEffect(() => enter(), [])
  const [invalidatedAt, setInvalidatedAt] = useState(0)
  const { data, dataUpdatedAt, error, errorUpdateCount, isFetching, refetch } = useQuery({
    queryKey: ['admin-role', userId],
    queryFn: () => fetchAdminRole(AbortSignal.timeout(TIMEOUT_MS)),
    staleTime: 0,
    gcTime: 0,
    // Also sent while the browser reports being offline, so that the page can say that there is no response.
    networkMode: 'always',
    refetchOnReconnect: true,
    // Covers a server restart, and Firefox, which aborts requests while navigating to another page.
    retry: (failures, reason) => failures < 1 && !isClientError(reason),
    retryDelay: 1_000,
  })
  // Changed since the session was read: the page follows at once, and the session soon.
  const isOutdated = data !== undefined && !roles.includes(data.role)
  const currentRoles = data && isOutdated ? [data.role] : roles
  useEffect(() => {
    if (isOutdated) void checkSession()
  }, [isOutdated])
  const isVerified = data !== undefined && !(error && dataUpdatedAt < invalidatedAt)
  const hasNoResponse = !data && !isClientError(error)
  const access =
    hasNoResponse && canOpenOffline(userId, today())
      ? 'admitted'
      : accessOf(isVerified, error, errorUpdateCount > 0)
  const recheck = useEffectEvent((code: string) => {
    if ((code !== 'admins-only' && code !== 'two-factor-required') || access !== 'admitted' || isFetching)
      return
    setInvalidatedAt(Date.now())
    void refetch()
  })
  useEffect(() => onApiError(({ code }) => recheck(code)), [])

  const isDenied = useRef(false)
  useEffect(() => {
    // Live updates may refetch this query meanwhile; deny only once.
    if (access !== 'denied' || isDenied.current) return
    isDenied.current = true
    void denyAccess(userId, '/login', { variant: 'error', ...NO_ACCESS })
  }, [access, userId])

  if (access === 'unreachable')
    return <UnreachableScreen isSignedIn isRetrying={isFetching} onRetry={() => void refetch()} />
  if (access !== 'admitted') return <PageLoading />
  if (data?.must_set_up_two_factor && pathname !== PROFILE) return <Navigate to={PROFILE} replace />
  if (!mayOpen(pathname, currentRoles)) return <Navigate to={staffHome(currentRoles)} replace />
  return children
}

/** An unknown page says so itself. */
function mayOpen(pathname: string, roles: Session['roles']): boolean {
  const action = findPage(adminRoutes, pathname)?.action
  return action === undefined || may(action, roles)
}

function accessOf(isVerified: boolean, error: Error | null, hasFailed: boolean) {
  if (error instanceof ApiError && error.status === 403) return 'denied'
  // The session has just ended; the auth store checks it and redirects.
  if (error instanceof ApiError && error.status === 401) return 'checking'
  if (isVerified) return 'admitted'
  return hasFailed ? 'unreachable' : 'checking'
}
