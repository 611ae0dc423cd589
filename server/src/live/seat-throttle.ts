import type { Change } from './change'

/** Nobody sees a count change faster than this, and in the opening minute every registration changes one. */
const MIN_INTERVAL_MS = 250
/** For each month: registrations need the CPU more in the opening minute. */
const MAX_FRAMES_PER_SECOND = 1_000

export type SeatThrottle = {
  add(change: Change): void
  /** The newest change of each month, sent or waiting. */
  newest(): { change: Change; at: number }[]
  /**
   * Sends what is waiting for the month at once, so that a later change of the month stays the later one. That change
   * makes pages refetch the seats, and may hide the month from some.
   */
  flush(monthId: string | undefined): void
  /** Drops all changes: pages read everything again, or are about to close. */
  clear(): void
}

/**
 * Sends a month's first seat change at once, then at most one per interval: each carries the counts of all days, so the
 * newest replaces those before it. Otherwise every registration would be written to the page of every family. The more
 * pages are open, the longer is the interval.
 */
export function createSeatThrottle(send: (change: Change) => void, countPages: () => number): SeatThrottle {
  const months = new Map<string, { waiting: Change | null; timer: NodeJS.Timeout }>()
  const newest = new Map<string, { change: Change; at: number }>()

  const intervalMs = () => Math.max(MIN_INTERVAL_MS, (countPages() / MAX_FRAMES_PER_SECOND) * 1_000)
  const start = (monthId: string) => ({
    waiting: null,
    timer: setTimeout(() => {
      const waiting = months.get(monthId)?.waiting
      months.delete(monthId)
      if (waiting) sendNow(monthId, waiting)
    }, intervalMs()),
  })
  const sendNow = (monthId: string, change: Change) => {
    months.set(monthId, start(monthId))
    send(change)
  }

  return {
    add(change) {
      const monthId = change.id ?? ''
      newest.set(monthId, { change, at: performance.now() })
      const month = months.get(monthId)
      if (month) month.waiting = change
      else sendNow(monthId, change)
    },
    newest: () => [...newest.values()],
    flush(monthId = '') {
      newest.delete(monthId)
      const month = months.get(monthId)
      if (!month?.waiting) return
      send(month.waiting)
      month.waiting = null
    },
    clear() {
      for (const { timer } of months.values()) clearTimeout(timer)
      months.clear()
      newest.clear()
    },
  }
}
