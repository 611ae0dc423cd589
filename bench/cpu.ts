import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type pg from 'pg'
import type { Contender } from './processes'

/** CPU time by process, in milliseconds, as the kernel counts it to the nanosecond for each thread. */
export type Spent = Map<number, number>

export async function spent(
  contender: Contender,
  client: pg.Client,
): Promise<{ server: Spent; database: Spent }> {
  const database = new URL(contender.databaseUrl).pathname.slice(1)
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = $1',
    [database],
  )
  return { server: cpuOf([contender.pid]), database: cpuOf(rows.map(({ pid }) => pid)) }
}

const cpuOf = (pids: number[]): Spent => new Map(pids.map((pid) => [pid, threadsOf(pid)]))

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
    // A connection that closed between the list and the look.
    return 0
  }
}

/** What was spent between two looks; a connection opened between them counts in full. */
export const between = (before: Spent, after: Spent): number =>
  [...after].reduce((sum, [pid, ms]) => sum + Math.max(0, ms - (before.get(pid) ?? 0)), 0)

const status = (pid: number, field: 'VmRSS' | 'VmHWM') =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

export const memoryMb = (pid: number) => status(pid, 'VmRSS')
export const peakMb = (pid: number) => status(pid, 'VmHWM')
export const forgetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5')
