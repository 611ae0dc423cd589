import { BoardPrintWindow } from './board-print-window'
import { SignInSheet } from './sign-in-sheet'

/** The print window of the sign-in sheet. */
export default function SignInSheetPage() {
  return (
    <BoardPrintWindow loading="Loading sign-in sheet..." error="We couldn't load the list for this date.">
      {(board, cards) => <SignInSheet board={board} cards={cards} />}
    </BoardPrintWindow>
  )
}
