import type pg from 'pg'
import { between, spent } from './cpu'
import { undoWrites } from './databases'
import type { Contender } from './processes'
import type { Scenario } from './scenarios'

/** What one operation took, in milliseconds: CPU of the server, of its database connections, and by the clock. */
export type Sample = { server: number; database: number; cpu: number; p50: number }

let turn = 0

/** One operation after the other for so long. */
export async function measure(
  client: pg.Client,
  contender: Contender,
  work: Scenario,
  ms: number,
): Promise<Sample> {
  const close = await work.prepare?.(contender)
  try {
    for (let warm = 0; warm < 3; warm++) await work.run(contender, turn++)
    const before = await spent(contender, client)
    const times: number[] = []
    const end = performance.now() + ms
    while (performance.now() < end || times.length < 5) {
      const startedAt = performance.now()
      await work.run(contender, turn++)
      times.push(performance.now() - startedAt)
    }
    const after = await spent(contender, client)
    const server = between(before.server, after.server) / times.length
    const database = between(before.database, after.database) / times.length
    return { server, database, cpu: server + database, p50: median(times) }
  } finally {
    close?.()
    if (work.isWriting) await undoWrites(contender.name, contender.databaseUrl)
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}

export const middle = (cells: readonly Sample[], key: keyof Sample) => median(cells.map((cell) => cell[key]))
