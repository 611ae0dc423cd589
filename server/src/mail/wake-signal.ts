/** Debounces notifications, so that a burst of emails does not cause a burst of queries. */
const DEBOUNCE_MS = 20

/**
 * A sleep that a notification ends early, for one sleeper at a time. A notification since `countBefore` counts too, so
 * that none is lost between querying the outbox and going to sleep.
 */
export function createWakeSignal() {
  const sleepers = new Set<() => void>()
  let count = 0
  let isPending = false

  const notifyNow = () => {
    count += 1
    const [wake] = sleepers
    wake?.()
  }
  return {
    count: () => count,
    notify() {
      if (isPending) return
      isPending = true
      setTimeout(() => {
        isPending = false
        notifyNow()
      }, DEBOUNCE_MS)
    },
    notifyNow,
    wakeAll() {
      count += 1
      for (const wake of [...sleepers]) wake()
    },
    wait(ms: number, countBefore: number) {
      return new Promise<void>((resolve) => {
        if (count !== countBefore) return resolve()
        const wake = () => {
          clearTimeout(timer)
          sleepers.delete(wake)
          resolve()
        }
        const timer = setTimeout(wake, ms)
        sleepers.add(wake)
      })
    },
  }
}
