import { AppError } from '../errors'
import { failureForLog } from '../failure-reason'
import type { Services } from '../http/context'
import { lockMonthOf } from '../months/months.queries'
import { notifyOpenedSeats } from '../seat-watches/opened-seats.queries'
import { endUnconfirmed, listExpired } from './unconfirmed.queries'

type Needs = Pick<Services, 'db' | 'clock'>

/** Drops what was not confirmed in its hour: its seats are free, and whoever waits for them is mailed. Returns how many. */
export async function dropExpired({ db, clock }: Needs): Promise<number> {
  const expired = await listExpired(db, clock.now())
  for (const submission of expired) {
    await db.transaction(async (tx) => {
      const month = await lockMonthOf(tx, submission)
      await endUnconfirmed(tx, submission.id, 'dropped')
      if (month) await notifyOpenedSeats(tx, month, { clock })
    })
  }
  return expired.length
}

/** A day may only be full by what was not confirmed in time: then it is tried again without that. */
export async function withFreedSeats<T>(services: Needs, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError && error.status === 409) || (await dropExpired(services)) === 0)
      throw error
    return work()
  }
}

const INTERVAL_MS = 15_000

/** Every instance does it: the second one finds nothing left. */
export function startDroppingExpired(services: Needs & Pick<Services, 'log'>): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const run = async () => {
    await dropExpired(services).catch((error) =>
      services.log.warn({ reason: failureForLog(error) }, 'unconfirmed submissions could not be dropped yet'),
    )
    if (!isStopped) timer = setTimeout(tick, INTERVAL_MS)
  }
  let running = Promise.resolve()
  const tick = () => {
    running = run()
  }
  tick()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
