import { allergiesText, hasAllergies } from '../children/allergies'
import { CHILD_RULES } from '../children/children'
import { MAX_LENGTH } from '../lib/field-lengths'
import { textError } from '../lib/field-rules'
import { nameKey } from '../lib/name-key'
import type { PickupCell } from './pickup-cells'

/** What a second line of a child can add; schools export one for each guardian. */
export type LineDetails = { allergies: string; notes: string; grade: string; pickup_people: PickupCell[] }

export const allergiesFit = ({ allergies }: LineDetails): boolean =>
  textError(allergies, CHILD_RULES.allergies) === undefined

/**
 * The details of both lines, and what of the second does not fit. No allergy may get lost: where they do not fit
 * together, they stay too long to be imported.
 */
export function addDetails(
  first: LineDetails,
  again: LineDetails,
): { details: LineDetails; tooMuch: string[] } {
  const notes = isSaid(first.notes, again.notes) ? first.notes : `${first.notes}\n${again.notes}`.trim()
  const people = peopleOf([...first.pickup_people, ...again.pickup_people])
  const notesFit = textError(notes, CHILD_RULES.notes) === undefined
  const peopleFit = people.length <= MAX_LENGTH.pickupPeople
  return {
    details: {
      // What was joined for an earlier line is taken apart again, so that a third names nothing twice.
      allergies:
        hasAllergies(again.allergies) && allergiesFit(first)
          ? allergiesText(...[first, again].flatMap(({ allergies }) => allergies.split('; ')))
          : first.allergies || again.allergies,
      notes: notesFit ? notes : first.notes,
      grade: first.grade || again.grade,
      pickup_people: people.slice(0, MAX_LENGTH.pickupPeople),
    },
    tooMuch: [...(notesFit ? [] : ['notes']), ...(peopleFit ? [] : ['people who may pick up'])],
  }
}

/** Whole lines: "Able to swim" is not said by "Unable to swim". */
const isSaid = (notes: string, again: string) => linesOf(again).every((line) => linesOf(notes).includes(line))
const linesOf = (notes: string) =>
  notes
    .split('\n')
    .map((line) => line.trim().toLowerCase())
    .filter((line) => line !== '')

/** Somebody named twice, once with a phone number, is one person. */
export function peopleOf(named: readonly PickupCell[]): PickupCell[] {
  const people = new Map<string, PickupCell>()
  for (const { name, phone } of named) {
    const known = people.get(nameKey(name))
    people.set(nameKey(name), known ? { ...known, phone: known.phone || phone } : { name, phone })
  }
  return [...people.values()]
}
