import {
  type AttendanceRow,
  attendanceRow,
  type ContactedAdult,
  compareAttendance,
  type DetailedSource,
  joinNotes,
  NOTHING,
  sourceAllergies,
} from '../attendance/attendance'
import type { BarredPerson, PickupPerson } from '../children/pickup-people'
import type { KnownFamily } from '../guest-claims/same-child'
import { compareStrings } from '../lib/compare-strings'
import { isPhone } from '../lib/field-lengths'
import type { DayType } from '../months/months'
import { type AttendanceMark, childState } from './board'
import { isBarred, type PickupLists } from './release'

/** A submission for the day with the child's pick-up people and mark. */
export type CardSource = DetailedSource & {
  parentId: string | null
  submittedAt: string
  pickupPeople: readonly PickupPerson[]
  mustNotPickUp: readonly BarredPerson[]
  /** The submission does not have the day: it is listed for its arrival. */
  isNotBooked: boolean
  mark: AttendanceMark | null
}

/** One child on the board. */
export type BoardCard = {
  /** The submission that the mark belongs to. */
  submission_id: string
  /** All of the child's submissions for the day, that one first. */
  submission_ids: string[]
  child_name: string
  /** The child's class; null for guests and where none is known. */
  grade: string | null
  dismissal: DayType
  /** "None" if there are none, as in the report. */
  allergies: string
  notes: string
  parent_id: string | null
  parent_name: string
  phone: string | null
  /** All adults of the child, the parent or guest first. */
  adults: ContactedAdult[]
  pickup_people: PickupPerson[]
  must_not_pick_up: BarredPerson[]
  is_guest: boolean
  /** The child is here, and no submission has the day any more. */
  is_not_booked: boolean
  /** Of a guest whose child may be on file. */
  known_family: KnownFamily | null
  mark: AttendanceMark | null
}

/**
 * One card per child: a registration and a drop-in for the same child share a card, and the mark belongs to the
 * registration. Every guest submission is a separate child.
 */
export function boardCards(sources: readonly CardSource[], typeOfDay: DayType | null): BoardCard[] {
  const children = new Map<string, CardSource[]>()
  for (const source of sources) {
    const key = source.childId ?? `guest ${source.id}`
    children.set(key, [...(children.get(key) ?? []), source])
  }
  return [...children.values()].map((ofChild) => cardOf(ofChild, typeOfDay)).sort(compareCards)
}

function cardOf(ofChild: readonly CardSource[], typeOfDay: DayType | null): BoardCard {
  const sources = [...ofChild].sort(compareSources)
  const rows = sources.map((source) => ({ source, row: attendanceRow(source, typeOfDay) }))
  const [first] = rows as [{ source: CardSource; row: AttendanceRow }]
  // A number may be known to one of the submissions only; all name the same adults.
  const adults = first.row.adults.map((adult, n) => ({
    ...adult,
    phone: rows.map(({ row }) => row.adults[n]?.phone ?? null).find(isPhone) ?? adult.phone,
  }))
  const chosen = sources.find((source) => source.dismissalType !== null)?.dismissalType
  return {
    submission_id: first.source.id,
    submission_ids: sources.map(({ id }) => id),
    child_name: first.row.child,
    grade: first.source.childGrade?.trim() || null,
    dismissal: chosen ?? first.row.dismissalType,
    allergies: sourceAllergies(...sources),
    notes: joinNotes([first.source.childNotes, ...sources.map((source) => source.guestChildNotes)]),
    parent_id: first.source.parentId,
    parent_name: first.row.parent,
    phone: adults[0]?.phone ?? null,
    adults,
    pickup_people: [...first.source.pickupPeople],
    must_not_pick_up: mustNotPickUp(first.source),
    is_guest: first.source.parentId === null,
    is_not_booked: sources.every((source) => source.isNotBooked),
    known_family: withoutBarred(first.source.knownFamily),
    mark: first.source.mark,
  }
}

/** Also whom the family of a child barred who may be the same: until staff have answered, nobody is released to them. */
const mustNotPickUp = ({ mustNotPickUp, knownFamily }: CardSource): BarredPerson[] => [
  ...mustNotPickUp,
  ...(knownFamily?.same_children ?? []).flatMap(({ must_not_pick_up = [] }) => must_not_pick_up),
]

/** They stand on the card itself. */
const withoutBarred = (known: KnownFamily | null | undefined): KnownFamily | null =>
  known
    ? { ...known, same_children: known.same_children.map(({ must_not_pick_up: _, ...child }) => child) }
    : null

/** Claiming a guest's submission may give a child two marks: an arrival must not be hidden. */
const markRank = ({ mark }: CardSource) => (mark === null ? 2 : mark.arrived_at === null ? 1 : 0)

/** An existing mark stays with its submission; a new one goes to the registration, or else to the oldest drop-in. */
function compareSources(a: CardSource, b: CardSource): number {
  return (
    markRank(a) - markRank(b) ||
    Number(a.monthId === null) - Number(b.monthId === null) ||
    compareStrings(a.submittedAt, b.submittedAt) ||
    compareStrings(a.id, b.id)
  )
}

/** By time of arrival. Days that lost their aftercare have no dismissal and come last. */
const DISMISSAL_ORDER: readonly DayType[] = ['noon', 'early', 'regular', 'unavailable', 'no_school']

export function compareCards(
  a: Pick<BoardCard, 'dismissal' | 'child_name' | 'submission_id'>,
  b: Pick<BoardCard, 'dismissal' | 'child_name' | 'submission_id'>,
): number {
  return (
    DISMISSAL_ORDER.indexOf(a.dismissal) - DISMISSAL_ORDER.indexOf(b.dismissal) ||
    compareAttendance(
      { child: a.child_name, id: a.submission_id },
      { child: b.child_name, id: b.submission_id },
    )
  )
}

/** Without a guest of whom neither name nor phone is known. */
export const knownAdults = ({ adults }: Pick<PickupLists, 'adults'>): ContactedAdult[] =>
  adults.filter(({ name, phone }) => name !== NOTHING || phone !== null)

/**
 * Whom staff call about a child who is late or has not come: all adults of the family, or else the first who may pick
 * up. Nobody who must not pick up, because people who are called come.
 */
export function peopleToCall(card: PickupLists): ContactedAdult[] {
  const callable = (people: readonly ContactedAdult[]) =>
    people.filter(({ name, phone }) => isPhone(phone) && !isBarred(name, card))
  const adults = callable(card.adults)
  return adults.length > 0 ? adults : callable(card.pickup_people).slice(0, 1)
}

export const NO_PHONE_LABEL = 'No phone'

/** The number of children in each state. */
export function countStates(cards: readonly Pick<BoardCard, 'mark'>[]) {
  const counts = { expected: 0, here: 0, gone: 0, not_coming: 0 }
  for (const { mark } of cards) counts[childState(mark)] += 1
  return counts
}

/** Brothers and sisters who are here: other children of the same account. Guests have none. */
export function siblingsHere<Card extends Pick<BoardCard, 'submission_id' | 'parent_id' | 'mark'>>(
  card: Pick<BoardCard, 'submission_id' | 'parent_id'>,
  cards: readonly Card[],
): Card[] {
  const { parent_id, submission_id } = card
  if (parent_id === null) return []
  return cards.filter(
    (other) =>
      other.parent_id === parent_id &&
      other.submission_id !== submission_id &&
      childState(other.mark) === 'here',
  )
}
