import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { emptyTables } from '../../testing/databases'
import { disableLocks, holdLock, untilWaiting } from '../../testing/race-helpers'
import { storedRows } from '../../testing/rows'
import { startTestApp, type TestApp, type TestClient, testApp } from '../../testing/test-app'

/** Two admins, or one admin twice, import the same file at the same moment. */

const app = await testApp()
const build = buildersFor(app.services.db)
const admins = [await build.anAdmin(), await build.anAdmin()]
const ana = await build.aParent({ full_name: 'Ana Silva', email: 'ana@example.com' })

beforeEach(() =>
  emptyTables(
    app.services.pool,
    'payments, submissions, months, audit_log, import_reviews, payment_imports, remembered_payers, idempotency_keys',
  ),
)

const FILE = 'Date,Amount,Payer,Reference\n2026-11-03,60.00,Ana Silva,TX-1\n2026-11-04,25.50,Ana Silva,TX-2\n'
type Review = { id: string; version: number }

async function review(client: TestClient, body = FILE): Promise<Review> {
  const response = await client.raw('/api/admin/payment-imports/review?file_name=a.csv', {
    method: 'POST',
    body,
  })
  return (await response.json()) as Review
}
const run = (client: TestClient, { id, version }: Review, headers?: Record<string, string>) =>
  client.post('/api/admin/payment-imports', { id, version }, headers)
const payments = () => storedRows(app.services.db, 'payments')

/** Both admins' requests are on their way before either is decided. */
async function bothAtOnce(instance: TestApp) {
  const clients = await Promise.all(admins.map((admin) => instance.as(admin)))
  const reviews = [await review(clients[0] as TestClient), await review(clients[1] as TestClient)]
  // Both have to insert into payments: they wait there until both have compared their lines.
  const held = await holdLock(app, 'lock table payments in share row exclusive mode', [])
  const responses = Promise.all(clients.map((client, n) => run(client, reviews[n] as Review)))
  await untilWaiting(app, 2)
  await held.release()
  return responses
}

describe('what disappears while the payments are imported', () => {
  it.each([
    [
      'the family',
      'with p as (select id from profiles where id = $1 for update) delete from user_roles using p where user_id = p.id',
    ],
    ['the registration', 'delete from submissions where parent_id = $1'],
  ])('is noticed before anything is written: %s', async (_, deletion) => {
    const kim = await build.aParent()
    await build.aRegistration(await build.aChild(kim), await build.aMonth(), { total_fee_cents: 6000 })
    const client = await app.as(admins[0] as { id: string })
    const shown = await review(client, FILE.replaceAll('Ana Silva', kim.full_name))
    const held = await holdLock(app, deletion, [kim.id])
    const response = run(client, shown)
    await untilWaiting(app, 1)
    await held.commit()
    expect((await response).body.error.message).toMatch(/^Nothing was imported, because something changed/)
    expect(await payments()).toEqual([])
  })
})

describe('a payment that staff record while it is imported', () => {
  const recorded = { amount: '60.00', payment_date: '2026-11-03', payment_method: 'check' }
  const record = (client: TestClient) =>
    client.post('/api/admin/payments', { ...recorded, parent_id: ana.id, submission_id: '' })

  /** The payment is stored but not committed when the import starts. */
  async function recordWhileImporting(instance: TestApp) {
    const [staff, importing] = await Promise.all(admins.map((admin) => instance.as(admin)))
    if (!staff || !importing) throw new Error('no admins')
    const shown = await review(importing)
    const held = await holdLock(app, 'lock table audit_log in share row exclusive mode', [])
    const recording = record(staff)
    await untilWaiting(app, 1)
    const response = run(importing, shown)
    await untilWaiting(app, 2)
    await held.release()
    return { recorded: await recording, imported: await response }
  }

  it('is named, and nothing is imported', async () => {
    const { recorded, imported } = await recordWhileImporting(app)
    expect([recorded.status, imported.status]).toEqual([200, 409])
    expect(imported.body.error.message).toMatch(/Line 2 \(\$60\.00\)/)
    expect(await payments()).toHaveLength(1)
  })

  it('control: is stored twice without the locks', async () => {
    const unlocked = await startTestApp({ databaseUrl: app.databaseUrl })
    try {
      disableLocks(unlocked)
      const { recorded, imported } = await recordWhileImporting(unlocked)
      expect([recorded.status, imported.status]).toEqual([200, 200])
      expect(await payments()).toHaveLength(3)
    } finally {
      await unlocked.stop()
    }
  })
})

describe('the same file at the same moment', () => {
  it('is imported once by two admins; the other is told which lines', async () => {
    const responses = await bothAtOnce(app)
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = responses.find(({ status }) => status === 409)
    expect(refused?.body.error.message).toMatch(/Line 2 \(\$60\.00\): Imported on Nov 16, 2026\./)
    expect(await payments()).toHaveLength(2)
  })

  it('control: is imported twice without the locks', async () => {
    const unlocked = await startTestApp({ databaseUrl: app.databaseUrl })
    try {
      disableLocks(unlocked)
      const responses = await bothAtOnce(unlocked)
      expect(responses.map(({ status }) => status)).toEqual([200, 200])
      expect(await payments()).toHaveLength(4)
    } finally {
      await unlocked.stop()
    }
  })

  it('is imported once for a double press, and a lost answer is given again', async () => {
    const client = await app.as(admins[0] as { id: string })
    const shown = await review(client)
    const key = { 'idempotency-key': 'one-press' }
    const [first, second] = await Promise.all([run(client, shown, key), run(client, shown, key)])
    const again = await run(client, shown, key)
    expect([first.status, second.status, again.status]).toEqual([200, 200, 200])
    expect([second.body, again.body]).toEqual([first.body, first.body])
    expect(await payments()).toHaveLength(2)
    expect((await run(client, shown)).status).toBe(404)
  })

  it('is undone once by two admins', async () => {
    const clients = await Promise.all(admins.map((admin) => app.as(admin)))
    const done = await run(clients[0] as TestClient, await review(clients[0] as TestClient))
    const undo = (client: TestClient) => client.post(`/api/admin/payment-imports/${done.body.id}/undo`)
    const responses = await Promise.all(clients.map(undo))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await payments()).toHaveLength(4)
  })
})
