import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type HttpResponse, httpRequest } from '../../testkit/http-client'
import { type Programme, query } from './programme'
import { expectEqual } from './report'

export type WriteLoad = {
  /** Stops after the pending requests. */
  stop(): Promise<void>
  compare(databaseUrl: string, faults: string[]): Promise<string>
  acknowledged(): number
  /** The longest time without an acknowledged write, of all or since a moment. */
  longestGapMs(since?: number): number
  statuses: Map<number, number>
}

/**
 * Staff record payments, each with its own idempotency key, retried until acknowledged, as the browser does. `port` is
 * read each time: the server may have been restarted.
 */
export function startWriteLoad(
  programme: Pick<Programme, 'families' | 'staffCookie'>,
  port: () => number,
  { count = 8, pauseMs = 0 } = {},
): WriteLoad {
  const acknowledged = new Set<string>()
  const statuses = new Map<number, number>()
  const unexpected: string[] = []
  let isStopped = false
  const startedAt = Date.now()
  const acknowledgedAt: number[] = []

  const record = ({ status, body }: HttpResponse) => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    // A proxy returns its own non-JSON error for a killed instance.
    if (status >= 500 && status !== 503 && typeof body === 'object')
      unexpected.push(`${status} ${JSON.stringify(body).slice(0, 120)}`)
  }
  const writer = async (number: number) => {
    while (!isStopped) {
      const family = programme.families[Math.floor(Math.random() * programme.families.length)]
      const key = `${number}-${randomUUID()}`
      const body = {
        parent_id: family?.parentId,
        amount: '1.00',
        payment_date: '2026-11-10',
        notes: key,
        allow_duplicate: true,
      }
      for (;;) {
        const response = await httpRequest(port(), '/api/admin/payments', {
          method: 'POST',
          cookie: programme.staffCookie,
          key,
          body,
          timeoutMs: 30_000,
        })
        record(response)
        if (response.status === 200) {
          acknowledgedAt.push(Date.now())
          acknowledged.add(key)
          break
        }
        if (isStopped) break
        await sleep(50)
      }
      await sleep(pauseMs)
    }
  }
  const running = Array.from({ length: count }, (_, number) => writer(number))

  return {
    statuses,
    acknowledged: () => acknowledged.size,
    longestGapMs: (since = startedAt) => longestGap([since, ...acknowledgedAt.filter((at) => at >= since)]),
    async stop() {
      isStopped = true
      await Promise.all(running)
    },
    async compare(databaseUrl, faults) {
      // Those until now: more may be acknowledged during the query.
      const expected = [...acknowledged]
      const rows = await query<{ notes: string; count: string }>(
        databaseUrl,
        'select notes, count(*) from payments where notes is not null group by notes',
      )
      const stored = new Map(rows.map(({ notes, count: times }) => [notes, Number(times)]))
      const lost = expected.filter((key) => !stored.has(key)).length
      const doubled = [...stored.values()].filter((times) => times > 1).length
      expectEqual(faults, 'acknowledged and lost', lost, 0)
      expectEqual(faults, 'doubled', doubled, 0)
      if (expected.length === 0) faults.push('nothing was ever acknowledged')
      for (const each of unexpected.slice(0, 3)) faults.push(`unexpected response ${each}`)
      return `${expected.length} acknowledged, ${lost} lost, ${doubled} doubled`
    },
  }
}

const longestGap = (times: readonly number[]) =>
  times.reduce((longest, at, index) => Math.max(longest, at - (times[index - 1] ?? at)), 0)
