import { compareAttendance } from '../attendance/attendance'
import type { PickupPerson } from '../children/pickup-people'
import { type BoardCard, knownAdults } from './board-cards'

export const CHILDREN_PER_PAGE = 12

/** The day's children by name, in pages. A day without children has one empty page. */
export function emergencyPages<Card extends Pick<BoardCard, 'child_name' | 'submission_id'>>(
  cards: readonly Card[],
): Card[][] {
  const named = (card: Card) => ({ child: card.child_name, id: card.submission_id })
  const sorted = cards.toSorted((a, b) => compareAttendance(named(a), named(b)))
  const pages = Array.from({ length: Math.ceil(sorted.length / CHILDREN_PER_PAGE) }, (_, page) =>
    sorted.slice(page * CHILDREN_PER_PAGE, (page + 1) * CHILDREN_PER_PAGE),
  )
  return pages.length === 0 ? [[]] : pages
}

export type EmergencyContact = PickupPerson & { relation: 'Parent' | 'May pick up' }

/** Whom to call about a child: every adult of the family, then who else may pick up. */
export function emergencyContacts(card: Pick<BoardCard, 'adults' | 'pickup_people'>): EmergencyContact[] {
  return [
    ...knownAdults(card).map((adult) => ({ ...adult, relation: 'Parent' as const })),
    ...card.pickup_people.map((person) => ({ ...person, relation: 'May pick up' as const })),
  ]
}
