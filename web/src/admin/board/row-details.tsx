import { dismissalLabel, NOTHING } from '@aftercare/domain/attendance/attendance'
import type { ChildState } from '@aftercare/domain/board/board'
import { type EmergencyContact, emergencyContacts } from '@aftercare/domain/board/emergency-sheet'
import { CHILD_LABELS } from '@aftercare/domain/children/child-changes'
import { isPhone } from '@aftercare/domain/lib/field-lengths'
import { isolate } from '@aftercare/domain/lib/isolate'
import { Check, CircleSlash, Clock, Phone, Undo2 } from 'lucide-react'
import type { MouseEventHandler } from 'react'
import { telHref } from '../../lib/tel-href'
import { StatusBadge } from '../../ui/data/badge'
import { Button } from '../../ui/inputs/button'
import { kindOfType } from '../../ui/month-calendar/day-cell'
import { DayTypeIcon } from '../../ui/month-calendar/day-type-icon'
import { SameChildQuestion } from '../same-child/same-child'
import { timeOf } from './board-text'
import { useConnected } from './offline/board-connection'
import { type RowHandlers, UNDO } from './row-actions'
import type { ShownCard } from './use-board-marks'

type RowDetailsProps = RowHandlers & {
  card: ShownCard
  state: ChildState
  canMark: boolean
  /** The day is cancelled: who comes all the same can be marked. */
  isOff: boolean
  nameId: string
  ignoreDoubleTap: (act: () => void) => MouseEventHandler
}

/** Everything else about the child: times, notes, whom to call, and the marks that are made less often. */
export function RowDetails({ canMark, ...row }: RowDetailsProps) {
  const { card } = row
  const isConnected = useConnected()
  return (
    <div className="board-details">
      <p className="board-row-facts">
        <span>
          <DayTypeIcon kind={kindOfType(card.dismissal)} />
          {dismissalLabel(card.dismissal)}
        </span>
        {card.is_guest && <StatusBadge status="guest">Guest</StatusBadge>}
        <Times card={card} />
      </p>
      <SameChildQuestion
        submissionId={card.submission_id}
        known={card.known_family}
        isOffline={!isConnected}
      />
      {card.notes && <p className="wrap-anywhere whitespace-pre-line">{card.notes}</p>}
      {card.mark?.note && <p className="wrap-anywhere whitespace-pre-line">{card.mark.note}</p>}
      <People card={card} />
      {canMark && <Actions {...row} />}
    </div>
  )
}

function Times({ card: { mark } }: { card: ShownCard }) {
  return (
    <>
      {mark?.not_coming_at && (
        <span>
          Not coming set {timeOf(mark.not_coming_at)} by{' '}
          {mark.not_coming_by === 'parent' ? 'the parent' : 'staff'}
        </span>
      )}
      {mark?.arrived_at && <span className="board-time">In {timeOf(mark.arrived_at)}</span>}
      {mark?.left_at && (
        <span className="board-time">
          Out {timeOf(mark.left_at)}, <bdi>{mark.picked_up_by}</bdi>
        </span>
      )}
    </>
  )
}

/** Phone numbers in every state: they are called when the parent does not pick up. */
function People({ card }: { card: ShownCard }) {
  return (
    <ul aria-label="Parent and who may pick up">
      {emergencyContacts(card).map((contact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name and phone
        <Person key={index} {...contact} />
      ))}
    </ul>
  )
}

function Person({ name, phone, relation, is_barred }: EmergencyContact) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 not-has-[a]:py-1.5">
      <span className="min-w-0 wrap-anywhere">
        {!(is_barred && relation === 'May pick up') && <span className="text-muted">{relation}</span>}{' '}
        {name !== NOTHING && <b>{isolate(name)}</b>}
        {is_barred && <b className="text-danger"> {CHILD_LABELS.must_not_pick_up}</b>}
      </span>
      {isPhone(phone) ? (
        <a
          href={telHref(phone)}
          aria-label={`Call ${isolate(name)}, ${phone}`}
          className="-mr-2 inline-flex min-h-12 items-center gap-2 rounded-control px-2 font-semibold text-accent tabular-nums no-underline hover:bg-accent-soft"
        >
          <Phone className="size-4.5 flex-none" />
          <span className="wrap-anywhere">{phone}</span>
        </a>
      ) : (
        phone && <span className="text-muted wrap-anywhere">{phone}</span>
      )}
    </li>
  )
}

/** The mark that is made less often, or what undoes the last one. */
function otherMark(state: ChildState, isOff: boolean) {
  if (state === 'gone') return null
  if (state !== 'expected') return { Icon: Undo2, change: UNDO[state][0], label: UNDO[state][1] }
  if (isOff) return { Icon: Check, change: 'arrived', label: 'Arrived' } as const
  return { Icon: CircleSlash, change: 'not_coming', label: 'Not coming' } as const
}

type ActionsProps = Omit<RowDetailsProps, 'canMark'>

/** The first button is the same element in every state, so that the focus stays on it. */
function Actions({ card, state, isOff, nameId, ignoreDoubleTap, onMark, onCorrect }: ActionsProps) {
  const action = {
    variant: 'quiet',
    'aria-describedby': nameId,
    className: 'flex-1 whitespace-nowrap',
  } as const
  const mark = otherMark(state, isOff)
  return (
    <div className="flex flex-wrap gap-2">
      {mark && (
        <Button
          {...action}
          icon={<mark.Icon aria-hidden="true" />}
          onClick={ignoreDoubleTap(() => onMark(card, { change: mark.change }))}
        >
          {mark.label}
        </Button>
      )}
      {(state === 'here' || state === 'gone') && (
        <Button {...action} icon={<Clock />} onClick={() => onCorrect(card)}>
          {state === 'here' ? 'Edit time' : 'Edit times'}
        </Button>
      )}
    </div>
  )
}
