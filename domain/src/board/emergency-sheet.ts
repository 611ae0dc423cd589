import { compareAttendance } from '../attendance/attendance'
import type { PickupPerson } from '../children/pickup-people'
import type { Day } from '../lib/days'
import { dropInNotes } from '../submissions/submissions'
import { type ChildState, childState } from './board'
import { type BoardCard, countStates, knownAdults } from './board-cards'
import { isBarred, type PickupLists } from './release'

const CHILDREN_PER_PAGE = 12

type SheetCard = Pick<BoardCard, 'child_name' | 'submission_id' | 'mark'>

/** On a cancelled day nobody is expected. */
export const isCalledOff = ({ mark }: Pick<BoardCard, 'mark'>, isCancelled: boolean): boolean =>
  isCancelled && childState(mark) === 'expected'

/**
 * The children who are here, then those who are expected, in pages; `absent` are those who have left and who are not
 * coming. Each by name. A day without children has one empty page.
 */
export function emergencyPages<Card extends SheetCard>(
  cards: readonly Card[],
  isCancelled: boolean,
): { pages: Card[][]; absent: Card[] } {
  const named = (card: Card) => ({ child: card.child_name, id: card.submission_id })
  const sorted = cards.toSorted((a, b) => compareAttendance(named(a), named(b)))
  const inState = (state: ChildState) =>
    sorted.filter((card) => childState(card.mark) === state && !isCalledOff(card, isCancelled))
  const present = [...inState('here'), ...inState('expected')]
  const calledOff = sorted.filter((card) => isCalledOff(card, isCancelled))
  const absent = [...inState('gone'), ...inState('not_coming'), ...calledOff]
  const pages = Array.from({ length: Math.ceil(present.length / CHILDREN_PER_PAGE) }, (_, page) =>
    present.slice(page * CHILDREN_PER_PAGE, (page + 1) * CHILDREN_PER_PAGE),
  )
  return { pages: cards.length === 0 ? [[]] : pages, absent }
}

/** "18 here, 6 expected, 9 gone, 4 not coming" */
export function countsLine(cards: readonly Pick<BoardCard, 'mark'>[], isCancelled: boolean): string {
  const { here, expected, gone, not_coming } = countStates(cards)
  return `${here} here, ${isCancelled ? 0 : expected} expected, ${gone} gone, ${not_coming} not coming`
}

/** Without the line that a request for a drop-in puts before what was typed; nobody needs it in an emergency. */
export function emergencyNotes(notes: string, day: Day): string {
  const request = dropInNotes(day, null)
  return notes
    .split('; ')
    .filter((note) => note !== request)
    .map((note) => (note.startsWith(`${request} - `) ? note.slice(request.length + 3) : note))
    .join('; ')
}

export type EmergencyContact = PickupPerson & { relation: 'Parent' | 'May pick up'; is_barred: boolean }

/**
 * Whom to call about a child: every adult of the family, then who else may pick up. Also who must not pick up the child,
 * marked as such: in an emergency a parent is a parent.
 */
export function emergencyContacts(card: PickupLists): EmergencyContact[] {
  return [
    ...knownAdults(card).map((adult) => ({ ...adult, relation: 'Parent' as const })),
    ...card.pickup_people.map((person) => ({ ...person, relation: 'May pick up' as const })),
  ].map((person) => ({ ...person, is_barred: isBarred(person.name, card) }))
}
