import { isRecord, isString } from '../lib/json-guards'

/** Somebody other than the parent who may take a child home. */
export type PickupPerson = { name: string; phone: string | null }

/** Somebody who must never take a child home, also if they are of the family. */
export type BarredPerson = { name: string; note: string | null }

const isNamed = (person: unknown): person is { name: string } & Record<string, unknown> =>
  isRecord(person) && isString(person.name)

const namedIn = (stored: unknown) => (Array.isArray(stored) ? stored.filter(isNamed) : [])

/** The people stored with a child, in the family's order. */
export const readPickupPeople = (stored: unknown): PickupPerson[] =>
  namedIn(stored).map(({ name, phone }) => ({ name, phone: isString(phone) ? phone : null }))

export const readBarredPeople = (stored: unknown): BarredPerson[] =>
  namedIn(stored).map(({ name, note }) => ({ name, note: isString(note) ? note : null }))
