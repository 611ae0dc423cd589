import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type HttpResponse, httpRequest } from '../../testkit/http-client'
import { type Programme, query } from './programme'
import { mustBe } from './report'

export type WriteLoad = {
  /** Stops after what is under way, and counts the rows against what was acknowledged. */
  stop(): Promise<void>
  compare(databaseUrl: string, faults: string[]): Promise<string>
  acknowledged(): number
  /** The longest time in which nothing was acknowledged. */
  longestGapMs(): number
  statuses: Map<number, number>
}

/**
 * Staff who record payments, each with a key of its own that is repeated until it is acknowledged, as a browser does.
 * `port` is asked anew each time: the server behind it may have been started again.
 */
export function startWriteLoad(programme: Programme, port: () => number, count = 8): WriteLoad {
  const acknowledged = new Set<string>()
  const statuses = new Map<number, number>()
  const oddities: string[] = []
  let isOver = false
  let lastAt = Date.now()
  let gapMs = 0

  const note = ({ status, body }: HttpResponse) => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    // A proxy in between has words of its own, which are not JSON, for an instance that was killed.
    if (status >= 500 && status !== 503 && typeof body === 'object')
      oddities.push(`${status} ${JSON.stringify(body).slice(0, 120)}`)
  }
  const writer = async (number: number) => {
    while (!isOver) {
      const family = programme.families[Math.floor(Math.random() * programme.families.length)]
      const key = `${number}-${randomUUID()}`
      const body = { parent_id: family?.parentId, amount: '1.00', payment_date: '2026-11-10', notes: key }
      for (;;) {
        const told = await httpRequest(port(), '/api/admin/payments', {
          method: 'POST',
          cookie: programme.staffCookie,
          key,
          body,
          timeoutMs: 30_000,
        })
        note(told)
        if (told.status === 200) {
          gapMs = Math.max(gapMs, Date.now() - lastAt)
          lastAt = Date.now()
          acknowledged.add(key)
          break
        }
        if (isOver) break
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
      isOver = true
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
      mustBe(faults, 'acknowledged and lost', lost, 0)
      mustBe(faults, 'doubled', doubled, 0)
      if (acknowledged.size === 0) faults.push('nothing was ever acknowledged')
      for (const oddity of oddities.slice(0, 3)) faults.push(`unexpected answer ${oddity}`)
      return `${acknowledged.size} acknowledged, ${lost} lost, ${doubled} doubled`
    },
  }
}
