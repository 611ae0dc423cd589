import { describe, expect, it } from 'vitest'
import { at, DAY, startBoard } from '../../testing/board'
import { storedRows } from '../../testing/rows'
import type { TestClient } from '../../testing/test-app'
import { execute, sql } from '../db/sql'

/** It is Monday, November 16, 2026, 4:00 PM; Ada Lee is booked on the 2nd, 13th and 16th. */
const { app, make, staff, month, aBookedChild, sendMark, board } = await startBoard()

const arrive = async (submission: { id: string }, values: object = {}) =>
  expect((await sendMark(submission, { change: 'arrived', ...values })).status).toBe(200)
const daysOf = async ({ id }: { id: string }) =>
  (await storedRows(app.services.db, 'submissions', sql`where id = ${id}`))[0]?.selected_days

const byFamily = (family: TestClient, { id }: { id: string }, selected_days: number[]) =>
  family.patch(`/api/submissions/${id}`, { selected_days, agreed: true, version: 1 })
const byStaff = ({ id }: { id: string }, selected_days: number[]) =>
  staff.patch(`/api/admin/submissions/${id}/days`, {
    selected_days,
    version: 1,
    confirmed_days: selected_days,
  })

const STAYS = 'Ada Lee was here on Monday, November 16, so this day stays.'
const both = (day: string) => `Ada Lee was here on ${day}, so this day stays. ${STAYS}`

describe('a day on which the child was marked as arrived', () => {
  it('stays in an edit, by the family and by staff, and every such day is named', async () => {
    const { registration, parent } = await aBookedChild()
    const family = await app.as(parent)
    await arrive(registration)
    await arrive(registration, { day: '2026-11-13', at: at('14:40', '2026-11-13') })
    for (const edit of [
      () => byFamily(family, registration, [2, 20]),
      () => byStaff(registration, [2, 20]),
    ]) {
      const { status, body } = await edit()
      expect([status, body.error.code, body.error.message]).toEqual([
        409,
        'day-unavailable',
        both('Friday, November 13'),
      ])
    }
    expect(await daysOf(registration)).toEqual([2, 13, 16])
    expect((await family.get(`/api/submissions/${registration.id}`)).body.attended_days).toEqual([13, 16])
    expect((await staff.get(`/api/admin/submissions/${registration.id}`)).body.attended_days).toEqual([
      13, 16,
    ])
    expect((await family.get('/api/dashboard')).body.submissions.rows[0].attended_days).toEqual([13, 16])
    // Everything else can change.
    expect((await byFamily(family, registration, [13, 16, 20])).status).toBe(200)
  })

  it('names the child as on file now, also in what a browser translates', async () => {
    const { registration, parent, child } = await aBookedChild()
    await execute(app.services.db, sql`update children set name = 'Adá Lee' where id = ${child.id}`)
    await arrive(registration)
    const { body } = await byFamily(await app.as(parent), registration, [2])
    expect(body.error.message).toBe('Adá Lee was here on Monday, November 16, so this day stays.')
    expect(body.error.params.days).toMatchObject([{ reason: 'attended', child: 'Adá Lee', date: DAY }])
  })

  it('can be given up once the arrival was undone, whatever else the mark says', async () => {
    const { registration, parent } = await aBookedChild()
    await arrive(registration)
    await sendMark(registration, { change: 'undo_arrived', version: 1 })
    await sendMark(registration, { change: 'note', note: 'Called', version: 2 })
    expect((await byFamily(await app.as(parent), registration, [2, 13])).status).toBe(200)
    expect(await daysOf(registration)).toEqual([2, 13])
  })

  it('holds only the day and the child of its own mark', async () => {
    const { registration: other } = await aBookedChild({ name: 'Ada Leeds' })
    const { registration, parent } = await aBookedChild()
    await arrive(other)
    expect((await byFamily(await app.as(parent), registration, [2, 13])).status).toBe(200)
  })

  it('keeps a drop-in from being deleted', async () => {
    const dropIn = await make.aDropIn(DAY, { guest_child_name: 'Otis Roe' })
    await arrive(dropIn)
    const { status, body } = await staff.delete(`/api/admin/drop-ins/${dropIn.id}`)
    expect([status, body.error.message]).toEqual([
      409,
      'Otis Roe was here on Monday, November 16, so this day stays.',
    ])
    await sendMark(dropIn, { change: 'undo_arrived', version: 1 })
    expect((await staff.delete(`/api/admin/drop-ins/${dropIn.id}`)).status).toBe(200)
  })

  it('never vanishes from the board when the arrival and the edit come at once', async () => {
    for (let trial = 0; trial < 12; trial += 1) {
      const { registration, parent } = await aBookedChild()
      const family = await app.as(parent)
      const edit = () =>
        trial % 3 === 2 ? byStaff(registration, [2, 13]) : byFamily(family, registration, [2, 13])
      const arrival = () => sendMark(registration, { change: 'arrived' })
      const [first, second] = await Promise.all(trial % 2 ? [arrival(), edit()] : [edit(), arrival()])
      expect([first?.status, second?.status].sort()).toEqual([200, 409])
      const [mark] = await storedRows(
        app.services.db,
        'attendance_marks',
        sql`where submission_id = ${registration.id}`,
      )
      expect((await daysOf(registration))?.includes(16)).toBe(mark !== undefined)
    }
    for (const card of (await board()).cards) expect(card).toMatchObject({ is_not_booked: false })
  })
})

describe('days that have begun', () => {
  const settings = async (values: object) => {
    const { body } = await staff.get('/api/admin/pickup-times')
    expect((await staff.put('/api/admin/pickup-times', { ...body, ...values })).status).toBe(200)
  }
  const STAY = 'Days that have begun stay. Please ask the office.'

  it('can be given up by families until staff switch that off; staff may always change them', async () => {
    const { registration, parent } = await aBookedChild()
    const family = await app.as(parent)
    const begun = async () => (await family.get(`/api/submissions/${registration.id}`)).body.begun_days_stay
    expect([(await staff.get('/api/admin/pickup-times')).body.give_up_begun_days, await begun()]).toEqual([
      true,
      false,
    ])
    await settings({ give_up_begun_days: false })
    expect(await begun()).toBe(true)
    for (const days of [[2, 13], [13, 16], [20]]) {
      const { status, body } = await byFamily(family, registration, days)
      expect([status, body.error.message]).toEqual([409, STAY])
    }
    expect((await byFamily(family, registration, [2, 13, 16, 20])).status).toBe(200)
    const changed = await staff.patch(`/api/admin/submissions/${registration.id}/days`, {
      selected_days: [20],
      version: 2,
      confirmed_days: [],
    })
    expect(changed.status).toBe(200)
  })

  it('begin on the programme’s clock, whatever the day is elsewhere', async () => {
    const { registration, parent } = await aBookedChild({}, [17, 20])
    await settings({ give_up_begun_days: false })
    // Half past eleven in the evening of the 16th; in UTC it is the 17th.
    app.setNow('2026-11-16T23:30:00-05:00')
    const family = await app.as(parent)
    expect((await byFamily(family, registration, [20])).status).toBe(200)
  })
})

describe('cancelling a registration whose child was here', () => {
  const cancel = async ({ id }: { id: string }, fee: 'none' | 'keep', version = 1) =>
    staff.post(`/api/admin/submissions/${id}/cancel`, { reason: 'Moving', fee, version })
  const stored = async ({ id }: { id: string }) =>
    (await storedRows(app.services.db, 'submissions', sql`where id = ${id}`))[0]
  const mailOf = async ({ id }: { id: string }) => {
    const mails = await storedRows(app.services.db, 'outbox', sql`where submission_id = ${id}`)
    return JSON.stringify(mails.map(({ content }) => content))
  }
  const aPaidFor = async () => {
    const booked = await aBookedChild()
    await execute(
      app.services.db,
      sql`update submissions set total_fee = 62, day_prices = '{"2": 20, "13": 20, "16": 22}' where id = ${booked.registration.id}`,
    )
    await arrive(booked.registration)
    return booked
  }

  it('keeps the day at its price everywhere, and undoing it brings back the rest', async () => {
    const { registration, parent } = await aPaidFor()
    const { status, body } = await cancel(registration, 'none')
    expect(status).toBe(200)
    expect(body).toMatchObject({ selected_days: [16], total_fee: 22, derived_status: 'submitted' })
    expect(await stored(registration)).toMatchObject({
      status: 'cancelled',
      selected_days: [16],
      day_prices: { 16: 22 },
      total_fee_cents: 2200,
      cancellation: { selected_days: [2, 13, 16], total_fee: 62 },
    })
    expect((await board()).cards).toMatchObject([{ child_name: 'Ada Lee', is_not_booked: false }])
    expect((await board('2026-11-13')).cards).toEqual([])
    const report = (await staff.get(`/api/admin/attendance?date=${DAY}`)).body
    expect(report.rows).toMatchObject([{ child: 'Ada Lee', remark: null, fee: 22 }])
    const mail = await mailOf(registration)
    for (const text of [
      '2 days given up',
      '1 day stays',
      'The days on which Ada Lee was here stay, with their fee.',
    ])
      expect(mail).toContain(text)
    const file = await staff.get('/api/admin/submissions/export')
    expect(file.body).toContain('16; Cancelled')
    const family = await app.as(parent)
    const lines = (await family.get('/api/statement?year=2026')).body.children.flatMap(
      (child: { lines: object[] }) => child.lines,
    )
    expect(lines).toMatchObject([{ selected_days: [16], total_fee: 22 }])
    expect((await byFamily(family, registration, [2])).body.error.code).toBe('registration-cancelled')
    expect(
      (await staff.post(`/api/admin/submissions/${registration.id}/undo-cancel`, { version: 2 })).status,
    ).toBe(200)
    expect(await stored(registration)).toMatchObject({
      status: 'submitted',
      selected_days: [2, 13, 16],
      day_prices: { 2: 20, 13: 20, 16: 22 },
      total_fee_cents: 6200,
      cancellation: null,
    })
  })

  it('keeps the whole fee if staff choose so; the report still shows the fee of one day', async () => {
    const { registration } = await aPaidFor()
    expect((await cancel(registration, 'keep')).body).toMatchObject({ selected_days: [16], total_fee: 62 })
    const { rows, stats } = (await staff.get(`/api/admin/attendance?date=${DAY}`)).body
    expect([rows[0].fee, stats.revenue]).toEqual([20.67, 20.67])
    expect(await mailOf(registration)).toContain('The fee stays as it was.')
  })

  it('gives up that day too once the arrival was undone, and can still be undone as a whole', async () => {
    const { registration } = await aPaidFor()
    await cancel(registration, 'none')
    expect((await cancel(registration, 'none', 2)).body.error.code).toBe('registration-cancelled')
    await sendMark(registration, { change: 'undo_arrived', version: 1 })
    expect((await cancel(registration, 'none', 1)).body.error.code).toBe('stale-version')
    const { status, body } = await cancel(registration, 'none', 2)
    expect([status, body.selected_days, body.total_fee]).toEqual([200, [], 0])
    expect((await board()).cards).toEqual([])
    const mails = await storedRows(app.services.db, 'outbox', sql`where submission_id = ${registration.id}`)
    expect(mails.filter(({ template }) => template === 'registration-cancelled')).toHaveLength(2)
    expect((await cancel(registration, 'none', 3)).body.error.code).toBe('registration-cancelled')
    const undo = await staff.post(`/api/admin/submissions/${registration.id}/undo-cancel`, { version: 3 })
    expect(undo.status).toBe(200)
    expect(await stored(registration)).toMatchObject({
      status: 'submitted',
      selected_days: [2, 13, 16],
      day_prices: { 2: 20, 13: 20, 16: 22 },
      total_fee_cents: 6200,
    })
  })

  it('credits the day that stayed if the programme cancels it, and charges it again', async () => {
    const { registration } = await aPaidFor()
    await cancel(registration, 'none')
    const cancelled = await staff.post('/api/admin/family-messages', {
      date: DAY,
      subject: 'Snow',
      text: 'We close early.',
      cancelled: true,
      fees: 'credit',
    })
    expect(cancelled.status).toBe(200)
    expect(await stored(registration)).toMatchObject({ total_fee_cents: 0, day_prices: { 16: 0 } })
    const [{ id = '', version = 0 } = {}] = await storedRows(
      app.services.db,
      'months',
      sql`where id = ${month.id}`,
    )
    await staff.post(`/api/admin/months/${id}/days/16/reinstate`, { credits: 'undo', version })
    expect(await stored(registration)).toMatchObject({
      total_fee_cents: 2200,
      day_prices: { 16: 22 },
      cancellation: { total_fee: 62 },
    })
  })

  it('leaves no child on no list when the arrival and the cancellation come at once', async () => {
    for (let trial = 0; trial < 6; trial += 1) {
      const { registration } = await aBookedChild()
      const arrival = () => sendMark(registration, { change: 'arrived' })
      const [first, second] = await Promise.all(
        trial % 2 ? [arrival(), cancel(registration, 'none')] : [cancel(registration, 'none'), arrival()],
      )
      const arrived = trial % 2 ? first : second
      expect((await daysOf(registration))?.includes(16)).toBe(arrived?.status === 200)
    }
  })
})
