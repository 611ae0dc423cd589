import type pg from 'pg'
import { cpuDelta, readCpuTime } from './cpu'
import { undoWrites } from './databases'
import type { Contender } from './processes'
import type { Scenario } from './scenarios'
import { FAMILIES } from './seed'

/** Milliseconds per operation: CPU of the server and of its database connections, and the wall-clock median. */
export type Sample = { server: number; database: number; cpu: number; p50: number }

let sequence = 0
/** Before each sample. */
const WARM_UPS = 3

/** Runs operations one after the other for `ms`, and at least `minOperations`. One that writes ends when every family has registered. */
export async function measure(
  client: pg.Client,
  contender: Contender,
  scenario: Scenario,
  ms: number,
  minOperations = 5,
): Promise<Sample> {
  const close = await scenario.prepare?.(contender)
  try {
    for (let warm = 0; warm < WARM_UPS; warm++) await scenario.run(contender, sequence++)
    const before = await readCpuTime(contender, client)
    const times: number[] = []
    const end = performance.now() + ms
    // A family registers only once until the writes are undone.
    const maxOperations = scenario.isWriting ? FAMILIES - WARM_UPS : Number.POSITIVE_INFINITY
    while ((performance.now() < end || times.length < minOperations) && times.length < maxOperations) {
      const startedAt = performance.now()
      await scenario.run(contender, sequence++)
      times.push(performance.now() - startedAt)
    }
    const after = await readCpuTime(contender, client)
    const server = cpuDelta(before.server, after.server) / times.length
    const database = cpuDelta(before.database, after.database) / times.length
    return { server, database, cpu: server + database, p50: median(times) }
  } finally {
    close?.()
    if (scenario.isWriting) await undoWrites(contender.name, contender.databaseUrl)
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}

export const medianOf = (samples: readonly Sample[], key: keyof Sample) =>
  median(samples.map((sample) => sample[key]))
