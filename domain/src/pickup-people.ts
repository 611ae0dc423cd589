import { LIMITS } from './limits'
import { isRecord, isText } from './stored'

/** Somebody beside the parent who may take a child home. */
export type PickupPerson = { name: string; phone: string | null }

export const MOST_PICKUP_PEOPLE = LIMITS.pickupPeople

/** What a child's row holds, in the order that the family wrote it. */
export function readPickupPeople(stored: unknown): PickupPerson[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((person) =>
    isRecord(person) && isText(person.name)
      ? [{ name: person.name, phone: isText(person.phone) ? person.phone : null }]
      : [],
  )
}
