import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { ApiError, isRefusal, onRefusal } from '../features/api-client'
import { fetchAdminRole } from '../features/auth/auth.api'
import { signInMessages } from '../features/auth/sign-in-messages'
import { forgetBoard, opensKept } from '../features/board/kept-board'
import { subscribeLive } from '../features/live'
import { today } from '../features/program/program'
import { Navigate, useLocation } from '../router/router'
import { PageLoading } from '../ui/spinner'
import { useAuth } from './auth-provider'
import { returnStateOf } from './return-path'

export const NO_ACCESS = {
  title: 'Oops! No Access.',
  message: 'Looks like this area is for admins only.',
} as const
export const NOT_VERIFIED = { title: 'Login failed', message: 'Failed to verify admin privileges' } as const

const PROFILE = '/admin/profile'
/** Whoever is still here after that has stayed. */
const LEAVING_MS = 5_000

type AdminGateProps = {
  children: ReactNode
  /** Loads the page asked for beside the question for the role; the server refuses its data to all but admins. */
  startAhead?: (pathname: string) => void
}

/**
 * Shows the admin area only after the server has said that this person is an admin. Asked each time the area is
 * entered, and again when the server refuses something for want of the role. For somebody
 * whom this browser knows as an admin, the page is fetched meanwhile; for all others, nothing of it. Whoever has to set
 * up two-step sign-in first is led to the profile, whatever they open. A page that was itself kept for want of a
 * connection opens with what was kept for this person today, until the server can be asked.
 */
export function AdminGate({ children, startAhead }: AdminGateProps) {
  const { user, loading, leavingTo } = useAuth()
  const location = useLocation()
  if (user)
    return (
      <RoleCheck key={user.id} userId={user.id} startAhead={startAhead}>
        {children}
      </RoleCheck>
    )
  if (loading || leavingTo) return <PageLoading />
  return <Navigate to="/admin/login" replace state={returnStateOf(location)} />
}

function RoleCheck({ userId, startAhead, children }: AdminGateProps & { userId: string }) {
  const { dropSession, roles } = useAuth()
  const { pathname } = useLocation()
  const enter = useEffectEvent(() => {
    if (roles.includes('admin')) startAhead?.(pathname)
  })
  useEffect(() => enter(), [])
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['admin-role', userId],
    queryFn: fetchAdminRole,
    staleTime: 0,
    gcTime: 0,
    retry: (failures, reason) => failures < 1 && !(reason instanceof ApiError && reason.status < 500),
    retryDelay: 300,
  })
  const isUnanswered = !data && !isRefusal(error)
  const outcome = isUnanswered && opensKept(userId, today()) ? 'admitted' : outcomeOf(data, error)
  const doubt = useEffectEvent((code: string) => {
    if ((code === 'admins-only' || code === 'two-step-required') && outcome === 'admitted' && !isFetching)
      void refetch()
  })
  useEffect(() => {
    const ends = [
      onRefusal(({ code }) => doubt(code)),
      ...['two_step', 'two_step_required'].map((topic) => subscribeLive(topic, () => void refetch())),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [refetch])

  const isPageLeaving = usePageLeaving(outcome === 'checking')
  const isTurnedAway = useRef(false)
  useEffect(() => {
    if (outcome !== 'denied' && outcome !== 'unverified') return
    const turnAway = () => {
      // Everything on the screen may be read again meanwhile, this answer too: it is told once.
      if (isTurnedAway.current) return
      isTurnedAway.current = true
      if (outcome === 'denied') forgetBoard(userId)
      const [words, leaveTo] = outcome === 'denied' ? [NO_ACCESS, '/login'] : [NOT_VERIFIED, '/admin/login']
      void dropSession(leaveTo).then(() => signInMessages.error(words.title, words.message))
    }
    if (outcome === 'denied' || !isPageLeaving.current) return turnAway()
    const timer = setTimeout(turnAway, LEAVING_MS)
    return () => clearTimeout(timer)
  }, [outcome, dropSession, userId, isPageLeaving])

  if (outcome !== 'admitted') return <PageLoading />
  if (data?.must_set_up_two_step && pathname !== PROFILE) return <Navigate to={PROFILE} replace />
  return children
}

/**
 * Another page was asked for: Firefox cuts off what is under way at once, long before this page is gone, and that must
 * sign nobody out. Listened for only while it counts, as it keeps a page from being kept for the way back.
 */
function usePageLeaving(counts: boolean) {
  const isLeaving = useRef(false)
  useEffect(() => {
    if (!counts) return
    const leave = () => {
      isLeaving.current = true
    }
    window.addEventListener('beforeunload', leave)
    return () => window.removeEventListener('beforeunload', leave)
  }, [counts])
  return isLeaving
}

function outcomeOf(data: object | undefined, error: Error | null) {
  if (error instanceof ApiError && error.status === 403) return 'denied'
  // The session has just ended; the store asks the server and the gate sends to sign in.
  if (error instanceof ApiError && error.status === 401) return 'checking'
  if (data) return 'admitted'
  return error ? 'unverified' : 'checking'
}
