import { expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { countRows } from '../../testing/rows'
import { testApp } from '../../testing/test-app'

const LINES = 5_000
/** Of this process: the tests share the machine, so the clock on the wall says little. */
const MAX_CPU_MS = 5_000
const MAX_GROWTH_BYTES = 250_000_000

it('5,000 lines of one payer are reviewed, decided and imported in seconds and little memory', async () => {
  const app = await testApp()
  const { db } = app.services
  const build = buildersFor(db)
  const parent = await build.aParent({ full_name: 'Ana Silva', email: 'ana@example.com' })
  await build.aRegistration(await build.aChild(parent), await build.aMonth())
  const staff = await app.as(await build.anAdmin())
  const note = 'x'.repeat(900)
  const lines = Array.from({ length: LINES }, (_, n) => `2026-11-03,60.00,Grandpa Joe,TX-${n},${note}`)
  const body = ['Date,Amount,Payer,Reference,Note', ...lines].join('\n')
  const before = process.memoryUsage().rss
  const timed = async <T>(work: () => Promise<T>) => {
    const start = process.cpuUsage()
    const result = await work()
    const { user, system } = process.cpuUsage(start)
    return { result, ms: (user + system) / 1000 }
  }
  const upload = await timed(() =>
    staff.raw('/api/admin/payment-imports/review?file_name=a.csv', { method: 'POST', body }),
  )
  const review = (await upload.result.json()) as { id: string; totals: { choose: { count: number } } }
  expect(review.totals.choose.count).toBe(LINES)
  expect(upload.ms).toBeLessThan(MAX_CPU_MS)
  const decision = { id: review.id, line: 2, family_id: parent.id }
  const decided = await timed(() => staff.patch('/api/admin/payment-imports/review', decision))
  expect(decided.result.body.totals.ready.count).toBe(LINES)
  expect(decided.result.body.rows).toHaveLength(50)
  expect(decided.ms).toBeLessThan(MAX_CPU_MS)
  const done = await staff.post('/api/admin/payment-imports', {
    id: review.id,
    version: decided.result.body.version,
  })
  expect([done.status, done.body.payments, done.body.amount]).toEqual([200, LINES, LINES * 60])
  expect(await countRows(db, 'payments')).toBe(LINES)
  const undone = await staff.post(`/api/admin/payment-imports/${done.body.id}/undo`)
  expect(undone.status).toBe(200)
  expect(process.memoryUsage().rss - before).toBeLessThan(MAX_GROWTH_BYTES)
})
