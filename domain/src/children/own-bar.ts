import { nameKey } from '../lib/name-key'
import type { BarredPerson } from './pickup-people'

const entriesAbout = (adult: string, people: readonly BarredPerson[]) =>
  people.filter(({ name }) => nameKey(name) === nameKey(adult))

/** Whether an adult of the family would remove or alter what is said about themselves: the office decides that. */
export const changesOwnBar = (
  adult: string,
  stored: readonly BarredPerson[],
  next: readonly BarredPerson[],
): boolean =>
  entriesAbout(adult, stored).some(
    (entry) => !next.some(({ name, note }) => name === entry.name && note === entry.note),
  )

/** Whether an adult would be known by a name that the list does not have any more. */
export const escapesOwnBar = (from: string, to: string, barred: readonly BarredPerson[]): boolean =>
  nameKey(from) !== nameKey(to) && entriesAbout(from, barred).length > 0

/**
 * The adults who are told that one of them changed the lists. Not one whom an entry names, before or after: a mail that
 * they have just been barred may make matters worse.
 */
export const toldOfPickupLists = <A extends { id: string; name: string }>(
  adults: readonly A[],
  changedBy: string,
  barred: readonly BarredPerson[],
): A[] => adults.filter(({ id, name }) => id !== changedBy && entriesAbout(name, barred).length === 0)
