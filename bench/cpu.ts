import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type pg from 'pg'
import type { Contender } from './processes'

/** CPU time in ms by process id, from the kernel's per-thread counters. */
export type CpuTime = Map<number, number>

export async function readCpuTime(
  contender: Contender,
  client: pg.Client,
): Promise<{ server: CpuTime; database: CpuTime }> {
  const database = new URL(contender.databaseUrl).pathname.slice(1)
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = $1',
    [database],
  )
  return { server: cpuOf([contender.pid]), database: cpuOf(rows.map(({ pid }) => pid)) }
}

const cpuOf = (pids: number[]): CpuTime => new Map(pids.map((pid) => [pid, threadsOf(pid)]))

function threadsOf(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    return (
      threads.reduce(
        (sum, thread) =>
          sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
        0,
      ) / 1e6
    )
  } catch {
    // The connection closed meanwhile.
    return 0
  }
}

/** CPU time between two readings; a connection opened between them counts in full. */
export const cpuDelta = (before: CpuTime, after: CpuTime): number =>
  [...after].reduce((sum, [pid, ms]) => sum + Math.max(0, ms - (before.get(pid) ?? 0)), 0)

const status = (pid: number, field: 'VmRSS' | 'VmHWM') =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

export const memoryMb = (pid: number) => status(pid, 'VmRSS')
export const peakMb = (pid: number) => status(pid, 'VmHWM')
export const resetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5')
