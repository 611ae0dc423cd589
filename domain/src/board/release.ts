import { type ContactedAdult, NOTHING } from '../attendance/attendance'
import type { BarredPerson, PickupPerson } from '../children/pickup-people'
import { isolate } from '../lib/isolate'
import { joinList } from '../lib/join-list'
import { nameKey } from '../lib/name-key'

/** Who may take a child home, and who must not. */
export type PickupLists = {
  adults: readonly ContactedAdult[]
  pickup_people: readonly PickupPerson[]
  must_not_pick_up: readonly BarredPerson[]
}

const hasName = (people: readonly { name: string }[], name: string) =>
  people.some((person) => person.name !== NOTHING && nameKey(person.name) === nameKey(name))

/** Also an adult of the family. */
export const isBarred = (
  name: string,
  { must_not_pick_up }: Pick<PickupLists, 'must_not_pick_up'>,
): boolean => hasName(must_not_pick_up, name)

export const isOnList = (name: string, { adults, pickup_people }: PickupLists): boolean =>
  hasName([...adults, ...pickup_people], name)

export const barredError = (name: string, child: string): string =>
  `${isolate(name)} must not pick up ${isolate(child)}.`

/** "Random Guy is not on Ada Alvarez's list." */
export const notOnListError = (name: string, children: readonly string[]): string =>
  `${isolate(name)} is not on ${joinList(children.map((child) => `${isolate(child)}'s`))} list.`

/** "Random Guy, not on the list"; empty if nobody is stored. */
export function pickedUpByText(mark: { picked_up_by: string | null; not_on_list: boolean } | null): string {
  const name = isolate(mark?.picked_up_by ?? '')
  return mark?.not_on_list ? [name, 'not on the list'].filter(Boolean).join(', ') : name
}
