import { type ReactNode, useEffect } from 'react'
import { useUser } from '../../lib/auth-provider'
import { PageLoading } from '../../ui/feedback/spinner'
import { ErrorState } from '../../ui/feedback/states'
import { PrintWindow } from '../../ui/print/print-window'
import { useReportDay } from '../attendance/use-report-day'
import { type LoadedBoard, useBoard } from './board.api'
import { openOutbox } from './offline/board-outbox'
import { BOARD_PATH } from './offline/offline-board'
import { useShownCards } from './use-board-marks'

type BoardPrintWindowProps = {
  loading: string
  error: string
  children: (board: LoadedBoard, cards: ReturnType<typeof useShownCards>) => ReactNode
}

/** A print window with a sheet of a day's board. Works offline like the board. */
export function BoardPrintWindow({ loading, error, children }: BoardPrintWindowProps) {
  const { day } = useReportDay()
  const { data: board, isError, refetch } = useBoard(day)
  const accountId = useUser().id
  useEffect(() => openOutbox(accountId), [accountId])
  const cards = useShownCards(board)
  return (
    <PrintWindow home={`${BOARD_PATH}?date=${day}`} isReady={board !== undefined}>
      {board ? (
        children(board, cards)
      ) : isError ? (
        <ErrorState message={error} onRetry={() => void refetch()} />
      ) : (
        <PageLoading label={loading} />
      )}
    </PrintWindow>
  )
}
