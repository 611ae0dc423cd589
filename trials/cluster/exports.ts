import { setTimeout as sleep } from 'node:timers/promises'
import { httpRequest } from '../../testkit/http-client'
import type { Programme } from '../lib/programme'

/**
 * Staff export the submissions repeatedly while families register. Every complete file has as many rows as the server
 * announced, each once; one cut off by a failover is requested again.
 */
export function startExports({ staffCookie }: Programme, port: () => number, readers: number) {
  const problems: string[] = []
  let isStopped = false
  let whole = 0

  const reader = async () => {
    while (!isStopped) {
      const path = '/api/admin/submissions/export?sort=child&direction=asc'
      const { status, body, headers } = await httpRequest(port(), path, {
        cookie: staffCookie,
        timeoutMs: 30_000,
      })
      if (status === 200) {
        const rows = String(body).trim().split('\r\n').slice(1)
        const expected = Number(headers['x-exported-count'])
        // Email and child identify a row: each child is registered once.
        const children = new Set(rows.map((row) => row.split(',').slice(1, 3).join()))
        if (rows.length !== expected || children.size !== rows.length)
          problems.push(`${rows.length} rows of ${expected}, ${children.size} different`)
        else whole += 1
      } else if (status !== 0 && status < 500) problems.push(`answered with ${status}`)
      await sleep(100)
    }
  }
  const running = Array.from({ length: readers }, reader)

  return {
    /** The number of complete files. */
    async stop(faults: string[]): Promise<number> {
      isStopped = true
      await Promise.all(running)
      for (const problem of problems.slice(0, 3)) faults.push(`an export failed: ${problem}`)
      if (whole < readers) faults.push(`only ${whole} exports succeeded`)
      return whole
    },
  }
}
