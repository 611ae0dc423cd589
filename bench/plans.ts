import { setTimeout as sleep } from 'node:timers/promises'
import { onDatabase } from './databases'

/** A connection tells its counters when it has been idle for ten seconds at the latest. */
const TOLD_AFTER_MS = 11_500
const CONTROL = 'bench_control'

/**
 * Which large tables were read from end to end while `work` ran. PostgreSQL's own counters see the plans that were
 * really used, prepared ones too, which an EXPLAIN beside them would not. A table read whole on purpose, over a
 * connection that stays open like the server's, must be among them, or nothing was proved.
 */
export async function readPlan(databaseUrl: string, work: () => Promise<unknown>): Promise<string[]> {
  await sleep(TOLD_AFTER_MS)
  const after = await onDatabase(databaseUrl, async (client) => {
    await client.query(`create table ${CONTROL} as select 1 as n`)
    const before = await wholeReads(databaseUrl)
    await work()
    await client.query(`select n from ${CONTROL}`)
    await sleep(TOLD_AFTER_MS)
    const counts = await wholeReads(databaseUrl)
    return [...counts].filter(([table, count]) => count > (before.get(table) ?? 0)).map(([table]) => table)
  })
  if (!after.includes(CONTROL)) throw new Error('PostgreSQL did not tell of a table that was read whole')
  return after.filter((table) => table !== CONTROL)
}

/** How often each large table was read from end to end so far. */
async function wholeReads(databaseUrl: string): Promise<Map<string, number>> {
  const { rows } = await onDatabase(databaseUrl, (client) =>
    client.query<{ relname: string; seq_scan: string }>(
      `select relname, seq_scan from pg_stat_user_tables where relname in
        ('${CONTROL}', 'submissions', 'profiles', 'children', 'accounts', 'payments', 'sessions')`,
    ),
  )
  return new Map(rows.map(({ relname, seq_scan }) => [relname, Number(seq_scan)]))
}
