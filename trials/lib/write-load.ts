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
  /** The longest time without an acknowledged write. */
  longestGapMs(): number
  statuses: Map<number, number>
}

/**
 * Staff record payments, each with its own idempotency key, retried until acknowledged, as the browser does. `port` is
 * read each time: the server may have been restarted.
 */
export function startWriteLoad(programme: Programme, port: () => number, count = 8): WriteLoad {
  const acknowledged = new Set<string>()
  const statuses = new Map<number, number>()
  const unexpected: string[] = []
  let isStopped = false
  let lastAt = Date.now()
  let gapMs = 0

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
      const body = { parent_id: family?.parentId, amount: '1.00', payment_date: '2026-11-10', notes: key }
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
          gapMs = Math.max(gapMs, Date.now() - lastAt)
          lastAt = Date.now()
          acknowledged.add(key)
          break
        }
        if (isStopped) break
        await sleep(50)
      }
    }
  }
  const running = Array.from({ length: count }, (_, number) => writer(number))

  return {
    statuses,
    acknowledged: () => acknowledged.size,
    longestGapMs: () => gapMs,
    async stop() {
      isStopped = true
      await Promise.all(running)
    },
    async compare(databaseUrl, faults) {
      const rows = await query<{ notes: string; count: string }>(
        databaseUrl,
        'select notes, count(*) from payments where notes is not null group by notes',
      )
      const stored = new Map(rows.map(({ notes, count: times }) => [notes, Number(times)]))
      const lost = [...acknowledged].filter((key) => !stored.has(key)).length
      const doubled = [...stored.values()].filter((times) => times > 1).length
      expectEqual(faults, 'acknowledged and lost', lost, 0)
      expectEqual(faults, 'doubled', doubled, 0)
      if (acknowledged.size === 0) faults.push('nothing was ever acknowledged')
      for (const each of unexpected.slice(0, 3)) faults.push(`unexpected response ${each}`)
      return `${acknowledged.size} acknowledged, ${lost} lost, ${doubled} doubled`
    },
  }
}
