import { allergiesText, hasAllergies } from '../children/allergies'
import { MAX_LENGTH } from '../lib/field-lengths'
import { nameKey } from '../lib/name-key'
import type { PickupCell } from './pickup-cells'

/** What a second line of a child can add; schools export one for each guardian. */
export type LineDetails = { allergies: string; notes: string; grade: string; pickup_people: PickupCell[] }

/** The details of both lines; null if they are too long together. No allergy and no note may get lost. */
export function addDetails(first: LineDetails, again: LineDetails): LineDetails | null {
  const details = {
    // What was joined for an earlier line is taken apart again, so that a third names nothing twice.
    allergies: hasAllergies(again.allergies)
      ? allergiesText(...[first, again].flatMap(({ allergies }) => allergies.split('; ')))
      : first.allergies || again.allergies,
    notes: isSaid(first.notes, again.notes) ? first.notes : `${first.notes}\n${again.notes}`.trim(),
    grade: first.grade || again.grade,
    pickup_people: peopleOf([...first.pickup_people, ...again.pickup_people]),
  }
  const fits =
    details.allergies.length <= MAX_LENGTH.allergies &&
    details.notes.length <= MAX_LENGTH.notes &&
    details.pickup_people.length <= MAX_LENGTH.pickupPeople
  return fits ? details : null
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
