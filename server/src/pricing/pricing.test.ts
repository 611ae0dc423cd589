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
const dropIns = (family: number, staff: number) => ({
  family_drop_in_price: family,
  staff_drop_in_price: staff,
})
const published = (...each: [regular: number, special: number][]) => ({
  active_months: each.length,
  published_prices: each.map(([regular, special]) => prices(regular, special)),
})
const pricesOf = async (id: string) => {
  const [row] = await storedRows(app.services.db, 'months', sql`where id = ${id}`)
  return [row?.regular_price_cents, row?.special_price_cents, row?.version]
}
const auditOf = () => storedRows(app.services.db, 'audit_log', sql`where action = 'pricing.save'`)

test('the prices shown are those of the newest published month', async () => {
  await make.aMonth({ created_at: '2026-10-01T00:00:00Z', regular_price_cents: 2100 })
  await make.aMonth({ month_name: 'October', created_at: '2026-09-01T00:00:00Z', regular_price_cents: 1900 })
  await make.aMonth({ month_name: 'January', year: 2027, is_active: false, regular_price_cents: 5000 })
  expect((await staff.get(PATH)).body).toMatchObject({ ...prices(21, 30), ...published([21, 30], [19, 30]) })
})

test('without a published month they are 20 and 30, or what was saved', async () => {
  await make.aMonth({ is_active: false, regular_price_cents: 5000 })
  expect((await staff.get(PATH)).body).toMatchObject({ ...prices(20, 30), ...published() })
  const saved = await staff.put(PATH, { regular_price: '22.5', special_price: 0, version: 0 })
  expect(saved.body).toEqual({
    ...prices(22.5, 0),
    ...dropIns(25, 30),
    ...published(),
    version: 1,
    only_drop_ins: false,
  })
  expect((await staff.get(PATH)).body).toMatchObject({ ...prices(22.5, 0), ...published() })
})

test('saving changes every published month and the default of new months, but no draft', async () => {
  const december = await make.aMonth()
  const january = await make.aMonth({ month_name: 'January', year: 2027 })
  const draft = await make.aMonth({ month_name: 'February', year: 2027, is_active: false })
  const saved = await staff.put(PATH, { regular_price: '22.50', special_price: '35', version: 0 })
  expect(saved).toMatchObject({
    status: 200,
    body: { ...prices(22.5, 35), ...published([22.5, 35], [22.5, 35]) },
  })
  expect(await pricesOf(december.id)).toEqual([2250, 3500, 2])
  expect(await pricesOf(january.id)).toEqual([2250, 3500, 2])
  expect(await pricesOf(draft.id)).toEqual([2000, 3000, 1])
  const created = await staff.post('/api/admin/months', { month_name: 'March', year: 2027 })
  expect(created.body).toMatchObject({ is_active: false, ...prices(22.5, 35) })
})

describe('months published at different prices', () => {
  /** December has its own prices; the newest month, January, has those shown. */
  const differentMonths = async () => {
    const december = await make.aMonth({ created_at: '2026-10-01T00:00:00Z', regular_price_cents: 1700 })
    const newest = { month_name: 'January', year: 2027, created_at: '2026-11-01T00:00:00Z' } as const
    const january = await make.aMonth(newest)
    return { december: () => pricesOf(december.id), january: () => pricesOf(january.id) }
  }

  test.each([
    ['as shown', prices(20, 30)],
    ['typed in another way', { regular_price: '20.0', special_price: '30' }],
  ])('are brought to one by a save of the prices %s; nothing else is written', async (_, values) => {
    const { december, january } = await differentMonths()
    const logged = await auditOf()
    const saved = await saveWithVersion(staff, PATH, values)
    expect(saved).toMatchObject({ status: 200, body: { ...published([20, 30], [20, 30]), version: 1 } })
    expect(await december()).toEqual([2000, 3000, 2])
    expect(await january()).toEqual([2000, 3000, 1])
    const entries = (await auditOf()).filter(({ id }) => logged.every((entry) => entry.id !== id))
    expect(entries.map(({ detail }) => Object.keys(detail.months as object).length)).toEqual([1])
    const again = await saveWithVersion(staff, PATH, values)
    expect(again).toMatchObject({ status: 200, body: { version: 1 } })
    expect(await december()).toEqual([2000, 3000, 2])
    expect(await auditOf()).toHaveLength(logged.length + 1)
  })

  test('a month without prices has the built-in ones', async () => {
    const month = await make.aMonth({ regular_price_cents: null, special_price_cents: null })
    expect((await saveWithVersion(staff, PATH, prices(20, 30))).body.version).toBe(0)
    expect(await pricesOf(month.id)).toEqual([null, null, 1])
  })

  test('stay when seats are saved, also with the prices shown', async () => {
    const { december } = await differentMonths()
    for (const values of [{ seats: 12 }, { seats: 12, ...prices(20, 30) }]) {
      expect((await saveWithVersion(staff, '/api/admin/default-seats', values)).status).toBe(200)
    }
    expect(await december()).toEqual([1700, 3000, 1])
  })

  test('a save is rejected if a colleague has changed a price, and does not restore the old one', async () => {
    const { december } = await differentMonths()
    expect((await staff.put(PATH, { ...prices(20, 35), version: 0 })).status).toBe(200)
    expect(await december()).toEqual([2000, 3500, 2])
    expect((await staff.put(PATH, { ...prices(20, 30), version: 0 })).status).toBe(409)
    expect(await december()).toEqual([2000, 3500, 2])
  })

  test('a save sets the default of new months, also if no month has other prices', async () => {
    await differentMonths()
    await saveWithVersion(staff, PATH, prices(22, 33))
    await execute(app.services.db, sql`update months set regular_price = 20, special_price = 30`)
    expect((await saveWithVersion(staff, PATH, prices(20, 30))).body.version).toBe(2)
    const created = await staff.post('/api/admin/months', { month_name: 'March', year: 2027 })
    expect(created.body).toMatchObject(prices(20, 30))
  })
})

test('drop-ins cost what was saved, for families and for staff; booked ones keep their fee', async () => {
  await make.aMonth({ month_name: 'November', year: 2026 })
  const parent = await make.aParent()
  const [first, second, third] = [
    await make.aChild(parent),
    await make.aChild(parent),
    await make.aChild(parent),
  ]
  const family = await app.as(parent)
  const ask = (child: { id: string }) =>
    family.post('/api/drop-ins', { child_id: child.id, dropin_date: '2026-11-17', agreed: true })
  const offered = async () => (await app.visitor.get('/api/drop-ins/availability')).body.fee
  const { id } = (await ask(first)).body
  expect(await offered()).toBe(25)
  const changed = { ...prices(20, 30), family_drop_in_price: '27.50', staff_drop_in_price: '0' }
  expect((await saveWithVersion(staff, PATH, changed)).body).toMatchObject({
    ...dropIns(27.5, 0),
    version: 1,
  })
  expect(await offered()).toBe(27.5)
  expect((await ask(second)).body.total_fee).toBe(27.5)
  const entered = await staff.post(`/api/admin/children/${third.id}/drop-ins`, { dropin_date: '2026-11-17' })
  expect(entered.body.total_fee).toBe(0)
  expect(await storedRows(app.services.db, 'submissions', sql`where id = ${id}`)).toMatchObject([
    { total_fee_cents: 2500 },
  ])
  // Left out, they stay; unchanged, nothing is written.
  expect((await saveWithVersion(staff, PATH, prices(20, 30))).body).toMatchObject({
    ...dropIns(27.5, 0),
    version: 1,
  })
  const saves = (await auditOf()).map(({ detail }) => detail)
  expect(
    saves.filter((detail) => (detail as { staff_drop_in_price: number }).staff_drop_in_price === 0),
  ).toMatchObject([{ ...dropIns(27.5, 0), before: dropIns(25, 30), months: {} }])
})

test.each([
  ['family_drop_in_price', '1000000.01'],
  ['staff_drop_in_price', '-1'],
  ['staff_drop_in_price', '25.005'],
])('a drop-in price is bounded: %s %s', async (field, value) => {
  const { status, body } = await saveWithVersion(staff, PATH, { ...prices(20, 30), [field]: value })
  expect([status, Object.keys(body.error.fields)]).toEqual([422, [field]])
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
  const stored = { ...prices(25, 30), ...published([25, 30], [21, 31]), version: version + 1 }
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

test('a save is rejected if a month that is not the newest was published at its own prices meanwhile', async () => {
  await make.aMonth({ created_at: '2026-11-01T00:00:00Z' })
  const { version } = (await staff.get(PATH)).body
  const older = { month_name: 'January', year: 2027, is_active: false, regular_price_cents: 1500 } as const
  const draft = await make.aMonth({ ...older, created_at: '2026-10-01T00:00:00Z' })
  const publish_prices = { use: 'own', seen: prices(20, 30) }
  const save = { day_types: {}, closed_days: [], version: 1, is_active: true, publish_prices }
  expect((await staff.patch(`/api/admin/months/${draft.id}`, save)).status).toBe(200)
  expect((await staff.put(PATH, { ...prices(20, 30), version })).status).toBe(409)
  expect(await pricesOf(draft.id)).toEqual([1500, 3000, 2])
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

test.each([
  ['a drop-in price alone', dropIns(27.5, 30), prices(20, 30), true],
  ['a drop-in price and a price of days', dropIns(27.5, 30), prices(20, 35), false],
  ['a price of days', dropIns(25, 30), prices(22, 30), false],
  ['nothing', dropIns(25, 30), prices(20, 30), false],
])('a save of %s says whether only drop-ins changed', async (_, drop_ins, days, only_drop_ins) => {
  await make.aMonth()
  const saved = await staff.put(PATH, { ...inText(days), ...inText(drop_ins), version: 0 })
  expect([saved.status, saved.body.only_drop_ins]).toEqual([200, only_drop_ins])
})

const inText = (each: object) =>
  Object.fromEntries(Object.entries(each).map(([name, price]) => [name, String(price)]))
