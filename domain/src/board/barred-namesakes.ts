import type { BarredPerson } from '../children/pickup-people'
import { childrenNamed } from '../guest-claims/children-named'
import { isBarred } from './release'

/**
 * Which children on file with an entry count for a guest's child of their name. `guest`: only where an entry names the
 * guest too, so that no other child of the name is shown a stranger's list. `anybody`: all, for a pick-up, where the
 * entry has to name whoever picks up, and for staff who look at the one submission.
 */
export type BarredNamesakes = 'guest' | 'anybody' | 'none'

export const barredNamesakes = <C extends { name: string; must_not_pick_up: readonly BarredPerson[] }>(
  children: readonly C[],
  guest: { child: string; adult: string },
  whose: BarredNamesakes,
): C[] =>
  childrenNamed(children, guest.child).filter(
    (child) =>
      child.must_not_pick_up.length > 0 &&
      (whose === 'anybody' || (whose === 'guest' && isBarred(guest.adult, child))),
  )
