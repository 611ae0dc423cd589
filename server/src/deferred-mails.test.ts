import { beforeEach, expect, it } from 'vitest'
import { buildersFor } from '../testing/builders'
import { emptyTables } from '../testing/databases'
import { deleteAccount } from '../testing/delete-account'
import { storedRows } from '../testing/rows'
import { type TestClient, testApp } from '../testing/test-app'
import { execute, sql } from './db/sql'
import { deferredComposer } from './deferred-mails'
import type { OutgoingMail } from './mail/outgoing-mail'
import { startMailWorker } from './mail/worker'

/** What causes a mail is stored even if the mail cannot be composed; the mail follows once it can. */

const app = await testApp()
const { db, pool } = app.services
const make = buildersFor(db)

let staff: TestClient
let dana: { id: string }
let family: TestClient
let ids: { child: string; month: string; registration: string }

beforeEach(async () => {
  await emptyTables(
    pool,
    'outbox, submissions, children, months, site_content, user_roles, profiles, accounts, audit_log, idempotency_keys',
  )
  const parent = await make.aParent({ email: 'dana@example.com' })
  dana = parent
  const child = await make.aChild(parent, { name: 'Amara' })
  const month = await make.aMonth()
  const sibling = await make.aChild(parent, { name: 'Ada' })
  family = await app.as(parent)
  staff = await app.as(await make.anAdmin({ email: 'rosa@example.com' }))
  const stored = await make.aRegistration(sibling, month, { selected_days: [8] })
  ids = { child: child.id, month: month.id, registration: stored.id }
})

const REFUSED = 'alter table outbox add constraint refused check (deferred is not null)'
const REPAIRED = 'alter table outbox drop constraint refused'
const outbox = () => storedRows(db, 'outbox', sql`order by created_at, id`)

async function sendMails(until: () => Promise<boolean>): Promise<OutgoingMail[]> {
  const sent: OutgoingMail[] = []
  const transport = { send: async (mail: OutgoingMail) => void sent.push(mail), close: () => {} }
  const worker = startMailWorker({
    ...app.services,
    transport,
    composeDeferred: deferredComposer(app.services),
    backOffMs: () => 0,
    maxAttempts: 3,
    pollMs: 50,
  })
  await expect.poll(until).toBe(true)
  await worker.stop()
  return sent
}
const areAll = async (state: string) => (await outbox()).every((mail) => mail.state === state)

const submission = (path = '') => `/api/admin/submissions/${ids.registration}${path}`
const CAUSES: Record<string, [cause: () => Promise<{ status: number }>, mails: string[]]> = {
  'a registration': [
    () =>
      family.post('/api/submissions', {
        month_id: ids.month,
        child_ids: [ids.child],
        selected_days: [9],
        agreed: true,
      }),
    ['monthly-admin', 'monthly-parent', 'monthly-parent'],
  ],
  'an edit': [
    () => staff.patch(submission('/days'), { selected_days: [9], version: 1 }),
    ['registration-changed', 'registration-changed', 'registration-changed-admin'],
  ],
  'a request to cancel': [
    () => family.post(`/api/submissions/${ids.registration}/cancel-request`, { text: 'Please' }),
    ['cancellation-requested'],
  ],
  'a cancellation': [
    () => staff.post(submission('/cancel'), { reason: 'Moving', fee: 'none', version: 1 }),
    ['registration-cancelled'],
  ],
  "a child's details": [
    () => staff.patch(`/api/admin/children/${ids.child}`, { name: 'Amara Joy', version: 1 }),
    ['child-changed'],
  ],
}

it.each(Object.entries(CAUSES))(
  '%s is stored, and its mails once they can be composed',
  async (_, [cause, mails]) => {
    await pool.query(REFUSED)
    try {
      expect((await cause()).status).toBe(200)
      expect(await outbox()).toMatchObject([
        { template: 'deferred', to_email: 'dana@example.com', state: 'queued' },
      ])
      await sendMails(() => areAll('failed'))
      const { rows: listed } = (await staff.get('/api/admin/mail?state=failed')).body
      expect(listed).toMatchObject([
        { to_email: 'dana@example.com', last_error: 'A mail could not be queued' },
      ])
    } finally {
      await pool.query(REPAIRED)
    }
    const [failed] = await outbox()
    expect((await staff.post(`/api/admin/mail/${failed?.id}/send-again`, {})).status).toBe(200)
    await sendMails(async () => (await outbox()).every(({ deferred }) => deferred === null))
    expect((await outbox()).map(({ template }) => template).sort()).toEqual(mails)
  },
)

it('a change whose mails cannot even be deferred is not stored', async () => {
  await pool.query('alter table outbox add constraint refused check (false)')
  try {
    const [register = () => Promise.reject(new Error('no cause'))] = CAUSES['a registration'] ?? []
    expect((await register()).status).toBe(500)
    expect(await storedRows(db, 'submissions')).toHaveLength(1)
  } finally {
    await pool.query(REPAIRED)
  }
})

it('mails about a family that deleted its account meanwhile are erased with it', async () => {
  await pool.query(REFUSED)
  try {
    await staff.patch(`/api/admin/children/${ids.child}`, { name: 'Amara Joy', version: 1 })
    await family.post(`/api/submissions/${ids.registration}/cancel-request`, { text: 'Please' })
    expect(await outbox()).toHaveLength(2)
  } finally {
    await pool.query(REPAIRED)
  }
  await execute(
    db,
    sql`update submissions set month_id = ${(await make.aMonth({ month_name: 'October' })).id}`,
  )
  const { status, body } = await deleteAccount(app, dana)
  expect(status, JSON.stringify(body)).toBe(200)
  expect((await outbox()).filter(({ deferred }) => deferred !== null)).toEqual([])
})
