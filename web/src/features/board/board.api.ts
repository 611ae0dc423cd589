import type { Day } from '@aftercare/domain/lib/days'
import { useQuery } from '@tanstack/react-query'
import { isClientError } from '../../lib/api-client'
import { useUser } from '../../lib/auth-provider'
import { getAuthState } from '../../lib/auth-store'
import { serverNow } from '../../lib/program'
import { queryClient } from '../../lib/query-client'
import { setConnected } from './board-connection'
import { type Board, fetchBoard, type OfflineBoard, type StoredMark } from './board-requests'
import { storageOf } from './board-storage'
import type { MarkRequest } from './pending-marks'

const KEY = ['admin', 'board'] as const

/** The same on the screen: kept ones stand in for want of an answer. */
export type ReadBoard = OfflineBoard & { isOffline: boolean }

const isHere = (accountId: string) => getAuthState().session?.user.id === accountId

/** The board of the day; without a connection the one kept from today, if this account opened it here. */
async function readBoard(date: Day, accountId: string): Promise<ReadBoard> {
  const storage = await storageOf(accountId)
  try {
    const board = { ...(await fetchBoard(date)), readAt: serverNow().toISOString() }
    setConnected(true)
    if (board.date === board.today && isHere(accountId)) await storage.saveBoard(board)
    return { ...board, isOffline: false }
  } catch (error) {
    if (isClientError(error)) throw error
    setConnected(false)
    const kept = await storage.readBoard()
    if (kept?.date !== date) throw error
    return { ...kept, isOffline: true }
  }
}

/** Who is expected, here and gone. Read anew when opened, changes by itself, and asks again while it is out of touch. */
export function useBoard(date: Day) {
  const accountId = useUser().id
  return useQuery({
    queryKey: [...KEY, date],
    queryFn: () => readBoard(date, accountId),
    staleTime: 0,
    // The kept board answers without a connection, so the question is asked all the same.
    networkMode: 'always',
    retry: false,
    refetchOnReconnect: true,
    refetchInterval: ({ state }) => (state.data?.isOffline || state.status === 'error' ? 15_000 : false),
  })
}

/** What the server holds of a child now, on the screen and in what is kept, without waiting for the next reading. */
export async function applyServerMark(
  { submission_id, day }: MarkRequest,
  mark: StoredMark,
  accountId: string,
) {
  const put = <T extends Board>(board: T): T => ({
    ...board,
    cards: board.cards.map((card) => {
      const isNewer = (mark?.version ?? 0) >= (card.mark?.version ?? 0)
      return card.submission_ids.includes(submission_id) && isNewer ? { ...card, mark } : card
    }),
  })
  queryClient.setQueryData<ReadBoard>([...KEY, day], (board) => board && put(board))
  const storage = await storageOf(accountId)
  const kept = await storage.readBoard()
  if (kept && kept.date === day && isHere(accountId)) await storage.saveBoard(put(kept))
}
