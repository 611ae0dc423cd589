import { dismissalLabel } from '@aftercare/domain/attendance'
import { CHILD_STATE_LABELS, childState } from '@aftercare/domain/board'
import { formatDateTime, formatLongDate } from '@aftercare/domain/dates-format'
import type { Day } from '@aftercare/domain/days'
import { useLayoutEffect, useState } from 'react'
import { programFacts, serverNow } from '../../../features/program/program'
import { Logo } from '../../../ui/drawings/logo'
import { useProgram } from '../../../ui/program'
import { timeOf } from './board-words'
import type { ShownCard } from './use-board-marks'
import './sign-in-sheet.css'

const COLUMNS = ['Child Name', 'In', 'Out', 'Picked up by', 'Signature']

/**
 * One line a child, to be written on: what is known is filled in. It lies where every parent reads it, so it says
 * nothing of allergies, phones or notes.
 */
export function SignInSheet({ date, cards }: { date: Day; cards: readonly ShownCard[] }) {
  const program = useProgram()
  const [readAt] = useState(() => formatDateTime(serverNow(), programFacts().timeZone))
  const day = formatLongDate(date)
  usePageFooter(day)
  return (
    <article className="sheet">
      <header className="sheet-head">
        <Logo className="sheet-logo" />
        <div>
          <h1>Sign-In Sheet</h1>
          <p className="sheet-date">{day}</p>
        </div>
        <p className="sheet-program">
          {program.name}
          <br />
          {cards.length} {cards.length === 1 ? 'child' : 'children'}, as of {readAt}
        </p>
      </header>
      <table className="sheet-table" aria-label="Sign-in sheet">
        <thead>
          <tr>
            {COLUMNS.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cards.map((card) => (
            <SheetLine key={card.submission_id} card={card} />
          ))}
        </tbody>
      </table>
      {cards.length === 0 && <p className="sheet-empty">No children scheduled for this date</p>}
    </article>
  )
}

function SheetLine({ card: { child_name, dismissal, mark } }: { card: ShownCard }) {
  const state = childState(mark)
  return (
    <tr data-state={state}>
      <td>
        <b>{child_name}</b>
        <span className="sheet-dismissal">{dismissalLabel(dismissal)}</span>
      </td>
      <td>{state === 'not_coming' ? CHILD_STATE_LABELS.not_coming : timeOf(mark?.arrived_at)}</td>
      <td>{timeOf(mark?.left_at)}</td>
      <td>{mark?.picked_up_by}</td>
      <td />
    </tr>
  )
}

/** The date under every page, where only the style sheet can write. */
function usePageFooter(date: string): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--sheet-date', JSON.stringify(date))
    return () => {
      style.removeProperty('--sheet-date')
    }
  }, [date])
}
