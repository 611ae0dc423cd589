import { BoardPrintWindow } from './board-print-window'
import { EmergencySheet } from './emergency-sheet'

/** The window of the emergency sheet, to read or to print. */
export default function EmergencySheetPage() {
  return (
    <BoardPrintWindow
      loading="Loading emergency sheet..."
      error="We couldn't load the list for this date. Offline, only today's opens, and only if the board was opened on this device before."
    >
      {(board, cards) => <EmergencySheet board={board} cards={cards} />}
    </BoardPrintWindow>
  )
}
