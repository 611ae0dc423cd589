import { CANCELLED_NOTICE } from '@aftercare/domain/attendance/attendance'
import { NOT_BOOKED } from '@aftercare/domain/attendance/attendance-remark'
import { type AttendanceMark, CHILD_STATE_LABELS, childState } from '@aftercare/domain/board/board'
import { NO_PHONE_LABEL } from '@aftercare/domain/board/board-cards'
import {
  type EmergencyContact,
  emergencyContacts,
  emergencyNotes,
  emergencyPages,
  isCalledOff,
} from '@aftercare/domain/board/emergency-sheet'
import { pickedUpByText } from '@aftercare/domain/board/release'
import { hasAllergies } from '@aftercare/domain/children/allergies'
import { CHILD_LABELS, peopleText } from '@aftercare/domain/children/child-changes'
import { sameChildQuestions } from '@aftercare/domain/guest-claims/same-child'
import { formatLongDate } from '@aftercare/domain/lib/dates-format'
import { isPhone } from '@aftercare/domain/lib/field-lengths'
import { CANCELLED_LABEL } from '@aftercare/domain/months/months'
import { TriangleAlert } from 'lucide-react'
import { telHref } from '../../lib/tel-href'
import { PrintLayout } from '../../ui/print/print-layout'
import { PrintTable } from '../attendance/print-table'
import type { LoadedBoard } from './board.api'
import { sheetAsOf, timeOf } from './board-text'
import type { ShownCard } from './use-board-marks'
import './emergency-sheet.css'

const COLUMNS = ['Child', 'Allergies and notes', 'Who to call']

/**
 * What staff need when everybody has to leave the building: who is there, what is dangerous for whom, and whom to call.
 * Large enough to read while walking; the box is for the roll call.
 */
export function EmergencySheet({ board, cards }: { board: LoadedBoard; cards: readonly ShownCard[] }) {
  const day = formatLongDate(board.date)
  const { pages, absent } = emergencyPages(cards, board.is_cancelled)
  return (
    <PrintLayout
      sheet="emergency"
      title="Emergency Sheet"
      subtitle={<b className="paper-date">{day}</b>}
      aside={sheetAsOf(board, cards)}
      notice={board.is_cancelled && CANCELLED_NOTICE}
      footer={{ text: `Emergency Sheet, ${day}`, warning: 'Confidential: contains health information' }}
    >
      {pages.map((page, index) => (
        <section key={page[0]?.submission_id ?? 'empty'} className="emergency-page">
          <PrintTable
            label={`Emergency sheet, page ${index + 1}`}
            columns={COLUMNS}
            rows={page}
            keyOf={(card) => card.submission_id}
          >
            {(card) => <SheetLine card={card} board={board} />}
          </PrintTable>
        </section>
      ))}
      {absent.length > 0 && (
        <section className="emergency-absent">
          <h2>Gone and not coming ({absent.length})</h2>
          <PrintTable
            label="Gone and not coming"
            columns={COLUMNS}
            rows={absent}
            keyOf={(card) => card.submission_id}
          >
            {(card) => <SheetLine card={card} board={board} />}
          </PrintTable>
        </section>
      )}
    </PrintLayout>
  )
}

function SheetLine({ card, board }: { card: ShownCard; board: LoadedBoard }) {
  const { child_name, grade, allergies, mark } = card
  const notes = emergencyNotes(card.notes, board.date)
  const isAllergic = hasAllergies(allergies)
  const contacts = emergencyContacts(card)
  return (
    <tr data-state={childState(mark)} data-allergic={isAllergic || undefined}>
      <td>
        <span className="emergency-box" aria-hidden="true" />
        <b className="emergency-name">
          <bdi>{child_name}</bdi>
        </b>
        {grade && <span className="emergency-class">{grade}</span>}
        <span className="emergency-mark paper-soft">
          {isCalledOff(card, board.is_cancelled) ? CANCELLED_LABEL : describeState(mark)}
          {card.is_not_booked && `, ${NOT_BOOKED}`}
        </span>
      </td>
      <td>
        {isAllergic ? (
          <b className="paper-alert">
            <TriangleAlert />
            <bdi>{allergies}</bdi>
          </b>
        ) : (
          <span className="paper-soft">No known allergies</span>
        )}
        {sameChildQuestions(card.known_family).map((question) => (
          <p key={question}>{question}</p>
        ))}
        {notes && <p>{notes}</p>}
        {mark?.note && <p>{mark.note}</p>}
      </td>
      <td>
        {!contacts.some(({ phone }) => isPhone(phone)) && <b>{NO_PHONE_LABEL}</b>}
        <Contacts contacts={contacts} />
        <Barred people={card.must_not_pick_up} />
      </td>
    </tr>
  )
}

function describeState(mark: AttendanceMark | null): string {
  const state = childState(mark)
  if (state === 'here') return `Here since ${timeOf(mark?.arrived_at)}`
  if (state === 'gone')
    return [`Gone ${timeOf(mark?.left_at)}`, pickedUpByText(mark)].filter(Boolean).join(', ')
  return CHILD_STATE_LABELS[state]
}

function Contacts({ contacts }: { contacts: readonly EmergencyContact[] }) {
  if (contacts.length === 0) return <span className="paper-soft">Nobody is known</span>
  return (
    <ul>
      {contacts.map(({ name, phone, relation, is_barred }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name and phone
        <li key={index} data-relation={relation}>
          <span>
            <bdi>{name}</bdi>{' '}
            {is_barred ? (
              <b>{CHILD_LABELS.must_not_pick_up}</b>
            ) : (
              relation === 'May pick up' && <small>may pick up</small>
            )}
          </span>
          {isPhone(phone) ? (
            <a href={telHref(phone)} className="inline-block py-1 print:py-0">
              {phone}
            </a>
          ) : (
            <span className="paper-soft">no phone</span>
          )}
        </li>
      ))}
    </ul>
  )
}

function Barred({ people }: { people: ShownCard['must_not_pick_up'] }) {
  if (people.length === 0) return null
  return (
    <p className="emergency-barred">
      {CHILD_LABELS.must_not_pick_up}: {peopleText(people, '; ')}
    </p>
  )
}
