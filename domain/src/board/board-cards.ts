import {
  type AttendanceRow,
  type AttendanceSource,
  attendanceRow,
  compareAttendance,
  hasAllergies,
  joinNotes,
  NO_ALLERGIES,
  NOTHING,
} from '../attendance/attendance'
import type { PickupPerson } from '../children/pickup-people'
import { compareStrings } from '../lib/compare-strings'
import type { DayType } from '../months/months'
import { type AttendanceMark, childState } from './board'

/** A submission of the day with the child's people and its mark, as the board reads it. */
export type CardSource = AttendanceSource & {
  submittedAt: string
  pickupPeople: readonly PickupPerson[]
  mark: AttendanceMark | null
}

/** One child on the board. */
export type BoardCard = {
  /** The submission that the child's mark belongs to. */
  submission_id: string
  /** All submissions that stand for the child on the day, that one first. */
  submission_ids: string[]
  child_name: string
  dismissal: DayType
  /** "None" where there are none, as in the report. */
  allergies: string
  notes: string
  parent_id: string | null
  parent_name: string
  phone: string | null
  pickup_people: PickupPerson[]
  is_guest: boolean
  mark: AttendanceMark | null
}

/**
 * One card per child: a registration and a drop-in of a parent's child are one, and the mark belongs to the
 * registration. Every guest's submission is a child of its own.
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
  const chosen = sources.find((source) => source.dismissalType !== null)?.dismissalType
  return {
    submission_id: first.source.id,
    submission_ids: sources.map(({ id }) => id),
    child_name: first.row.child,
    dismissal: chosen ?? first.row.dismissalType,
    allergies: rows.find(({ row }) => hasAllergies(row.allergies))?.row.allergies ?? NO_ALLERGIES,
    notes: joinNotes([first.source.childNotes, ...sources.map((source) => source.guestChildNotes)]),
    parent_id: first.source.parentId,
    parent_name: first.row.parent,
    phone: first.row.phone === NOTHING ? null : first.row.phone,
    pickup_people: [...first.source.pickupPeople],
    is_guest: first.source.parentId === null,
    mark: first.source.mark,
  }
}

/** A mark that was made stays where it is; else it is the registration's, and the oldest drop-in's without one. */
function compareSources(a: CardSource, b: CardSource): number {
  return (
    Number(a.mark === null) - Number(b.mark === null) ||
    Number(a.monthId === null) - Number(b.monthId === null) ||
    compareStrings(a.submittedAt, b.submittedAt) ||
    compareStrings(a.id, b.id)
  )
}

/** Who comes first stands first. Days that lost their aftercare have no dismissal and end the list. */
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

/** How many children are in each state. */
export function countStates(cards: readonly Pick<BoardCard, 'mark'>[]) {
  const counts = { expected: 0, here: 0, gone: 0, not_coming: 0 }
  for (const { mark } of cards) counts[childState(mark)] += 1
  return counts
}
