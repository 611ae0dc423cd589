import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { composeAllEvents } from '../../testing/mails'
import { disableLocks, holdLock, untilWaiting } from '../../testing/race-helpers'
import { countRows, storedRows } from '../../testing/rows'
import { type TestApp, type TestClient, testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'
import { setClause } from '../db/write'

/** November, on the 16th. The 19th is closed, the 24th is full, the 26th has no school, the 27th is unavailable. */
const app = await testApp()
const { db } = app.services
const make = buildersFor(db)
const admin = await make.anAdmin({ full_name: 'Rosa Medina' })
const staff = await app.as(admin)
const month = await make.aMonth({ month_name: 'November', year: 2026 })

let parent: { id: string; email: string }
let child: { id: string; parent_id: string }
let family: TestClient
let id: string

beforeEach(async () => {
  app.setNow('2026-11-16T09:00:00-05:00')
  await execute(db, sql`delete from outbox`)
  await execute(db, sql`delete from submissions`)
  const day_types = { ...month.day_types, 26: 'no_school', 27: 'unavailable' } as const
  const values = {
    day_types,
    closed_days: [19],
    day_seats: { 24: 1 },
    is_active: true,
    regular_price_cents: 2000,
  }
  await execute(db, sql`update months set ${setClause('months', values)} where id = ${month.id}`)
  await make.aGuestRegistration(month, { selected_days: [24] })
  parent = await make.aParent()
  child = await make.aChild(parent)
  family = await app.as(parent)
  const row = await make.aRegistration(child, month, { selected_days: [3, 16, 18] })
  id = row.id
})

const edit = (values: Record<string, unknown> = {}, headers?: Record<string, string>, client = staff) =>
  client.patch(
    `/api/admin/submissions/${id}/days`,
    { selected_days: [3, 18, 20], version: 1, ...values },
    headers,
  )

const stored = async (which = id) => {
  const [row] = await storedRows(db, 'submissions', sql`where id = ${which}`)
  return row
}

describe('staff changing the days of a registration', () => {
  it('keeps booked prices, names who it was, agrees to nothing and is recorded', async () => {
    await execute(db, sql`update months set regular_price = 22 where id = ${month.id}`)
    await execute(db, sql`update submissions set agreed_at = '2026-10-01T12:00:00Z' where id = ${id}`)
    const { status, body } = await edit()
    expect(status).toBe(200)
    expect(body).toMatchObject({ total_fee: 62, day_prices: { 3: 20, 18: 20, 20: 22 }, version: 2 })
    expect(body.edit_history).toEqual([
      {
        edited_at: expect.any(String),
        previous_days: [3, 16, 18],
        new_days: [3, 18, 20],
        days_added: [20],
        days_removed: [16],
        changed_by: 'Rosa Medina',
      },
    ])
    expect(new Date((await stored())?.agreed_at ?? '').toISOString()).toBe('2026-10-01T12:00:00.000Z')
    const [entry] = await storedRows(db, 'audit_log', sql`where row_id = ${id}`)
    expect(entry).toMatchObject({
      action: 'submission.edit',
      actor_id: admin.id,
      actor_role: 'admin',
      detail: { previous_fee_cents: 6000, new_fee_cents: 6200 },
    })
    expect((await family.get(`/api/submissions/${id}`)).body.edit_history[0].changed_by).toBe('Rosa Medina')
  })

  it('asks about past, closed and full days, naming each, and adds them once confirmed', async () => {
    const days = { selected_days: [2, 3, 16, 18, 19, 24] }
    const asked = await edit(days)
    expect(asked.status).toBe(409)
    expect(asked.body.error).toMatchObject({
      code: 'confirm-days',
      message:
        'Monday, November 2 has passed. Thursday, November 19 is closed to new registrations. Tuesday, November 24 is full. Add anyway?',
      stored: { id, month: { closed_days: [19] } },
    })
    const partly = await edit({ ...days, confirmed_days: [2, 19] })
    expect(partly.body.error.message).toBe('Tuesday, November 24 is full. Add anyway?')
    expect((await stored())?.version).toBe(1)
    const key = { 'idempotency-key': 'confirmed' }
    const { status, body } = await edit({ ...days, confirmed_days: [24, 2, 19] }, key)
    expect(status).toBe(200)
    expect((await edit(days, key)).body.error.code).toBe('key-reused')
    expect(body.day_prices).toEqual({ 2: 20, 3: 20, 16: 20, 18: 20, 19: 20, 24: 20 })
    const [counted] = await storedRows(db, 'months', sql`where id = ${month.id}`)
    expect(counted?.taken_seats['24']).toBe(2)
  })

  it('also of a past or draft month, and for guests, with a mail to the guest', async () => {
    await execute(db, sql`update months set is_active = false where id = ${month.id}`)
    app.setNow('2026-12-03T09:00:00-05:00')
    const later = await app.as(admin)
    expect((await edit({ confirmed_days: [20] }, {}, later)).status).toBe(200)
    const guest = await make.aGuestRegistration(month, { selected_days: [3] })
    const url = `/api/admin/submissions/${guest.id}/days`
    const { status } = await later.patch(url, { selected_days: [4], confirmed_days: [4], version: 1 })
    expect(status).toBe(200)
    await composeAllEvents(app.services)
    const [mail] = await storedRows(
      db,
      'outbox',
      sql`where submission_id = ${guest.id} and to_email = 'grace@example.com'`,
    )
    expect(mail).toMatchObject({ subject: 'Your registration for November 2026 was changed' })
    expect(mail?.content?.guestLink).toMatchObject({ submissionId: guest.id })
  })

  it('rejects weekends, days without aftercare and days outside the month, confirmed or not', async () => {
    const rejected: [number, string][] = [
      [21, 'Saturday, November 21 is on a weekend'],
      [26, 'Thursday, November 26 has no school'],
      [27, "Friday, November 27 isn't available"],
      [31, 'November 2026 has no day 31.'],
    ]
    for (const [day, words] of rejected) {
      const { status, body } = await edit({ selected_days: [18, day], confirmed_days: [day] })
      expect(status).toBe(409)
      expect(body.error.message).toContain(words)
    }
    for (const values of [{ selected_days: [] }, { selected_days: [18, 18] }, { confirmed_days: [0] }]) {
      expect((await edit(values)).status).toBe(422)
    }
    expect((await stored())?.version).toBe(1)
  })

  it('keeps booked days whatever they are now', async () => {
    const day_types = { ...month.day_types, 18: 'unavailable' } as const
    await execute(
      db,
      sql`update months set ${setClause('months', { day_types, closed_days: [3] })} where id = ${month.id}`,
    )
    expect((await edit({ selected_days: [3, 18, 20] })).status).toBe(200)
  })

  it('from a stale version is rejected with what is stored; repeated with the same key it is stored once', async () => {
    const headers = { 'idempotency-key': 'save' }
    const responses = await Promise.all(Array.from({ length: 5 }, () => edit({}, headers)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect((await stored())?.edit_history).toHaveLength(1)
    const stale = await edit({ selected_days: [18] })
    expect(stale.body.error).toMatchObject({ code: 'stale-version', stored: { selected_days: [3, 18, 20] } })
    expect((await edit({ version: 1 })).status).toBe(200)
  })

  it('is not for parents, not for drop-ins and not for what is gone', async () => {
    expect((await edit({}, {}, family)).status).toBe(403)
    expect((await edit({}, {}, app.visitor)).status).toBe(401)
    const dropIn = await make.aDropIn('2026-11-16')
    const body = { selected_days: [17], version: 1 }
    const response = await staff.patch(`/api/admin/submissions/${dropIn.id}/days`, body)
    expect(response.body.error.code).toBe('drop-in-not-editable')
    const gone = await staff.patch(`/api/admin/submissions/${parent.id}/days`, body)
    expect(gone.status).toBe(404)
  })

  it('shows as edited since billed, and tells whoever waits for the seat', async () => {
    await staff.patch(`/api/admin/submissions/${id}`, { billed_status: 'billed', version: 1 })
    await execute(db, sql`update months set day_seats = '{"18": 1}' where id = ${month.id}`)
    await execute(db, sql`update months m set taken_seats = count_taken_seats(m) where id = ${month.id}`)
    const waiting = await make.aParent()
    await execute(
      db,
      sql`insert into seat_watches (parent_id, month_id, day, created_at) values (${waiting.id}, ${month.id}, 18, now())`,
    )
    const { body } = await edit({ selected_days: [3, 16], version: 2 })
    expect(body).toMatchObject({ total_fee: 40, billed_fee: 60 })
    expect((await staff.get('/api/admin/submissions')).body.edited_since_billed).toBe(1)
    expect(
      await countRows(db, 'outbox', sql`where template = 'seat-opened' and to_email = ${waiting.email}`),
    ).toBe(1)
  })
})

describe('staff and the family editing at the same moment', () => {
  const both = (by: TestApp) => async () => {
    const [office, home] = [await by.as(admin), await by.as(parent)]
    const holder = await holdLock(by, 'select from submissions where id = $1 for update', [id])
    const answers = Promise.all([
      office.patch(`/api/admin/submissions/${id}/days`, { selected_days: [3, 18, 20], version: 1 }),
      home.patch(`/api/submissions/${id}`, { selected_days: [3, 16], agreed: true, version: 1 }),
    ])
    return { holder, answers }
  }

  it('stores one edit and rejects the other', async () => {
    const { holder, answers } = await both(app)()
    await untilWaiting(app, 2)
    await holder.release()
    expect((await answers).map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await stored())?.edit_history).toHaveLength(1)
  })

  it('control: without the locks both are stored, and one history entry is lost', async () => {
    const unlocked = await testApp({ databaseUrl: app.databaseUrl })
    disableLocks(unlocked)
    const { holder, answers } = await both(unlocked)()
    // Both have read the row and wait to write it.
    await untilWaiting(app, 2)
    await holder.release()
    expect((await answers).map(({ status }) => status)).toEqual([200, 200])
    expect((await stored())?.edit_history).toHaveLength(1)
  })
})
