import { beforeEach, describe, expect, test } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { storedRows } from '../../testing/rows'
import { saveWithVersion } from '../../testing/save-with-version'
import { testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'

const PATH = '/api/admin/pricing'

const app = await testApp()
const make = buildersFor(app.services.db)
const staff = await app.as(await make.anAdmin())
beforeEach(async () => {
  await execute(app.services.db, sql`delete from months`)
  await execute(app.services.db, sql`delete from settings`)
})

const prices = (regular: number, special: number) => ({ regular_price: regular, special_price: special })

test('the prices shown are those of the newest published month', async () => {
  await make.aMonth({ created_at: '2026-10-01T00:00:00Z', regular_price_cents: 2100 })
  await make.aMonth({ month_name: 'October', created_at: '2026-09-01T00:00:00Z', regular_price_cents: 1900 })
  await make.aMonth({ month_name: 'January', year: 2027, is_active: false, regular_price_cents: 5000 })
  expect((await staff.get(PATH)).body).toMatchObject({ ...prices(21, 30), active_months: 2 })
})

test('without a published month they are 20 and 30, or what was saved', async () => {
  await make.aMonth({ is_active: false, regular_price_cents: 5000 })
  expect((await staff.get(PATH)).body).toMatchObject({ ...prices(20, 30), active_months: 0 })
  const saved = await staff.put(PATH, { regular_price: '22.5', special_price: 0, version: 0 })
  expect(saved.body).toEqual({ ...prices(22.5, 0), active_months: 0, version: 1 })
  expect((await staff.get(PATH)).body).toMatchObject({ ...prices(22.5, 0), active_months: 0 })
})

test('saving changes every published month and the default of new months, but no draft', async () => {
  const december = await make.aMonth()
  const january = await make.aMonth({ month_name: 'January', year: 2027 })
  const draft = await make.aMonth({ month_name: 'February', year: 2027, is_active: false })
  const saved = await staff.put(PATH, { regular_price: '22.50', special_price: '35', version: 0 })
  expect(saved).toMatchObject({ status: 200, body: { ...prices(22.5, 35), active_months: 2 } })
  const pricesOf = async (id: string) => {
    const [row] = await storedRows(app.services.db, 'months', sql`where id = ${id}`)
    return [row?.regular_price_cents, row?.special_price_cents, row?.version]
  }
  expect(await pricesOf(december.id)).toEqual([2250, 3500, 2])
  expect(await pricesOf(january.id)).toEqual([2250, 3500, 2])
  expect(await pricesOf(draft.id)).toEqual([2000, 3000, 1])
  const created = await staff.post('/api/admin/months', { month_name: 'March', year: 2027 })
  expect(created.body).toMatchObject({ is_active: false, ...prices(22.5, 35) })
})

describe('a save that changes no price', () => {
  const withOwnPrices = async () => {
    const december = await make.aMonth({ created_at: '2026-10-01T00:00:00Z', regular_price_cents: 1700 })
    await make.aMonth({ month_name: 'January', year: 2027, created_at: '2026-11-01T00:00:00Z' })
    return async () => {
      const [row] = await storedRows(app.services.db, 'months', sql`where id = ${december.id}`)
      return [row?.regular_price_cents, row?.special_price_cents, row?.version]
    }
  }

  test.each([
    ['of the seats alone', '/api/admin/default-seats', { seats: 12 }],
    [
      'of the seats that carries the prices shown',
      '/api/admin/default-seats',
      { seats: 12, ...prices(20, 30) },
    ],
    ['of the prices shown', PATH, prices(20, 30)],
    ['of the prices shown, typed in another way', PATH, { regular_price: '20.0', special_price: '30' }],
    ['that still carries seats beside the prices', PATH, { ...prices(20, 30), seats: 12 }],
  ])("does not change a month's own prices: %s", async (_, path, values) => {
    const december = await withOwnPrices()
    expect((await saveWithVersion(staff, path, values)).status).toBe(200)
    expect(await december()).toEqual([1700, 3000, 1])
    expect((await staff.get(PATH)).body).toMatchObject({ ...prices(20, 30), active_months: 2 })
  })

  test('is rejected if a colleague has changed a price, and does not restore the old one', async () => {
    const december = await withOwnPrices()
    expect((await staff.put(PATH, { ...prices(20, 35), version: 0 })).status).toBe(200)
    expect(await december()).toEqual([2000, 3500, 2])
    expect((await staff.put(PATH, { ...prices(20, 30), version: 0 })).status).toBe(409)
    expect(
      (await saveWithVersion(staff, '/api/admin/default-seats', { seats: 12, ...prices(20, 30) })).status,
    ).toBe(200)
    expect(await december()).toEqual([2000, 3500, 2])
  })

  test('does not change the default of new months if the newest month has its own prices', async () => {
    await withOwnPrices()
    await saveWithVersion(staff, PATH, prices(22, 33))
    await execute(app.services.db, sql`update months set regular_price = 20, special_price = 30`)
    expect((await saveWithVersion(staff, PATH, prices(20, 30))).status).toBe(200)
    const created = await staff.post('/api/admin/months', { month_name: 'March', year: 2027 })
    expect(created.body).toMatchObject(prices(22, 33))
  })
})

test.each([
  ['below zero', { regular_price: '-1', special_price: '30' }, 'regular_price'],
  ['no number', { regular_price: '20', special_price: 'abc' }, 'special_price'],
  [
    'too much for the fee of a whole month',
    { regular_price: '1000000.01', special_price: '30' },
    'regular_price',
  ],
  ['more than two decimals', { regular_price: '20.005', special_price: '30' }, 'regular_price'],
  ['nothing', { regular_price: '', special_price: '30' }, 'regular_price'],
  ['too much', { regular_price: '100000000', special_price: '30' }, 'regular_price'],
])('a price that is %s is rejected', async (_, values, field) => {
  await make.aMonth()
  const { status, body } = await saveWithVersion(staff, PATH, values)
  expect(status).toBe(422)
  expect(Object.keys(body.error.fields)).toEqual([field])
  expect((await staff.get(PATH)).body).toMatchObject(prices(20, 30))
})

test("a save over another admin's newer save is rejected", async () => {
  await make.aMonth()
  expect((await staff.put(PATH, { ...prices(25, 30), version: 0 })).status).toBe(200)
  const stale = await staff.put(PATH, { ...prices(22, 30), version: 0 })
  expect(stale).toMatchObject({ status: 409, body: { error: { code: 'stale-version' } } })
  expect((await staff.get(PATH)).body).toMatchObject(prices(25, 30))
})

test('a save over prices changed by publishing another month is rejected', async () => {
  await make.aMonth({ created_at: '2026-10-01T00:00:00Z' })
  const own = prices(25, 35)
  const { version } = (await saveWithVersion(staff, PATH, prices(21, 31))).body
  const draft = await make.aMonth({
    month_name: 'January',
    year: 2027,
    is_active: false,
    regular_price_cents: 2500,
  })
  const days = { day_types: {}, closed_days: [], version: 1 }
  const publish_prices = { use: 'own', seen: prices(21, 31) }
  const month = `/api/admin/months/${draft.id}`
  expect((await staff.patch(month, { ...days, is_active: true, publish_prices })).status).toBe(200)
  const stale = await staff.put(PATH, { ...own, version })
  const stored = { ...prices(25, 30), active_months: 2, version: version + 1 }
  expect(stale).toMatchObject({ status: 409, body: { error: { code: 'stale-version', stored } } })
})

test('a save over prices that were never saved is rejected', async () => {
  await make.aMonth({ regular_price_cents: 2500, created_at: '2026-10-01T00:00:00Z' })
  const { version } = (await staff.get(PATH)).body
  const draft = await make.aMonth({ month_name: 'January', year: 2027, is_active: false })
  const month = `/api/admin/months/${draft.id}`
  const save = { day_types: {}, closed_days: [], version: 1, is_active: true }
  const publish_prices = { use: 'own', seen: prices(25, 30) }
  expect((await staff.patch(month, { ...save, publish_prices })).status).toBe(200)
  expect((await staff.put(PATH, { ...prices(26, 30), version })).status).toBe(409)
  expect((await saveWithVersion(staff, PATH, prices(26, 30))).status).toBe(200)
})

test('one of two concurrent saves from the same prices is rejected', async () => {
  await make.aMonth()
  const answers = await Promise.all(
    [21, 22, 23].map((regular) => staff.put(PATH, { ...prices(regular, 30), version: 0 })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
})

test('parents and visitors cannot read or change the prices', async () => {
  const parent = await app.as(await make.aParent())
  for (const [client, refusal] of [
    [parent, 403],
    [app.visitor, 401],
  ] as const) {
    expect((await client.get(PATH)).status).toBe(refusal)
    expect((await client.put(PATH, { regular_price: '1', special_price: '1' })).status).toBe(refusal)
  }
})
