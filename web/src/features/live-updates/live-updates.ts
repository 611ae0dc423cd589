import { LIVE_QUERIES, type LiveKey, type StaticKey } from '@aftercare/domain/live/live-queries'
import type { LiveTopic } from '@aftercare/domain/live/live-topics'
import { type QueryClient, type QueryFilters, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { checkSession, getAuthState, subscribeAuth } from '../../lib/auth-store'
import { type LiveChange, startLive } from '../../lib/live'
import { type ProgramJson, reloadProgram, setProgram, useProgramFacts } from '../../lib/program'
import { reloadFamily } from '../../lib/reload-family'
import { applySeatChange } from '../months/seat-changes'

type WithRest<Key> = Key extends readonly string[] ? readonly [...Key, ...unknown[]] : never

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: WithRest<LiveKey | StaticKey>
  }
}

/**
 * A first load goes on, and may have read what was there before the change: its data is stale once it is there. After
 * several changes it is repeated once.
 */
function invalidate(client: QueryClient, filters: QueryFilters = {}): void {
  for (const query of client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' }))
    if (query.state.data === undefined)
      query.promise?.then(
        () => client.invalidateQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false }),
        () => undefined,
      )
  void client.invalidateQueries(filters)
}

function applyChange(client: QueryClient, topic: LiveTopic, change: LiveChange): void {
  const userId = getAuthState().session?.user.id
  if (topic === 'family_members' && userId !== undefined && change.member_id === userId) {
    reloadFamily(change.type === 'DELETE' ? 'left' : 'joined')
    return
  }
  const isOwn = userId !== undefined && (topic === 'profiles' ? change.id : change.user_id) === userId
  if (isOwn && (topic === 'profiles' || topic === 'user_roles')) void checkSession()
  if (topic === 'program' && change.row) setProgram(change.row as ProgramJson)
  // These carry the new values, so that a thousand open pages need not refetch.
  if (topic === 'month_seats') applySeatChange(client, change)
  const isContent = topic === 'site_content' && change.row !== undefined
  if (isContent) {
    const queryKey = ['site-content', change.section_name] as const
    invalidate(client, { queryKey, fetchStatus: 'fetching' })
    client.setQueryData(queryKey, change.row)
  }
  for (const queryKey of LIVE_QUERIES[topic])
    if (!isContent || queryKey[0] !== 'site-content') invalidate(client, { queryKey })
}

/** In another time zone, however it became known, much of what the server sent may be about another day. */
function useRefetchInNewZone(client: QueryClient): void {
  const { timeZone } = useProgramFacts()
  const fetchedIn = useRef(timeZone)
  useEffect(() => {
    if (fetchedIn.current !== timeZone) invalidate(client)
    fetchedIn.current = timeZone
  }, [client, timeZone])
}

/** Joined or left while this page was offline: it still shows the former family. */
function useReloadInNewFamily(): void {
  const session = useSyncExternalStore(subscribeAuth, () => getAuthState().session)
  const loadedFor = useRef(session)
  useEffect(() => {
    const former = loadedFor.current
    loadedFor.current = session
    if (!session || former?.user.id !== session.user.id || former.family_id === session.family_id) return
    if (former.family_id) reloadFamily(session.family_id === session.user.id ? 'left' : 'joined')
  }, [session])
}

/** Rendered once, at the root. Invalidates queries on live changes; mounted ones refetch at once. */
export function LiveUpdates(): null {
  const client = useQueryClient()
  useRefetchInNewZone(client)
  useReloadInNewFamily()
  const userId = useSyncExternalStore(subscribeAuth, () => getAuthState().session?.user.id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stream belongs to one session
  useEffect(
    () =>
      startLive({
        onChange: (topic, change) => applyChange(client, topic, change),
        onConnected: (id) => {
          if (id !== (getAuthState().session?.user.id ?? null)) void checkSession()
        },
        onSignedOut: () => void checkSession(),
        onResync: () => {
          invalidate(client)
          void checkSession()
          void reloadProgram().catch(() => undefined)
        },
      }),
    [client, userId],
  )
  return null
}
