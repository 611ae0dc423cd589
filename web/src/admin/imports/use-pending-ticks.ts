import { useState } from 'react'

type Tick = { box: number | string; isTicked: boolean }

/**
 * The clicks on check boxes that are not stored yet, oldest first. React unticks a box whose new state comes after the
 * click, as that of a mutation does.
 */
export function usePendingTicks() {
  const [ticks, setTicks] = useState<readonly Tick[]>([])
  return {
    hasPending: ticks.length > 0,
    /** What was clicked last; undefined once it is stored or failed. */
    tickOf: (box: Tick['box']) => ticks.findLast((tick) => tick.box === box)?.isTicked,
    add: (box: Tick['box'], isTicked: boolean) => setTicks((pending) => [...pending, { box, isTicked }]),
    removeOldest: (box: Tick['box']) =>
      setTicks((pending) => {
        const oldest = pending.findIndex((tick) => tick.box === box)
        return pending.filter((_, n) => n !== oldest)
      }),
  }
}
