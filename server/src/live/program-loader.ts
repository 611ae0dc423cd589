import type { Logger } from 'pino'
import type { Config } from '../config'
import type { Db } from '../db/client'
import { loadProgram } from '../program/program-details.queries'
import { reconnectDelayMs } from './live-hub'

/**
 * Loads the programme's saved details when they may have changed. If that fails it is retried until it succeeds, or this
 * instance would keep the old time zone; then `onLate` is called.
 */
export function createProgramLoader(
  { db, config, log }: { db: Db; config: Config; log: Logger },
  onLate: () => void,
) {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const retryAfter = (failures: number) => {
    clearTimeout(timer)
    if (isStopped) return
    timer = setTimeout(() => {
      loadProgram(db, config).then(onLate, (error) => {
        log.warn({ err: error }, "the programme's details could not be loaded; will retry")
        retryAfter(failures + 1)
      })
    }, reconnectDelayMs(failures))
  }

  return {
    async load(): Promise<void> {
      try {
        await loadProgram(db, config)
        clearTimeout(timer)
      } catch (error) {
        retryAfter(1)
        throw error
      }
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
