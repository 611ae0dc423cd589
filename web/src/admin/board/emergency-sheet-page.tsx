import { useEffect } from 'react'
import { useBoard } from '../../features/board/board.api'
import { openOutbox } from '../../features/board/board-outbox'
import { useUser } from '../../lib/auth-provider'
import { BOARD_PATH } from '../../lib/offline-board'
import { PageLoading } from '../../ui/feedback/spinner'
import { ErrorState } from '../../ui/feedback/states'
import { PrintWindow } from '../../ui/print/print-window'
import { useReportDay } from '../attendance/use-report-day'
import { EmergencySheet } from './emergency-sheet'
import { useShownCards } from './use-board-marks'

/** The window of the emergency sheet, to read or to print. Works offline like the board. */
export default function EmergencySheetPage() {
  const { day } = useReportDay()
  const { data: board, isError, refetch } = useBoard(day)
  const accountId = useUser().id
  useEffect(() => openOutbox(accountId), [accountId])
  const cards = useShownCards(board)
  return (
    <PrintWindow home={`${BOARD_PATH}?date=${day}`} isReady={board !== undefined}>
      {board ? (
        <EmergencySheet board={board} cards={cards} />
      ) : isError ? (
        <ErrorState
          message="We couldn't load the list for this date. Offline, only today's opens, and only if the board was opened on this device before."
          onRetry={() => void refetch()}
        />
      ) : (
        <PageLoading label="Loading emergency sheet..." />
      )}
    </PrintWindow>
  )
}
