/** Notices within this time count as one, so that a rush of mails does not make a rush of looks. */
const GATHER_MS = 20

/**
 * A sleep that a ring ends early, for one sleeper at a time. A ring since `ringsBefore` counts too, so that no notice
 * falls between a look at the outbox and the sleep after it.
 */
export function createWakeSignal() {
  const sleepers = new Set<() => void>()
  let count = 0
  let isGathering = false

  const wakeOne = () => {
    count += 1
    const [wake] = sleepers
    wake?.()
  }
  return {
    rings: () => count,
    ring() {
      if (isGathering) return
      isGathering = true
      setTimeout(() => {
        isGathering = false
        wakeOne()
      }, GATHER_MS)
    },
    wakeOne,
    wakeAll() {
      count += 1
      for (const wake of [...sleepers]) wake()
    },
    wait(ms: number, ringsBefore: number) {
      return new Promise<void>((resolve) => {
        if (count !== ringsBefore) return resolve()
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
