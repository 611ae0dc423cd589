import { Printer } from 'lucide-react'
import { useEffect } from 'react'
import { useUser } from '../../../auth/auth-provider'
import { useBoard } from '../../../features/board/board.api'
import { openOutbox } from '../../../features/board/board-outbox'
import { BOARD_PATH } from '../../../features/board/kept-board'
import { useSearchParams } from '../../../router/router'
import { Button } from '../../../ui/button'
import { PageLoading } from '../../../ui/spinner'
import { ErrorState } from '../../../ui/states'
import { useCloseWindow, usePrintOnce, useWindowTitle } from '../use-print-page'
import { useReportDay } from '../use-report-day'
import { SignInSheet } from './sign-in-sheet'
import { useShownCards } from './use-board-marks'

/** The window of the sheet that lies at the door; it opens without a connection as the board does. */
export function SignInSheetPage() {
  const { day } = useReportDay()
  const [params] = useSearchParams()
  const { data: board, isError, refetch } = useBoard(day)
  const accountId = useUser().id
  useEffect(() => openOutbox(accountId), [accountId])
  const cards = useShownCards(board)
  useWindowTitle('Sign-In Sheet')
  usePrintOnce(params.has('print') && board !== undefined)
  const close = useCloseWindow(`${BOARD_PATH}?date=${day}`)
  return (
    <>
      <header className="sheet-bar">
        <b>Sign-In Sheet</b>
        <Button icon={<Printer aria-hidden="true" />} disabled={!board} onClick={() => window.print()}>
          Print
        </Button>
        <Button kind="quiet" onClick={close}>
          Close
        </Button>
      </header>
      <main id="main" tabIndex={-1} className="sheet-desk">
        {board ? (
          <SignInSheet date={board.date} cards={cards} />
        ) : isError ? (
          <ErrorState message="The list of this date could not be loaded." onRetry={() => void refetch()} />
        ) : (
          <PageLoading label="Loading sign-in sheet..." />
        )}
      </main>
    </>
  )
}
