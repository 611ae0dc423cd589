import { isRecord, isString } from '../lib/json-guards'

/** Somebody other than the parent who may take a child home. */
export type PickupPerson = { name: string; phone: string | null }

/** The people stored with a child, in the family's order. */
export function readPickupPeople(stored: unknown): PickupPerson[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((person) =>
    isRecord(person) && isString(person.name)
      ? [{ name: person.name, phone: isString(person.phone) ? person.phone : null }]
      : [],
  )
}
