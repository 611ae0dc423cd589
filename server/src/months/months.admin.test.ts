import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { countRows, storedRows } from '../../testing/rows'
import { saveWithVersion } from '../../testing/save-with-version'
import { testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'
import { insertInto } from '../db/write'

const app = await testApp()
const builders = buildersFor(app.services.db)
const admin = await app.as(await builders.anAdmin())
beforeEach(async () => {
  await execute(app.services.db, sql`delete from submissions`)
  await execute(app.services.db, sql`delete from months`)
  await execute(app.services.db, sql`delete from settings`)
})

const URL = '/api/admin/months'
const december = { month_name: 'December', year: 2026 }
const days = { day_types: {}, closed_days: [] as number[] }
const createDecember = async () => (await admin.post(URL, december)).body
const auditOf = (rowId: string) =>
  storedRows(app.services.db, 'audit_log', sql`where row_id = ${rowId} order by id`)

describe('listing months', () => {
  it('returns drafts and published months in calendar order with their submission counts', async () => {
    const { aMonth, aGuestRegistration } = builders
    await aMonth({ month_name: 'January', year: 2027, is_active: false })
    await aMonth({ month_name: 'Summer Camp', year: 2026 })
    const december = await aMonth({ month_name: 'December', year: 2026 })
    await aMonth({ month_name: 'April', year: 2026 })
    await aGuestRegistration(december)
    await aGuestRegistration(december)
    const { body } = await admin.get(URL)
    expect(
      body.rows.map((row: { month_name: string; is_active: boolean; submission_count: number }) => [
        row.month_name,
        row.is_active,
        row.submission_count,
      ]),
    ).toEqual([
      ['April', true, 0],
      ['December', true, 2],
      ['Summer Camp', true, 0],
      ['January', false, 0],
    ])
  })
})

describe('creating a month', () => {
  it('creates a draft with weekends unavailable, weekdays regular and the default prices', async () => {
    const { status, body } = await admin.post(URL, december)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...december,
      is_active: false,
      regular_price: 20,
      special_price: 30,
      special_days: [],
      closed_days: [],
      version: 1,
      submission_count: 0,
    })
    expect(Object.keys(body.day_types)).toHaveLength(31)
    expect(body.day_types['4']).toBe('regular')
    expect(body.day_types['5']).toBe('unavailable')
    expect(body.day_types['6']).toBe('unavailable')
    expect((await auditOf(body.id)).map((entry) => entry.action)).toEqual(['months.create'])
  })

  it('uses the prices that staff saved as defaults, including 0', async () => {
    await execute(
      app.services.db,
      insertInto('settings', [
        { key: 'default_prices', value: { regular_price: '22.50', special_price: 0 } },
      ]),
    )
    expect(await createDecember()).toMatchObject({ regular_price: 22.5, special_price: 0 })
  })

  it('rejects a month that exists, even if two admins create it at once', async () => {
    const responses = await Promise.all([admin.post(URL, december), admin.post(URL, december)])
    expect(responses.map((response) => response.status).sort()).toEqual([200, 409])
    const again = await admin.post(URL, december)
    expect(again.body.error).toEqual({ code: 'month-exists', message: 'This month already exists' })
    expect(await countRows(app.services.db, 'months')).toBe(1)
  })

  it.each([{}, { month_name: 'December' }, { year: 2026 }, { month_name: 'Smarch', year: 2026 }])(
    'asks for both month and year when given %o',
    async (sent) => {
      const { status, body } = await admin.post(URL, sent)
      expect(status).toBe(422)
      expect(Object.values(body.error.fields)).toContain('Please select both month and year')
    },
  )

  it.each([2025, 2031])('rejects %i, which is not within five years of the current one', async (year) => {
    const { status, body } = await admin.post(URL, { month_name: 'December', year })
    expect(status).toBe(422)
    expect(body.error.fields.year).toBe('Please choose a year from 2026 to 2030')
  })

  it('accepts the last of the five years', async () => {
    expect((await admin.post(URL, { month_name: 'December', year: 2030 })).status).toBe(200)
  })
})

describe('saving a month', () => {
  it('stores types and locks, keeps the state and increments the version', async () => {
    const { id } = await createDecember()
    const { status, body } = await admin.patch(`${URL}/${id}`, {
      day_types: { 4: 'early', 22: 'noon', 23: 'no_school' },
      closed_days: [10, 4],
      version: 1,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ is_active: false, version: 2, special_days: [22], closed_days: [4, 10] })
    expect(body.day_types).toMatchObject({
      4: 'early',
      22: 'noon',
      23: 'no_school',
      1: 'regular',
      5: 'unavailable',
    })
    const [, entry] = await auditOf(id)
    expect(entry).toMatchObject({
      action: 'months.save',
      actor_role: 'admin',
      detail: { retyped: { 22: ['regular', 'noon'] }, closed: [4, 10], reopened: [] },
    })
  })

  it('never changes the type of a weekend and never locks a day that nobody can choose', async () => {
    const { id } = await createDecember()
    const { body } = await admin.patch(`${URL}/${id}`, {
      day_types: { 5: 'regular', 7: 'unavailable', 8: 'no_school' },
      closed_days: [5, 7, 8, 9, 31],
      version: 1,
    })
    expect(body.day_types['5']).toBe('unavailable')
    expect(body.closed_days).toEqual([9, 31])
  })

  it('drops day numbers that the month does not have', async () => {
    const month = await builders.aMonth({ month_name: 'November' })
    const { body } = await admin.patch(`${URL}/${month.id}`, {
      day_types: { 31: 'noon' },
      closed_days: [31],
      version: 1,
    })
    expect(body.day_types['31']).toBeUndefined()
    expect(body).toMatchObject({ special_days: [], closed_days: [] })
  })

  it('publishes and moves back to draft without changing submissions', async () => {
    const { id } = await createDecember()
    const published = await admin.patch(`${URL}/${id}`, { ...days, is_active: true, version: 1 })
    expect(published.body.is_active).toBe(true)
    await builders.aGuestRegistration({ id })
    const kept = await admin.patch(`${URL}/${id}`, { ...days, version: 2 })
    expect(kept.body.is_active).toBe(true)
    const draft = await admin.patch(`${URL}/${id}`, { ...days, is_active: false, version: 3 })
    expect(draft.body).toMatchObject({ is_active: false, submission_count: 1 })
    expect((await auditOf(id)).map((entry) => entry.action)).toEqual([
      'months.create',
      'months.publish',
      'months.save',
      'months.move-to-draft',
    ])
  })

  it('rejects the second of two admins, whose save changes nothing', async () => {
    const { id } = await createDecember()
    const second = await app.as(await builders.anAdmin())
    const responses = await Promise.all([
      admin.patch(`${URL}/${id}`, { day_types: { 1: 'noon' }, closed_days: [], version: 1 }),
      second.patch(`${URL}/${id}`, { day_types: { 1: 'early' }, closed_days: [], version: 1 }),
    ])
    expect(responses.map((response) => response.status).sort()).toEqual([200, 409])
    const rejected = responses.find((response) => response.status === 409)
    const stored = responses.find((response) => response.status === 200)
    expect(rejected?.body.error.code).toBe('stale-version')
    const { body } = await admin.get(URL)
    expect(body.rows[0].day_types['1']).toBe(stored?.body.day_types['1'])
  })

  it('does not change the days of a month with an unknown name', async () => {
    const month = await builders.aMonth({
      month_name: 'Summer Camp',
      day_types: { 3: 'noon' },
      special_days: [3],
    })
    const { body } = await admin.patch(`${URL}/${month.id}`, { ...days, is_active: false, version: 1 })
    expect(body).toMatchObject({ is_active: false, day_types: { 3: 'noon' }, special_days: [3] })
  })

  it.each([
    { day_types: { 0: 'noon' }, closed_days: [], version: 1 },
    { day_types: { 1: 'holiday' }, closed_days: [], version: 1 },
    { day_types: {}, closed_days: [32], version: 1 },
    { day_types: {}, closed_days: [] },
  ])('rejects %o', async (sent) => {
    const { id } = await createDecember()
    expect((await admin.patch(`${URL}/${id}`, sent)).status).toBe(422)
  })

  it('responds that an unknown month was not found', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect((await admin.patch(`${URL}/${unknown}`, { ...days, version: 1 })).status).toBe(404)
    expect((await admin.delete(`${URL}/${unknown}`)).status).toBe(404)
  })
})

describe('publishing a draft whose prices are not the current ones', () => {
  const prices = (regular_price: number, special_price: number) => ({ regular_price, special_price })
  const savePrices = (...saved: [number, number]) =>
    saveWithVersion(admin, '/api/admin/pricing', prices(...saved))
  const publish = (id: string, publish_prices?: object) =>
    admin.patch(`${URL}/${id}`, { ...days, is_active: true, publish_prices, version: 1 })
  const stored = async (id: string) => {
    const [row] = await storedRows(app.services.db, 'months', sql`where id = ${id}`)
    return [row?.is_active, row?.regular_price_cents, row?.special_price_cents, row?.version]
  }

  it('asks which to use, naming both, and does not change the draft', async () => {
    const { id } = await createDecember()
    await savePrices(25, 35)
    const { status, body } = await publish(id)
    expect(status).toBe(409)
    expect(body.error).toMatchObject({
      code: 'prices-differ',
      message:
        "December 2026 isn't published yet. Its prices are $20.00 (special $30.00); current prices are $25.00 (special $35.00). Please choose which to use.",
      stored: prices(25, 35),
    })
    expect(await stored(id)).toEqual([false, 2000, 3000, 1])
    expect((await auditOf(id)).map((entry) => entry.action)).toEqual(['months.create'])
    expect((await admin.patch(`${URL}/${id}`, { ...days, version: 1 })).status).toBe(200)
  })

  it.each([
    ['current', [true, 2500, 3500, 2], { prices: { regular_price: [20, 25], special_price: [30, 35] } }],
    ['own', [true, 2000, 3000, 2], {}],
  ])('uses the prices that staff chose: %s', async (use, row, detail) => {
    const { id } = await createDecember()
    await savePrices(25, 35)
    const { status } = await publish(id, { use, seen: prices(25, 35) })
    expect(status).toBe(200)
    expect(await stored(id)).toEqual(row)
    expect((await auditOf(id)).at(-1)).toMatchObject({ action: 'months.publish', detail })
  })

  it.each(['current', 'own'])('asks again if the price changed since it was shown: %s', async (use) => {
    const { id } = await createDecember()
    await savePrices(25, 35)
    await savePrices(25, 36)
    const { status, body } = await publish(id, { use, seen: prices(25, 35) })
    expect([status, body.error.code, body.error.stored]).toEqual([409, 'prices-differ', prices(25, 36)])
    expect(await stored(id)).toEqual([false, 2000, 3000, 1])
  })

  it('does not publish at the old price if the current one has changed back to it', async () => {
    const { id } = await createDecember()
    await savePrices(20, 30)
    expect((await publish(id, { use: 'current', seen: prices(25, 35) })).status).toBe(409)
    expect((await publish(id)).status).toBe(200)
  })

  it('compares with the newest published month if no prices were saved', async () => {
    await builders.aMonth({ month_name: 'November', regular_price_cents: 2200 })
    const { id } = await createDecember()
    expect((await publish(id)).body.error.stored).toEqual(prices(22, 30))
  })

  it("does not use a month's own prices as the current ones for the next month", async () => {
    const { id } = await createDecember()
    await savePrices(25, 35)
    await publish(id, { use: 'own', seen: prices(25, 35) })
    const january = await admin.post(URL, { month_name: 'January', year: 2027 })
    expect(january.body).toMatchObject(prices(25, 35))
    expect((await publish(january.body.id)).status).toBe(200)
  })

  it('asks again if a published month went back to draft and prices have changed since', async () => {
    const { id } = await createDecember()
    await publish(id)
    await admin.patch(`${URL}/${id}`, { ...days, is_active: false, version: 2 })
    await savePrices(25, 35)
    const again = await admin.patch(`${URL}/${id}`, { ...days, is_active: true, version: 3 })
    expect(again.body.error.code).toBe('prices-differ')
  })

  it('does not ask about prices when a published month is saved', async () => {
    const month = await builders.aMonth({ regular_price_cents: 1700 })
    await execute(app.services.db, insertInto('settings', [{ key: 'default_prices', value: prices(20, 30) }]))
    const sent = {
      ...days,
      is_active: true,
      version: 1,
      publish_prices: { use: 'current', seen: prices(20, 30) },
    }
    expect((await admin.patch(`${URL}/${month.id}`, sent)).body).toMatchObject(prices(17, 30))
  })
})

describe('deleting a month', () => {
  it('deletes an empty month and keeps its contents in the audit log', async () => {
    const { id } = await createDecember()
    expect((await admin.delete(`${URL}/${id}`)).status).toBe(200)
    expect(await countRows(app.services.db, 'months')).toBe(0)
    const entry = (await auditOf(id)).at(-1)
    expect(entry).toMatchObject({ action: 'months.delete', detail: december })
  })

  it.each([
    [1, 'December 2026 has 1 submission and cannot be deleted.'],
    [2, 'December 2026 has 2 submissions and cannot be deleted.'],
  ])('is rejected while there are %i submissions, with their number', async (count, words) => {
    const { id } = await createDecember()
    for (let n = 0; n < count; n += 1) await builders.aGuestRegistration({ id })
    const { status, body } = await admin.delete(`${URL}/${id}`)
    expect(status).toBe(409)
    expect(body.error.message).toBe(`${words} Move it to draft instead to hide it from parents.`)
    expect(await countRows(app.services.db, 'months')).toBe(1)
  })
})

describe('the registrations of a month', () => {
  it('counts children per day and lists those of a day with their allergies', async () => {
    const { aParent, aChild, aMonth, aRegistration, aGuestRegistration, aDropIn } = builders
    const month = await aMonth()
    const parent = await aParent()
    await aRegistration(await aChild(parent, { name: 'Noah', allergies: 'Peanuts' }), month, {
      selected_days: [10, 11],
    })
    await aRegistration(await aChild(parent, { name: 'Amara', allergies: 'none' }), month, {
      selected_days: [10],
    })
    await aGuestRegistration(month, { selected_days: [11], guest_child_allergies: 'Sesame' })
    await aDropIn('2026-12-10')
    const counts = await admin.get(`${URL}/${month.id}/registrations`)
    expect(counts.body.counts).toEqual({ 10: 2, 11: 2 })
    const tenth = await admin.get(`${URL}/${month.id}/registrations/10`)
    expect(tenth.body).toMatchObject({
      total: 3,
      registered: 2,
      drop_ins: 1,
      waiting: 0,
      rows: [
        { child_name: 'Amara', allergies: 'None', has_allergies: false, is_guest: false, is_drop_in: false },
        { child_name: 'Noah', allergies: 'Peanuts', has_allergies: true, is_drop_in: false },
        { child_name: 'Otis Whitfield', is_guest: true, is_drop_in: true, is_waiting: false },
      ],
    })
    const eleventh = await admin.get(`${URL}/${month.id}/registrations/11?size=1&page=2`)
    expect(eleventh.body).toMatchObject({
      total: 2,
      rows: [{ child_name: 'Otis Whitfield', allergies: 'Sesame', is_guest: true }],
    })
    expect((await admin.get(`${URL}/${month.id}/registrations/32`)).status).toBe(422)
  })

  it('list the drop-ins of a day, waiting ones as waiting, but none that was declined or removed', async () => {
    const { aParent, aChild, aMonth, aDropIn } = builders
    const { id } = await aMonth({ month_name: 'November' })
    const parent = await aParent()
    const child = await aChild(parent, { name: 'Amara', allergies: 'Dairy' })
    const approval = { fee: 25, decided_at: null, message: null }
    const decided = { ...approval, decided_at: '2026-11-16T10:00:00Z' }
    const requested = { status: 'waiting', approval, total_fee_cents: 0 } as const
    await aDropIn('2026-11-30', { parent_id: parent.id, child_id: child.id, guest_child_allergies: 'Sesame' })
    await aDropIn('2026-11-30', { guest_child_name: 'Ben', status: 'approved', approval: decided })
    await aDropIn('2026-11-30', { guest_child_name: 'Cleo', ...requested })
    await aDropIn('2026-11-30', {
      guest_child_name: 'Dan',
      status: 'declined',
      approval: decided,
      total_fee_cents: 0,
    })
    await aDropIn('2026-11-30', { guest_child_name: 'Eve', is_restored: true })
    await aDropIn('2026-12-01', { guest_child_name: 'Fay' })
    const ofDay = async (day: number) => (await admin.get(`${URL}/${id}/registrations/${day}`)).body
    expect(await ofDay(30)).toMatchObject({
      total: 3,
      registered: 0,
      drop_ins: 2,
      waiting: 1,
      rows: [
        { child_name: 'Amara', allergies: 'Dairy; Sesame', is_drop_in: true, is_waiting: false },
        { child_name: 'Ben', is_drop_in: true, is_waiting: false },
        { child_name: 'Cleo', is_drop_in: true, is_waiting: true },
      ],
    })
    expect(await ofDay(31)).toMatchObject({ total: 0, rows: [] })
    expect((await admin.get(`${URL}/${id}/registrations`)).body.counts).toEqual({})
  })

  it('count and list each child once, with a drop-in too or registered again after a cancellation', async () => {
    const { aParent, aChild, aMonth, aRegistration, aDropIn } = builders
    const month = await aMonth()
    const parent = await aParent()
    const amara = await aChild(parent, { name: 'Amara', allergies: 'Dairy' })
    // Both days stayed: the child was here.
    await aRegistration(amara, month, {
      selected_days: [3, 4],
      status: 'cancelled',
      cancellation: {
        cancelled_at: '2026-12-05T10:00:00Z',
        cancelled_by: 'Rosa Medina',
        reason: 'Moved',
        fee: 'none',
        selected_days: [3, 4, 9],
        day_prices: null,
        total_fee: 60,
      },
    })
    const again = await aRegistration(amara, month, { selected_days: [4, 9] })
    await aDropIn('2026-12-09', {
      parent_id: parent.id,
      child_id: amara.id,
      guest_child_allergies: 'Peanuts',
    })
    expect((await admin.get(`${URL}/${month.id}/registrations`)).body.counts).toEqual({ 3: 1, 4: 1, 9: 1 })
    const ofDay = async (day: number) => (await admin.get(`${URL}/${month.id}/registrations/${day}`)).body
    expect(await ofDay(4)).toMatchObject({ total: 1, registered: 1, rows: [{ child_name: 'Amara' }] })
    expect(await ofDay(9)).toMatchObject({
      total: 1,
      registered: 1,
      drop_ins: 0,
      rows: [{ submission_id: again.id, allergies: 'Dairy; Peanuts', is_drop_in: false, is_waiting: false }],
    })
  })
})

describe('month management', () => {
  it('is forbidden to parents and visitors', async () => {
    const { id } = await createDecember()
    const parent = await app.as(await builders.aParent())
    for (const [person, status] of [
      [parent, 403],
      [app.visitor, 401],
    ] as const) {
      expect((await person.get(URL)).status).toBe(status)
      expect((await person.post(URL, { month_name: 'May', year: 2027 })).status).toBe(status)
      expect((await person.patch(`${URL}/${id}`, { ...days, is_active: true, version: 1 })).status).toBe(
        status,
      )
      expect((await person.delete(`${URL}/${id}`)).status).toBe(status)
      expect((await person.get(`${URL}/${id}/registrations/10`)).status).toBe(status)
    }
    const { body } = await admin.get(URL)
    expect(body.rows).toMatchObject([{ month_name: 'December', is_active: false, version: 1 }])
  })
})
