import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createDatabase, urlFor } from '../../testing/databases'
import { CONFIG, recordingLog } from '../../testing/mail-samples'
import { countRows, storedRows } from '../../testing/rows'
import { startTestApp, type TestApp } from '../../testing/test-app'
import {
  expectedToday,
  figures,
  listedRows,
  queuedMails,
  RECORDED_BACKUP,
  restoreReplacedHistory,
} from '../../testing/upgrade/figures'
import { restoreBackup } from '../backup/restore-backup'
import type { OutgoingMail } from '../mail/outgoing-mail'
import { startMailWorker } from '../mail/worker'
import { migrate } from './migrate'
import { execute, sql } from './sql'

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))

async function anEmptyDatabase(): Promise<string> {
  const name = `upgrade_${randomUUID().replaceAll('-', '')}`
  await createDatabase(inject('postgresUrl'), name)
  return urlFor(inject('postgresUrl'), name)
}

/** As that version left it: of the same schema, with the history of the migrations that it replaced. */
async function migratedDatabase(): Promise<string> {
  const url = await anEmptyDatabase()
  const firstOnly = mkdtempSync(join(tmpdir(), 'aftercare-migrations-'))
  cpSync(join(MIGRATIONS, '0001_schema.sql'), join(firstOnly, '0001_schema.sql'))
  await restoreBackup(url, RECORDED_BACKUP, firstOnly)
  rmSync(firstOnly, { recursive: true })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await restoreReplacedHistory(client)
  for (const { id, last_error } of queuedMails())
    await client.query("update outbox set state = 'queued', last_error = $2 where id = $1", [id, last_error])
  await client.end()
  await migrate(url, MIGRATIONS)
  return url
}

async function restoredBackup(): Promise<string> {
  const url = await anEmptyDatabase()
  const { unsentMails } = await restoreBackup(url, RECORDED_BACKUP, MIGRATIONS)
  expect(unsentMails).toBe(queuedMails().length)
  return url
}

describe.each([
  { name: 'a migrated database', prepare: migratedDatabase, isRestored: false },
  { name: 'a restored backup', prepare: restoredBackup, isRestored: true },
])('$name from before the migrations became one', ({ prepare, isRestored }) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ databaseUrl: await prepare(), now: '2026-11-16T09:30:00-05:00' })
  })
  afterAll(() => app.stop())

  const signIn = async (email: string, password = 'aftercare-demo') => {
    const { status, headers } = await app.visitor.post('/api/auth/sign-in', { email, password })
    expect(status, email).toBe(200)
    const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0])
    return { cookie: cookies.join('; ') }
  }

  test('shows the same fees, balances, statuses, counts, reports, payments, people and mails', async () => {
    expect(figures.responses.length).toBeGreaterThan(150)
    const signedIn = new Map<string | null, { cookie: string }>([[null, { cookie: '' }]])
    for (const { as, path, body } of figures.responses) {
      const headers = signedIn.get(as) ?? (await signIn(as ?? ''))
      signedIn.set(as, headers)
      const today = await app.visitor.get(path, headers)
      const expected = expectedToday(path, body, isRestored)
      expect({ body: inOrder(path, today.body) }, path).toMatchObject({ body: inOrder(path, expected) })
    }
  })

  test('takes what was billed as billed at the fee of then', async () => {
    type Row = { id: string; total_fee: number; billed_status: string }
    const billed = listedRows<Row>('/api/admin/submissions').filter((row) => row.billed_status === 'billed')
    const stored = await storedRows(app.services.db, 'submissions', sql`where billed_fee is not null`)
    const feesOf = (fees: [string, number][]) => fees.toSorted(([a], [b]) => a.localeCompare(b))
    expect(billed.length).toBeGreaterThan(100)
    expect(feesOf(stored.map(({ id, billed_fee_cents }) => [id, Number(billed_fee_cents) / 100]))).toEqual(
      feesOf(billed.map(({ id, total_fee }) => [id, total_fee])),
    )
  })

  test('keeps everybody signed in', async () => {
    const dana = await app.visitor.get('/api/auth/session', { cookie: figures.cookies.dana })
    expect(dana.body).toMatchObject({ user: { email: 'dana.okafor@example.com' } })
    const staff = await app.visitor.get('/api/admin/dashboard', { cookie: figures.cookies.staff })
    expect(staff.status).toBe(200)
  })

  test('answers a registration that is sent once more as before, and stores it once', async () => {
    const before = await countRows(app.services.db, 'submissions')
    const { key, request, rows } = figures.repeated
    const headers = {
      cookie: figures.cookies.dana,
      'idempotency-key': key,
      'content-type': 'application/json',
    }
    // Not with what the route declares today: it is the response of then.
    const body = JSON.stringify(request)
    const again = await app.visitor.raw('/api/submissions', { method: 'POST', body, headers })
    expect(await again.json()).toMatchObject({ rows })
    expect(await countRows(app.services.db, 'submissions')).toBe(before)
  })

  test('accepts the links in mails of then, once', async () => {
    const { verification, recovery, invitation } = figures.links
    expect((await app.visitor.post('/api/auth/verify', verification)).status).toBe(200)
    await signIn('unverified@example.com')
    const choose = (link: object, password: string) =>
      app.visitor.post('/api/auth/recovery/password', { ...link, password })
    for (const [link, email] of [
      [recovery, 'dana.okafor@example.com'],
      [invitation, 'invited@example.com'],
    ] as const) {
      expect((await choose(link, 'chosen after the upgrade')).status, email).toBe(200)
      expect((await choose(link, 'chosen by somebody else')).status, email).not.toBe(200)
      await signIn(email, 'chosen after the upgrade')
    }
  })

  test(isRestored ? 'sends no queued mail again' : 'sends the mails that were still queued', async () => {
    const { db } = app.services
    await execute(db, sql`update outbox set next_attempt_at = now() where state = 'queued'`)
    const sent: OutgoingMail[] = []
    const transport = { send: async (mail: OutgoingMail) => void sent.push(mail), close: () => undefined }
    const worker = startMailWorker({ ...app.services, config: CONFIG, transport, log: recordingLog() })
    const waiting = sql`where state in ('queued', 'sending')`
    await expect.poll(() => countRows(db, 'outbox', waiting)).toBe(0)
    await worker.stop()
    const old = queuedMails()
    const found = old.map(({ id }) => sent.find((mail) => mail.id === id))
    expect(found.map((mail) => mail && [mail.to.address, mail.subject, mail.text.length > 100])).toEqual(
      old.map(({ to_email, subject }) => (isRestored ? undefined : [to_email, subject, true])),
    )
  })
})

/** The only list without an order. */
const REGISTERED = '/api/submissions/registered'

function inOrder(path: string, body: unknown): unknown {
  if (path !== REGISTERED) return body
  type Row = { month_id: string | null; child_id: string }
  return (body as { rows: Row[] }).rows
    .filter(({ month_id }) => month_id !== null)
    .map(({ month_id, child_id }) => `${month_id} ${child_id}`)
    .toSorted()
}
