import { beforeEach, expect, test } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { storedRows } from '../../testing/rows'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'

/** The fee that a form sends is compared with the server's. November costs $20 a day until staff save another price. */

const app = await testApp()
const make = buildersFor(app.services.db)
const staff = await app.as(await make.anAdmin())

let client: TestClient
let children: { id: string; parent_id: string }[]
let month: { id: string }

beforeEach(async () => {
  await execute(app.services.db, sql`delete from submissions`)
  await execute(app.services.db, sql`delete from months`)
  await execute(app.services.db, sql`delete from settings`)
  month = await make.aMonth({ month_name: 'November', year: 2026 })
  const parent = await make.aParent()
  client = await app.as(parent)
  children = [await make.aChild(parent), await make.aChild(parent)]
})

const GUEST = {
  guest_parent_name: 'Grace Whitfield',
  guest_parent_email: 'grace@example.com',
  guest_child_name: 'Otis Whitfield',
}

async function savePrices(values: object) {
  const { version } = (await staff.get('/api/admin/pricing')).body
  const prices = { regular_price: '22', special_price: '30', ...values, version }
  expect((await staff.put('/api/admin/pricing', prices)).status).toBe(200)
}

const countStored = async () => (await storedRows(app.services.db, 'submissions', sql`where true`)).length

const message = (total: string) =>
  `The price has changed meanwhile. The new total is ${total}. Please check it and submit again.`

const registration = (fee?: unknown) => ({
  month_id: month.id,
  child_ids: children.map(({ id }) => id),
  selected_days: [18, 19],
  agreed: true,
  fee,
})

test('a registration for another total than was shown is not stored; the total is that of all children', async () => {
  await savePrices({})
  const rejected = await client.post('/api/submissions', registration(80))
  expect([rejected.status, rejected.body.error]).toEqual([
    409,
    { code: 'price-changed', message: message('$88.00'), params: { totalCents: 8800 } },
  ])
  expect(await countStored()).toBe(0)
  expect((await client.post('/api/submissions', registration(88))).status).toBe(200)
})

test('a registration without a total, or with one as text, is accepted', async () => {
  expect((await client.post('/api/submissions', registration())).status).toBe(200)
  await execute(app.services.db, sql`delete from submissions`)
  expect((await client.post('/api/submissions', registration('80.00'))).status).toBe(200)
})

test.each([[80.005], [-80], ['x'], [null]])('a total of %j is invalid', async (fee) => {
  const { status, body } = await client.post('/api/submissions', registration(fee))
  expect([status, body.error.fields]).toEqual([
    422,
    { fee: 'Please send an amount with at most two decimals' },
  ])
})

test('a repeat of what was stored gets the stored response, whatever the price is by then', async () => {
  const headers = { 'idempotency-key': 'lost-answer' }
  const first = await client.post('/api/submissions', registration(80), headers)
  await savePrices({})
  for (const fee of [80, 88]) {
    const again = await client.post('/api/submissions', registration(fee), headers)
    expect([again.status, again.body]).toEqual([200, first.body])
  }
  expect(await countStored()).toBe(2)
})

test("a guest's registration and drop-in are compared too", async () => {
  await savePrices({ family_drop_in_price: '27.50' })
  const days = { ...GUEST, month_id: month.id, selected_days: [18], agreed: true }
  const rejected = await app.visitor.post('/api/submissions', { ...days, fee: 20 })
  expect([rejected.status, rejected.body.error.message]).toEqual([409, message('$22.00')])
  const dropIn = { ...GUEST, dropin_date: '2026-11-17', agreed: true }
  const second = await app.visitor.post('/api/drop-ins', { ...dropIn, fee: 25 })
  expect([second.status, second.body.error.message]).toEqual([409, message('$27.50')])
  expect(await countStored()).toBe(0)
  expect((await app.visitor.post('/api/drop-ins', { ...dropIn, fee: 27.5 })).status).toBe(200)
})

test("staff's drop-in is compared with the price for staff", async () => {
  await savePrices({ staff_drop_in_price: '33' })
  const path = `/api/admin/children/${children[0]?.id}/drop-ins`
  const rejected = await staff.post(path, { dropin_date: '2026-11-17', fee: 30 })
  expect([rejected.status, rejected.body.error.message]).toEqual([409, message('$33.00')])
  expect((await staff.post(path, { dropin_date: '2026-11-17', fee: 33 })).status).toBe(200)
})

test('an edit is compared with booked prices for the days that stay, and current ones for added days', async () => {
  const [child] = children
  if (!child) throw new Error('There are two')
  const { id } = await make.aRegistration(child, month, { selected_days: [18, 19], total_fee_cents: 4000 })
  await savePrices({})
  const edit = (selected_days: number[], fee: number) =>
    client.patch(`/api/submissions/${id}`, { selected_days, agreed: true, version: 1, fee })
  // No day changes: it costs what it cost.
  expect((await edit([18, 19], 40)).status).toBe(200)
  const rejected = await edit([18, 19, 20], 60)
  expect([rejected.status, rejected.body.error.message]).toEqual([409, message('$62.00')])
  expect(await storedRows(app.services.db, 'submissions', sql`where id = ${id}`)).toMatchObject([
    { selected_days: [18, 19], version: 1 },
  ])
  const byStaff = { selected_days: [18, 19, 20], version: 1, fee: 60 }
  expect((await staff.patch(`/api/admin/submissions/${id}/days`, byStaff)).status).toBe(409)
  expect((await edit([18, 19, 20], 62)).status).toBe(200)
})
