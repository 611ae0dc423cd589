import { beforeEach, expect, test } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { emptyTables } from '../../testing/databases'
import { joinInto } from '../../testing/family'
import { countRows, storedRows } from '../../testing/rows'
import { testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'

const MONDAY = '2026-11-16T09:00:00-05:00'
const TODAY = '2026-11-16'

const app = await testApp()
const { db } = app.services
const make = buildersFor(db)

beforeEach(async () => {
  app.setNow(MONDAY)
  await emptyTables(
    app.services.pool,
    'outbox, submissions, children, months, rate_limits, user_roles, profiles, accounts',
  )
  await make.aMonth({ month_name: 'November', year: 2026 })
})

async function aFamily() {
  const parent = await make.aParent({ full_name: 'Dana Okafor', email: 'dana@example.com' })
  const amara = await make.aChild(parent, { name: 'Amara', allergies: 'Eggs', notes: 'shy' })
  const tobias = await make.aChild(parent, { name: 'Tobias' })
  const client = await app.as(parent)
  const request = (values: object = {}, headers = {}) =>
    client.post(
      '/api/drop-ins',
      {
        child_ids: [amara.id, tobias.id],
        dropin_date: TODAY,
        additional_notes: 'late bus',
        agreed: true,
        ...values,
      },
      headers,
    )
  return { parent, amara, tobias, client, request }
}

const stored = () => storedRows(db, 'submissions', sql`order by guest_child_name`)
const mails = async () => {
  const sent = await storedRows(db, 'outbox', sql`order by to_email, template`)
  return sent.map(({ template, to_email, subject }) => [template, to_email, subject])
}

test('one request stores a drop-in of each child, at the price each, in one mail per adult', async () => {
  const { parent, amara, tobias, client, request } = await aFamily()
  const second = await make.aParent({ full_name: 'Kemi Okafor', email: 'kemi@example.com', language: 'es' })
  await joinInto(app, parent, second)
  await make.anAdmin({ email: 'rosa@example.com' })
  const { status, body } = await request({ child_ids: [tobias.id, amara.id], fee: 50 })
  expect(status).toBe(200)
  expect(body.rows.map((row: { child_id: string }) => row.child_id)).toEqual([tobias.id, amara.id])
  expect(await stored()).toMatchObject(
    [amara, tobias].map(({ id, name }) => ({
      parent_id: parent.id,
      child_id: id,
      month_id: null,
      dropin_date: TODAY,
      selected_days: [16],
      total_fee_cents: 2500,
      guest_child_name: name,
      guest_child_notes: 'Day Drop-In Request for Monday, November 16, 2026 - late bus',
      status: 'pending',
      agreed_at: expect.any(String),
    })),
  )
  expect(await mails()).toEqual([
    ['dropin-parent', 'dana@example.com', 'Drop-in request for Tobias and Amara: Monday, November 16, 2026'],
    ['dropin-parent', 'kemi@example.com', expect.stringContaining('Tobias y Amara')],
    ['dropin-admin', 'rosa@example.com', 'New drop-in request: Tobias and Amara, Monday, November 16, 2026'],
    ['dropin-parent', 'rosa@example.com', 'Drop-in request for Tobias and Amara: Monday, November 16, 2026'],
  ])
  const [ofParent] = await storedRows(db, 'outbox', sql`where to_email = ${'dana@example.com'}`)
  expect(ofParent?.text).toContain('Children: Tobias and Amara')
  expect(ofParent?.text).toContain('Fee: $50.00')
  const [ofStaff] = await storedRows(db, 'outbox', sql`where template = ${'dropin-admin'}`)
  expect(ofStaff?.text).toContain('Allergies: Amara: Eggs')
  expect(ofStaff?.text).toContain(
    'Notes: Amara: shy; Day Drop-In Request for Monday, November 16, 2026 - late bus',
  )
  const log = await storedRows(db, 'audit_log', sql`where action = ${'submission.create'}`)
  expect(new Set(log.map(({ row_id }) => row_id))).toEqual(
    new Set(body.rows.map((row: { id: string }) => row.id)),
  )

  // Whichever of them the page names to confirm the mail.
  for (const { id } of body.rows) {
    const path = '/api/functions/send-dropin-submission-email'
    expect((await client.post(path, { submission_id: id })).status).toBe(200)
  }
  expect(await mails()).toHaveLength(4)
})

test('a request for one child in the list is answered as a list', async () => {
  const { amara, request } = await aFamily()
  const { body } = await request({ child_ids: [amara.id, amara.id.toUpperCase()], fee: 25 })
  expect(body.rows).toMatchObject([{ child_id: amara.id, total_fee: 25 }])
  expect(await mails()).toEqual([
    ['dropin-parent', 'dana@example.com', 'Drop-in request for Amara: Monday, November 16, 2026'],
  ])
})

test('nothing is stored where one of the children is booked, and the message names child and day', async () => {
  const { tobias, client, request } = await aFamily()
  await client.post('/api/drop-ins', { child_id: tobias.id, dropin_date: TODAY, agreed: true })
  const { status, body } = await request()
  expect([status, body.error.code, body.error.message]).toEqual([
    409,
    'already-booked',
    'Tobias already has a drop-in for Monday, November 16, 2026.',
  ])
  expect(await stored()).toMatchObject([{ guest_child_name: 'Tobias' }])
})

test('nothing is stored where the day has a seat for only one of them', async () => {
  const { request } = await aFamily()
  await execute(db, sql`update months set seats = 1`)
  const { status, body } = await request()
  expect([status, body.error.code, body.error.message]).toEqual([
    409,
    'day-unavailable',
    'Only 1 seat is left on Monday, November 16.',
  ])
  expect(await countRows(db, 'submissions')).toBe(0)
  await execute(db, sql`update months set seats = 2`)
  expect((await request()).status).toBe(200)
  const full = await request()
  expect([full.status, full.body.error.message]).toEqual([
    409,
    'Aftercare is not available on Monday, November 16, 2026.',
  ])
})

test('two families with two children each do not get the last three seats', async () => {
  const { request } = await aFamily()
  const other = await make.aParent()
  const [one, two] = [await make.aChild(other), await make.aChild(other)]
  const others = await app.as(other)
  await execute(db, sql`update months set seats = 3`)
  const responses = await Promise.all([
    request(),
    others.post('/api/drop-ins', { child_ids: [one.id, two.id], dropin_date: TODAY, agreed: true }),
  ])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await countRows(db, 'submissions')).toBe(2)
})

test('another total than the one shown is rejected', async () => {
  const { request } = await aFamily()
  for (const fee of [25, 49.99, 75]) {
    const { status, body } = await request({ fee })
    expect([status, body.error.code]).toEqual([409, 'price-changed'])
    expect(body.error.message).toContain('The new total is $50.00.')
  }
  expect(await countRows(db, 'submissions')).toBe(0)
})

test('another family’s child among them is rejected as unknown, and nothing is stored', async () => {
  const { amara, request } = await aFamily()
  const stranger = await make.aChild(await make.aParent())
  expect((await request({ child_ids: [amara.id, stranger.id] })).status).toBe(404)
  const visitor = { child_ids: [amara.id], dropin_date: TODAY, agreed: true }
  expect((await app.visitor.post('/api/drop-ins', visitor)).status).toBe(401)
  expect(await countRows(db, 'submissions')).toBe(0)
})

test.each([[[]], ['x'], [null], [['x']], [Array.from({ length: 51 }, () => crypto.randomUUID())]])(
  'the list of children is checked: %j',
  async (child_ids) => {
    const { request } = await aFamily()
    const { status, body } = await request({ child_ids })
    expect(status).toBe(422)
    expect(Object.keys(body.error.fields).join()).toMatch(/^child_ids/)
  },
)

test('clicked ten times at once it is stored once and mailed once', async () => {
  const { request } = await aFamily()
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => request({}, { 'idempotency-key': 'one-click' })),
  )
  const idsOf = ({ body }: (typeof responses)[number]) =>
    body.rows.map((row: { id: string }) => row.id).join()
  expect(new Set(responses.map(idsOf)).size).toBe(1)
  expect(await countRows(db, 'submissions')).toBe(2)
  expect(await countRows(db, 'outbox')).toBe(1)
})
