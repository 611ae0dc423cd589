import { setTimeout as sleep } from 'node:timers/promises'
import { onDatabase } from './databases'

/** A connection flushes its statistics after at most ten idle seconds. */
const STATS_FLUSH_MS = 11_500
const CONTROL = 'bench_control'

/**
 * The large tables with sequential scans while `work` ran. PostgreSQL's statistics cover the plans really used,
 * prepared ones too, which a separate EXPLAIN would not. A control table is scanned on purpose, over a connection that
 * stays open like the server's; if it is not reported, the measurement is invalid.
 */
export async function detectSeqScans(databaseUrl: string, work: () => Promise<unknown>): Promise<string[]> {
  await sleep(STATS_FLUSH_MS)
  const after = await onDatabase(databaseUrl, async (client) => {
    await client.query(`create table ${CONTROL} as select 1 as n`)
    const before = await countSeqScans(databaseUrl)
    await work()
    await client.query(`select n from ${CONTROL}`)
    await sleep(STATS_FLUSH_MS)
    const counts = await countSeqScans(databaseUrl)
    return [...counts].filter(([table, count]) => count > (before.get(table) ?? 0)).map(([table]) => table)
  })
  if (!after.includes(CONTROL))
    throw new Error('PostgreSQL did not report the sequential scan of the control table')
  return after.filter((table) => table !== CONTROL)
}

/** Sequential scans of each large table so far. */
async function countSeqScans(databaseUrl: string): Promise<Map<string, number>> {
  const { rows } = await onDatabase(databaseUrl, (client) =>
    client.query<{ relname: string; seq_scan: string }>(
      `select relname, seq_scan from pg_stat_user_tables where relname in
        ('${CONTROL}', 'submissions', 'profiles', 'children', 'accounts', 'payments', 'sessions')`,
    ),
  )
  return new Map(rows.map(({ relname, seq_scan }) => [relname, Number(seq_scan)]))
}
