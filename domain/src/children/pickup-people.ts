import { isRecord, isString } from '../lib/json-guards'

/** Somebody beside the parent who may take a child home. */
export type PickupPerson = { name: string; phone: string | null }

/** What a child's row holds, in the order that the family wrote it. */
export function readPickupPeople(stored: unknown): PickupPerson[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((person) =>
    isRecord(person) && isString(person.name)
      ? [{ name: person.name, phone: isString(person.phone) ? person.phone : null }]
      : [],
  )
}
