import { countTaken, type SeatBooking } from '@aftercare/domain/months/seats'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { testApp } from '../../testing/test-app'
import { execute, maybeOne, rows, sql } from '../db/sql'

/** December 2026 begins on a Tuesday; today is Monday, November 16. */

let month: { id: string }

const app = await testApp()
const make = buildersFor(app.services.db)
const staff = await app.as(await make.anAdmin())
beforeEach(async () => {
  await execute(app.services.db, sql`delete from submissions`)
  await execute(app.services.db, sql`delete from months`)
  month = await make.aMonth()
})

const set = (values: object) => save(values).then(({ status }) => expect(status).toBe(200))
async function save(values: object) {
  const { rows: list } = (await staff.get('/api/admin/months')).body
  const { day_types, closed_days, version } = list.find((row: { id: string }) => row.id === month.id)
  return staff.patch(`/api/admin/months/${month.id}`, { day_types, closed_days, version, ...values })
}
const taken = async () =>
  (
    await maybeOne<{ taken_seats: Record<string, number> }>(
      app.services.db,
      sql`select taken_seats from months where id = ${month.id}`,
    )
  )?.taken_seats ?? {}

async function aFamily(children = 1) {
  const parent = await make.aParent()
  const own = await Promise.all(Array.from({ length: children }, () => make.aChild(parent)))
  const client = await app.as(parent)
  const register = (days: number[], ids = own.map(({ id }) => id)) =>
    client.post('/api/submissions', {
      month_id: month.id,
      child_ids: ids,
      selected_days: days,
      agreed: true,
    })
  return { parent, children: own, client, register }
}

const guestRegistration = (days: number[]) => ({
  month_id: month.id,
  selected_days: days,
  agreed: true,
  guest_parent_name: 'Grace Whitfield',
  guest_parent_email: 'grace@example.com',
  guest_child_name: 'Otis Whitfield',
  guest_child_allergies: '',
  guest_child_notes: '',
})

describe('the seats that are taken', () => {
  it('include registrations and drop-ins of parents and guests, and a child with both once', async () => {
    await set({ seats: 30 })
    const { children, parent, register } = await aFamily(2)
    await register([4, 7])
    await app.visitor.post('/api/submissions', guestRegistration([4]))
    await make.aDropIn('2026-12-04', { parent_id: parent.id, child_id: children[0]?.id })
    await make.aDropIn('2026-12-08', { parent_id: parent.id, child_id: children[0]?.id })
    await make.aDropIn('2026-12-08')
    expect(await taken()).toEqual({ 4: 3, 7: 2, 8: 2 })
  })

  it('are counted when a month gets a seat limit, and cleared when it has none', async () => {
    const { register } = await aFamily(2)
    await register([4])
    await make.aDropIn('2026-12-04')
    await make.aDropIn('2027-12-04')
    expect(await taken()).toEqual({})
    await set({ day_seats: { 4: 5 } })
    expect(await taken()).toEqual({ 4: 3 })
    await set({ day_seats: {} })
    expect(await taken()).toEqual({})
  })

  it('match the domain’s count after any number of registrations, edits, drop-ins and removals', async () => {
    await set({ seats: 30 })
    const { children, parent } = await aFamily(3)
    const day = fc.integer({ min: 1, max: 5 })
    const child = fc.option(fc.constantFrom(...children))
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('registration' as const),
        child,
        days: fc.uniqueArray(day, { minLength: 1 }),
      }),
      fc.record({ kind: fc.constant('drop-in' as const), child, day }),
      fc.record({
        kind: fc.constant('edit' as const),
        at: fc.nat(),
        days: fc.uniqueArray(day, { minLength: 1 }),
      }),
      fc.record({ kind: fc.constant('removal' as const), at: fc.nat() }),
    )
    const { db } = app.services
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        await execute(db, sql`delete from submissions`)
        for (const one of steps) {
          const stored = await rows<{ id: string; month_id: string | null }>(
            db,
            sql`select id, month_id from submissions order by submitted_at, id`,
          )
          if (one.kind === 'registration') {
            const who = one.child
            const isTaken =
              who &&
              (await maybeOne(
                db,
                sql`select 1 from submissions where child_id = ${who.id} and month_id is not null`,
              ))
            if (isTaken) continue
            if (who) await make.aRegistration(who, month, { selected_days: one.days })
            else await make.aGuestRegistration(month, { selected_days: one.days })
          } else if (one.kind === 'drop-in') {
            const who = one.child ? { parent_id: parent.id, child_id: one.child.id } : {}
            await make.aDropIn(`2026-12-0${one.day}`, who)
          } else {
            const row = stored[one.at % Math.max(1, stored.length)]
            if (!row) continue
            if (one.kind === 'removal') await execute(db, sql`delete from submissions where id = ${row.id}`)
            else if (row.month_id) {
              await execute(
                db,
                sql`update submissions set selected_days = ${one.days}, day_prices = null where id = ${row.id}`,
              )
            }
          }
        }
        const holders = await rows<SeatBooking>(
          db,
          sql`select id, child_id as "childId", selected_days as days from submissions`,
        )
        const counted = Object.entries(await taken()).filter(([, count]) => count !== 0)
        expect(Object.fromEntries(counted)).toEqual(countTaken(holders))
      }),
      { numRuns: 25 },
    )
  })
})

describe('a full day', () => {
  it('is rejected by name for parents and guests, and nothing is stored', async () => {
    await set({ day_seats: { 4: 1 } })
    const first = await aFamily()
    expect((await first.register([4, 7])).status).toBe(200)
    const sentence = 'Friday, December 4 is full. Please choose another day.'
    for (const rejected of [
      await (await aFamily()).register([4, 7]),
      await app.visitor.post('/api/submissions', guestRegistration([4])),
    ]) {
      expect(rejected.status).toBe(409)
      expect(rejected.body.error.fields).toEqual({ selected_days: sentence })
    }
    expect(await taken()).toEqual({ 4: 1, 7: 1 })
  })

  it('needs a seat for each child of a registration; the error names the days with too few', async () => {
    await set({ seats: 2, day_seats: { 7: 1 } })
    const { body, status } = await (await aFamily(2)).register([4, 7])
    expect(status).toBe(409)
    expect(body.error.message).toBe('Only 1 seat is left on Monday, December 7.')
    expect(await rows(app.services.db, sql`select id from submissions`)).toEqual([])
  })

  it('stays booked for those who have it, and is free at once when they cancel', async () => {
    await set({ day_seats: { 4: 1 } })
    const { client, register } = await aFamily()
    const [held] = (await register([4])).body.rows
    const edit = (selected_days: number[], version: number) =>
      client.patch(`/api/submissions/${held.id}`, { selected_days, agreed: true, version })
    expect((await edit([4, 7], 1)).status).toBe(200)
    const other = await aFamily()
    expect((await other.register([4])).status).toBe(409)
    expect((await edit([7], 2)).status).toBe(200)
    expect((await other.register([4])).status).toBe(200)
    const back = await edit([4, 7], 3)
    expect(back.status).toBe(409)
    expect(back.body.error.message).toBe('Friday, December 4 is full. Please choose another day.')
  })

  it('has no drop-ins for parents and guests; staff may overbook after confirming', async () => {
    await make.aMonth({ month_name: 'November' })
    await execute(
      app.services.db,
      sql`update months set day_seats = '{"16": 1}' where month_name = 'November'`,
    )
    const first = await aFamily()
    const dropIn = {
      child_id: first.children[0]?.id,
      dropin_date: '2026-11-16',
      additional_notes: '',
      agreed: true,
    }
    expect((await first.client.post('/api/drop-ins', dropIn)).status).toBe(200)
    const { options } = (await app.visitor.get('/api/drop-ins/availability')).body
    expect(options.map((option: { available: boolean }) => option.available)).toEqual([false, true])
    const second = await aFamily()
    const rejected = await second.client.post('/api/drop-ins', {
      ...dropIn,
      child_id: second.children[0]?.id,
    })
    expect(rejected.body.error.code).toBe('drop-in-unavailable')

    const entered = {
      dropin_date: '2026-11-16',
      guest_child_name: 'Otis Whitfield',
      guest_parent_name: 'Grace Whitfield',
      guest_parent_email: 'grace@example.com',
      guest_parent_phone: '555-0100',
    }
    const asked = await staff.post('/api/admin/drop-ins', entered)
    expect(asked.status).toBe(409)
    expect(asked.body.error).toMatchObject({
      code: 'day-full',
      message: 'This day is full (1 of 1). Add anyway?',
    })
    expect((await staff.post('/api/admin/drop-ins', { ...entered, allow_overbooking: true })).status).toBe(
      200,
    )
  })
})

describe('setting seats', () => {
  it.each([0, -1, 1.5, 501, '30'])('%s is rejected with a message', async (seats) => {
    const sentence = 'Please enter a whole number from 1 to 500'
    const ofMonth = await save({ seats })
    expect(ofMonth.status).toBe(422)
    expect(ofMonth.body.error.fields).toEqual({ seats: sentence })
    const ofDay = await save({ day_seats: { 4: seats } })
    expect(ofDay.status).toBe(422)
    expect(Object.values(ofDay.body.error.fields)).toEqual([sentence])
  })

  it('rejects a day that the month does not have', async () => {
    month = await make.aMonth({ month_name: 'February', year: 2027 })
    const { status, body } = await save({ day_seats: { 29: 10 } })
    expect(status).toBe(422)
    expect(body.error.fields).toEqual({ day_seats: 'February 2027 has no day 29.' })
    expect((await save({ day_seats: { 32: 10 } })).status).toBe(422)
  })

  it('below the number booked cancels nobody’s day', async () => {
    await set({ seats: 5 })
    const { register } = await aFamily(3)
    await register([4])
    await set({ seats: 2 })
    expect(await taken()).toEqual({ 4: 3 })
    expect((await (await aFamily()).register([4])).status).toBe(409)
  })

  it('does not change them if a save omits them', async () => {
    await set({ seats: 12, day_seats: { 4: 3 } })
    await set({})
    const { body } = await app.visitor.get(`/api/months/${month.id}`)
    expect(body).toMatchObject({ seats: 12, day_seats: { 4: 3 }, taken_seats: {} })
  })

  it('as a default affects new months only', async () => {
    const PATH = '/api/admin/default-seats'
    expect((await staff.get(PATH)).body).toEqual({ seats: null, version: 0 })
    const saved = await staff.put(PATH, { seats: 30, version: 0 })
    expect(saved.body).toEqual({ seats: 30, version: 1 })
    const made = await staff.post('/api/admin/months', { month_name: 'January', year: 2027 })
    expect(made.body.seats).toBe(30)
    expect((await app.visitor.get(`/api/months/${month.id}`)).body.seats).toBeNull()
    const stale = await staff.put(PATH, { seats: 12, version: 0 })
    const error = { code: 'stale-version', stored: { seats: 30, version: 1 } }
    expect(stale).toMatchObject({ status: 409, body: { error } })
    expect((await staff.put(PATH, { seats: null, version: 1 })).body).toEqual({ seats: null, version: 2 })
    expect((await staff.put(PATH, { seats: 501, version: 2 })).status).toBe(422)
    expect((await staff.put(PATH, { version: 2 })).status).toBe(422)
  })
})
