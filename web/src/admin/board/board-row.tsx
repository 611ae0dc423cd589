import { type ContactedAdult, NOTHING } from '@aftercare/domain/attendance/attendance'
import { NOT_BOOKED } from '@aftercare/domain/attendance/attendance-remark'
import { CHILD_STATE_LABELS, type ChildState, childState } from '@aftercare/domain/board/board'
import { NO_PHONE_LABEL, peopleToCall } from '@aftercare/domain/board/board-cards'
import { NOT_ARRIVED_LABEL } from '@aftercare/domain/board/board-groups'
import { lateLabel } from '@aftercare/domain/board/pickup-times'
import { pickedUpByText } from '@aftercare/domain/board/release'
import { hasAllergies } from '@aftercare/domain/children/allergies'
import { knownFamilyNotes } from '@aftercare/domain/guest-claims/same-child'
import { isolate } from '@aftercare/domain/lib/isolate'
import { CANCELLED_LABEL } from '@aftercare/domain/months/months'
import {
  Check,
  ChevronDown,
  Circle,
  CircleSlash,
  CloudUpload,
  DoorOpen,
  Phone,
  PhoneOff,
  TriangleAlert,
} from 'lucide-react'
import { type MouseEvent, type MouseEventHandler, memo, useId, useRef } from 'react'
import { monotonicClock } from '../../lib/monotonic-clock'
import { telHref } from '../../lib/tel-href'
import { Button } from '../../ui/inputs/button'
import { timeOf } from './board-text'
import { type RowHandlers, UNDO } from './row-actions'
import { RowDetails } from './row-details'
import type { ShownCard } from './use-board-marks'

type BoardRowProps = RowHandlers & {
  card: ShownCard
  /** False on days that are too old or in the future. */
  canMark: boolean
  /** The day is cancelled, and the child has not come all the same. */
  isOff: boolean
  /** Minutes since the pick-up time, for a child who is still here. */
  late: number
  /** Still expected, though aftercare began a while ago. */
  isNotArrived: boolean
  isOpen: boolean
  onToggle: (submissionId: string) => void
}

/** A double tap counts once: another button appears where the first was. */
const DOUBLE_TAP = { ms: 600, px: 48 }

type Tap = { at: number; button: EventTarget; x: number; y: number; isKey: boolean }

/** Keys click at no place, so only the same button counts. */
const isDoubleTap = (first: Tap, second: Tap) =>
  second.at - first.at < DOUBLE_TAP.ms &&
  (second.button === first.button ||
    (!second.isKey && Math.hypot(second.x - first.x, second.y - first.y) < DOUBLE_TAP.px))

/** One child. What staff must see at a glance and the likely next mark; the rest opens below. */
export const BoardRow = memo(function BoardRow(props: BoardRowProps) {
  const { card, canMark, isOff, late, isNotArrived, isOpen, onToggle, ...handlers } = props
  const id = useId()
  const lastTap = useRef<Tap | null>(null)
  const ignoreDoubleTap = (act: () => void) => (event: MouseEvent) => {
    const { currentTarget: button, clientX: x, clientY: y, detail } = event
    const tap = { at: monotonicClock.now(), button, x, y, isKey: detail === 0 }
    const isIgnored = lastTap.current && isDoubleTap(lastTap.current, tap)
    // Ignored ones too: a key that is held down clicks again and again.
    lastTap.current = tap
    if (!isIgnored) act()
  }
  const state = childState(card.mark)
  const row = { card, state, nameId: `${id}name`, ignoreDoubleTap, ...handlers }
  return (
    <li>
      <article
        aria-labelledby={row.nameId}
        data-row={card.submission_id}
        data-state={late > 0 ? 'late' : isNotArrived ? 'not_arrived' : state}
        className="board-row"
      >
        <div className="board-row-line">
          <h3>
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={`${id}details`}
              aria-describedby={`${id}facts`}
              onClick={() => onToggle(card.submission_id)}
              className="board-row-opener"
            >
              <span className="board-row-name">
                <bdi id={row.nameId}>{card.child_name}</bdi>
                <ChevronDown />
              </span>
              {/* The button is named by the child alone. */}
              <span id={`${id}facts`} aria-hidden="true" className="board-row-facts">
                {hasAllergies(card.allergies) && <AllergyChip text={card.allergies} />}
                {knownFamilyNotes(card.known_family).map((note) => (
                  <span key={note} className="board-question">
                    {note}
                  </span>
                ))}
                {isOff ? (
                  <Cancelled />
                ) : isNotArrived ? (
                  <NotArrived />
                ) : (
                  <State card={card} state={state} late={late} />
                )}
                {card.is_not_booked && <span className="board-not-booked">{NOT_BOOKED}</span>}
                {card.grade && <span>{card.grade}</span>}
                {peopleToCall(card).length === 0 && <NoPhone />}
                <Unsent card={card} />
              </span>
            </button>
          </h3>
          {(late > 0 || isNotArrived) && <CallLinks card={card} />}
          {canMark && !isOff && <NextButton {...row} isLate={late > 0} />}
        </div>
        <div id={`${id}details`}>{isOpen && <RowDetails {...row} canMark={canMark} isOff={isOff} />}</div>
      </article>
    </li>
  )
})

/** Never cut off: nobody may have to open a row to read an allergy. */
function AllergyChip({ text }: { text: string }) {
  return (
    <span className="board-allergy">
      <TriangleAlert />
      <span className="min-w-0">
        <span className="sr-only">Allergies: </span>
        {text}
      </span>
    </span>
  )
}

const STATE_ICONS = { expected: Circle, here: Check, gone: DoorOpen, not_coming: CircleSlash } as const

function Cancelled() {
  return (
    <span className="board-state">
      <CircleSlash />
      {CANCELLED_LABEL}
    </span>
  )
}

const NotArrived = () => <span className="board-late">{NOT_ARRIVED_LABEL}</span>

type StateProps = { card: ShownCard; state: ChildState; late: number }

function State({ card: { mark }, state, late }: StateProps) {
  const conflict = mark?.arrived_at && mark.not_coming_at && <span>Not coming was set</span>
  if (late > 0)
    return (
      <>
        <span className="board-late">{lateLabel(late)}</span>
        {conflict}
      </>
    )
  const Icon = STATE_ICONS[state]
  const lateness = state === 'gone' && lateLabel(mark?.late_minutes ?? 0)
  return (
    <>
      <span className="board-state">
        <Icon aria-hidden="true" />
        {CHILD_STATE_LABELS[state]} {timeOf(mark?.left_at ?? mark?.arrived_at)}
      </span>
      {lateness && <span className="board-late">{lateness}</span>}
      {mark?.not_on_list && <span className="board-unlisted">Picked up by {pickedUpByText(mark)}</span>}
      {conflict}
    </>
  )
}

function Unsent({ card: { isWaiting, isAtRisk } }: { card: ShownCard }) {
  if (isAtRisk)
    return (
      <span className="board-late">
        <TriangleAlert />
        Not sent, not saved
      </span>
    )
  if (!isWaiting) return null
  return (
    <span>
      <CloudUpload />
      Not sent yet
    </span>
  )
}

const NoPhone = () => (
  <span className="board-no-phone">
    <PhoneOff />
    {NO_PHONE_LABEL}
  </span>
)

function CallLinks({ card }: { card: ShownCard }) {
  const people = peopleToCall(card)
  if (people.length === 0) return null
  return (
    <div className="board-calls">
      {people.map((person, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name and phone
        <CallLink key={index} {...person} isNamed={people.length > 1} />
      ))}
    </div>
  )
}

/** `isNamed`: one of several, so the name is visible. */
function CallLink({ name, phone, isNamed }: ContactedAdult & { isNamed: boolean }) {
  const who = name === NOTHING ? '' : `${isolate(name)}, `
  return (
    <a
      href={telHref(phone ?? '')}
      aria-label={`Call ${who}${phone}`}
      title={`${who}${phone}`}
      className="board-call"
    >
      <Phone />
      {isNamed && <bdi>{name.split(' ')[0]}</bdi>}
    </a>
  )
}

type NextButtonProps = RowHandlers & {
  card: ShownCard
  state: ChildState
  isLate: boolean
  nameId: string
  ignoreDoubleTap: (act: () => void) => MouseEventHandler
}

/** The likely next mark. The same element in every state, so that the focus stays on it. */
function NextButton({ card, state, isLate, nameId, ignoreDoubleTap, onMark, onPickUp }: NextButtonProps) {
  const [label, act] =
    state === 'here'
      ? ['Picked up', () => onPickUp(card)]
      : state === 'gone'
        ? [UNDO.gone[1], () => onMark(card, { change: UNDO.gone[0] })]
        : ['Arrived', () => onMark(card, { change: 'arrived' })]
  return (
    <Button
      variant={state === 'expected' || isLate ? 'primary' : 'quiet'}
      aria-describedby={nameId}
      className="board-next"
      onClick={ignoreDoubleTap(act)}
    >
      {label}
    </Button>
  )
}
