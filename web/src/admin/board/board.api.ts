import type { Day } from '@aftercare/domain/lib/days'
import { useQuery } from '@tanstack/react-query'
import { isClientError } from '../../lib/api-client'
import { useUser } from '../../lib/auth-provider'
import { getAuthState } from '../../lib/auth-store'
import { serverNow } from '../../lib/program'
import { queryClient } from '../../lib/query-client'
import { type Board, fetchBoard, type OfflineBoard, type StoredMark } from './board-requests'
import { setConnected } from './offline/board-connection'
import { storageOf } from './offline/board-storage'
import type { MarkRequest } from './offline/pending-marks'

const KEY = ['admin', 'board'] as const

/** `isOffline`: the stored board, because the server cannot be reached. */
export type LoadedBoard = OfflineBoard & { isOffline: boolean }

const isSignedIn = (accountId: string) => getAuthState().session?.user.id === accountId

/** The day's board; offline, today's stored one, if this account opened it here. */
async function readBoard(date: Day, accountId: string): Promise<LoadedBoard> {
  const storage = await storageOf(accountId)
  try {
    const board = { ...(await fetchBoard(date)), readAt: serverNow().toISOString() }
    setConnected(true)
    if (board.date === board.today && isSignedIn(accountId)) await storage.saveBoard(board)
    return { ...board, isOffline: false }
  } catch (error) {
    if (isClientError(error)) throw error
    setConnected(false)
    const stored = await storage.readBoard()
    if (stored?.date !== date) throw error
    return { ...stored, isOffline: true }
  }
}

/** Who is expected, here and gone. Refetched on mount, live, and polled while it is offline. */
export function useBoard(date: Day) {
  const accountId = useUser().id
  return useQuery({
    queryKey: [...KEY, date],
    queryFn: () => readBoard(date, accountId),
    staleTime: 0,
    // Offline the query function returns the stored board.
    networkMode: 'always',
    retry: false,
    refetchOnReconnect: true,
    refetchInterval: ({ state }) => (state.data?.isOffline || state.status === 'error' ? 15_000 : false),
  })
}

/** Applies the server's mark of a child to the cached and the stored board, without a refetch. */
export async function applyServerMark(
  { submission_id, day }: MarkRequest,
  mark: StoredMark,
  accountId: string,
) {
  const withMark = <T extends Board>(board: T): T => ({
    ...board,
    cards: board.cards.map((card) => {
      const isNewer = (mark?.version ?? 0) >= (card.mark?.version ?? 0)
      return card.submission_ids.includes(submission_id) && isNewer ? { ...card, mark } : card
    }),
  })
  queryClient.setQueryData<LoadedBoard>([...KEY, day], (board) => board && withMark(board))
  const storage = await storageOf(accountId)
  const stored = await storage.readBoard()
  if (stored && stored.date === day && isSignedIn(accountId)) await storage.saveBoard(withMark(stored))
}
