import { CANCELLED_NOTICE, dismissalLabel } from '@aftercare/domain/attendance/attendance'
import { CHILD_STATE_LABELS, childState } from '@aftercare/domain/board/board'
import { formatLongDate } from '@aftercare/domain/lib/dates-format'
import { PrintLayout } from '../../ui/print/print-layout'
import { PrintTable } from '../attendance/print-table'
import type { LoadedBoard } from './board.api'
import { sheetAsOf, timeOf } from './board-text'
import type { ShownCard } from './use-board-marks'
import './sign-in-sheet.css'

const COLUMNS = ['Child Name', 'In', 'Out', 'Picked up by', 'Signature']

/**
 * One row per child to sign, with the known times filled in. Every parent can read it, so it has no allergies, phone
 * numbers or notes.
 */
export function SignInSheet({ board, cards }: { board: LoadedBoard; cards: readonly ShownCard[] }) {
  const day = formatLongDate(board.date)
  return (
    <PrintLayout
      sheet="sign-in"
      title="Sign-In Sheet"
      subtitle={<b className="paper-date">{day}</b>}
      aside={sheetAsOf(board, cards)}
      notice={board.is_cancelled && CANCELLED_NOTICE}
      footer={{ text: `Sign-In Sheet, ${day}` }}
    >
      <PrintTable label="Sign-in sheet" columns={COLUMNS} rows={cards} keyOf={(card) => card.submission_id}>
        {(card) => <SheetLine card={card} />}
      </PrintTable>
    </PrintLayout>
  )
}

function SheetLine({ card: { child_name, dismissal, mark } }: { card: ShownCard }) {
  const state = childState(mark)
  return (
    <tr data-state={state}>
      <td>
        <b>{child_name}</b>
        <span className="paper-soft">{dismissalLabel(dismissal)}</span>
      </td>
      <td>{state === 'not_coming' ? CHILD_STATE_LABELS.not_coming : timeOf(mark?.arrived_at)}</td>
      <td>{timeOf(mark?.left_at)}</td>
      <td>{mark?.picked_up_by}</td>
      <td />
    </tr>
  )
}
