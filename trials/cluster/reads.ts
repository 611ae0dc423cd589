import { setTimeout as sleep } from 'node:timers/promises'
import { httpRequest } from '../../testkit/http-client'
import type { Programme } from '../lib/programme'

const READERS = 2

/** Families look at their dashboards; during a failover they get 503, or nothing, and never an error of ours. */
export function startReads({ families }: Programme, port: number) {
  const unexpected = new Map<number, number>()
  let isStopped = false
  let read = 0
  const reader = async () => {
    while (!isStopped) {
      const family = families[Math.floor(Math.random() * families.length)]
      const { status, body } = await httpRequest(port, '/api/dashboard', {
        cookie: family?.cookie,
        ipAddress: family?.ipAddress,
        timeoutMs: 30_000,
      })
      // A proxy's own errors are not JSON.
      const isExpected = [0, 200, 503].includes(status) || typeof body !== 'object'
      if (status === 200) read += 1
      if (!isExpected) unexpected.set(status, (unexpected.get(status) ?? 0) + 1)
      await sleep(100)
    }
  }
  const running = Array.from({ length: READERS }, reader)
  return {
    async stop(faults: string[]): Promise<number> {
      isStopped = true
      await Promise.all(running)
      for (const [status, times] of unexpected) faults.push(`${times} reads answered with ${status}`)
      return read
    },
  }
}
