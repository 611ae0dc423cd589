import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { query } from '../lib/programme'
import { databaseUrlOf, type Host } from './start-cluster'

type Attempt = { id: number; host: string; startedAt: number; isAcknowledged: boolean; endedAt: number }

const TIMEOUT_MS = 2_000
const PAUSE_MS = 400

/**
 * Writes to each PostgreSQL directly, past every proxy, all the time: also to one that is cut off, and to one that was
 * frozen and wakes up. Two that acknowledge are a split brain.
 */
export function startDirectWrites(hosts: readonly Host[]) {
  const attempts: Attempt[] = []
  let isStopped = false
  let lastId = 0

  const writer = async (host: Host) => {
    while (!isStopped) {
      lastId += 1
      const attempt = {
        id: lastId,
        host: host.name,
        startedAt: Date.now(),
        isAcknowledged: false,
        endedAt: 0,
      }
      attempts.push(attempt)
      attempt.isAcknowledged = await write(databaseUrlOf(host, 'direct'), attempt.id, host.name)
      attempt.endedAt = Date.now()
      await sleep(PAUSE_MS)
    }
  }
  const running = hosts.map(writer)

  return {
    /** Since a moment, once the primary has moved there: what the former primary was asked for, and acknowledged. */
    atFormerPrimary(former: Host, since: number): { attempts: number; acknowledged: number } {
      const movedAt = attempts.find(
        ({ host, startedAt, isAcknowledged }) => host !== former.name && startedAt >= since && isAcknowledged,
      )?.endedAt
      const later = attempts.filter(
        ({ host, startedAt, endedAt }) =>
          host === former.name && endedAt > 0 && startedAt >= (movedAt ?? Infinity),
      )
      return {
        attempts: later.length,
        acknowledged: later.filter(({ isAcknowledged }) => isAcknowledged).length,
      }
    },
    async stop(): Promise<void> {
      isStopped = true
      await Promise.all(running)
    },
    /** Every acknowledged one is in the database that remained. */
    async countLost(primary: Host): Promise<number> {
      const rows = await query<{ id: string }>(
        databaseUrlOf(primary, 'direct'),
        'select id from direct_writes',
      )
      const stored = new Set(rows.map(({ id }) => Number(id)))
      return attempts.filter(({ id, isAcknowledged }) => isAcknowledged && !stored.has(id)).length
    },
  }
}

/** Whether it was acknowledged; a commit that waits for its standby is not. */
async function write(url: string, id: number, host: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    application_name: 'direct',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('insert into direct_writes values ($1, $2)', [id, host])
    return true
  } catch {
    return false
  } finally {
    void client.end().catch(() => undefined)
  }
}
