import { useEffect } from 'react'
import { useBoard } from '../../features/board/board.api'
import { openOutbox } from '../../features/board/board-outbox'
import { useUser } from '../../lib/auth-provider'
import { BOARD_PATH } from '../../lib/offline-board'
import { PageLoading } from '../../ui/feedback/spinner'
import { ErrorState } from '../../ui/feedback/states'
import { PrintWindow } from '../../ui/print/print-window'
import { useReportDay } from '../attendance/use-report-day'
import { SignInSheet } from './sign-in-sheet'
import { useShownCards } from './use-board-marks'

/** The print window of the sign-in sheet. Works offline like the board. */
export default function SignInSheetPage() {
  const { day } = useReportDay()
  const { data: board, isError, refetch } = useBoard(day)
  const accountId = useUser().id
  useEffect(() => openOutbox(accountId), [accountId])
  const cards = useShownCards(board)
  return (
    <PrintWindow home={`${BOARD_PATH}?date=${day}`} isReady={board !== undefined}>
      {board ? (
        <SignInSheet date={board.date} cards={cards} isCancelled={board.is_cancelled} />
      ) : isError ? (
        <ErrorState message="We couldn't load the list for this date." onRetry={() => void refetch()} />
      ) : (
        <PageLoading label="Loading sign-in sheet..." />
      )}
    </PrintWindow>
  )
}
