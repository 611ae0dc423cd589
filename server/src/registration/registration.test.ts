import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { storedRows } from '../../testing/rows'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, rows, sql } from '../db/sql'
import { rateLimitKey } from '../http/rate-limiter'

let parent: { id: string; email: string }
let client: TestClient
let children: { id: string }[]
let month: { id: string }
let year = 2030

const app = await testApp()
const make = buildersFor(app.services.db)

/** December with a noon, an early, a closed and two days without aftercare; each test has a year of its own. */
beforeEach(async () => {
  parent = await make.aParent()
  client = await app.as(parent)
  children = [await make.aChild(parent, { name: 'Amara' }), await make.aChild(parent, { name: 'Kofi' })]
  year += 1
  const types = { 4: 'noon', 9: 'early', 10: 'no_school', 11: 'unavailable' } as const
  month = await make.aMonth({ month_name: 'December', year, day_types: types, closed_days: [16] })
})

const rowsOf = (parentId: string) =>
  storedRows(app.services.db, 'submissions', sql`where parent_id = ${parentId}`)

/** The first three days of the month that are no weekend and no special day. */
const weekdays = (...candidates: number[]) =>
  candidates.filter((n) => ![0, 6].includes(new Date(Date.UTC(year, 11, n)).getUTCDay()))

const register = (values: Record<string, unknown> = {}, headers?: Record<string, string>) =>
  client.post(
    '/api/submissions',
    {
      month_id: month.id,
      child_ids: children.map(({ id }) => id),
      selected_days: weekdays(1, 2, 3, 5, 8),
      agreed: true,
      ...values,
    },
    headers,
  )

describe('a registration', () => {
  it("counts once towards the account's rate limit, and stores nothing beyond it", async () => {
    const { db } = app.services
    const key = rateLimitKey(app.services.encryptor.hmac, 'parent-submissions', parent.id)
    const responses = [await register(), await register({ month_id: 'not a month' })]
    expect(responses.map(({ status }) => status)).toEqual([200, 422])
    const counted = sql`select tat_ms - extract(epoch from now()) * 1000 <= 30000 as once from rate_limits where key = ${key}`
    expect(await rows(db, counted)).toEqual([{ once: true }])
    await execute(db, sql`delete from submissions where parent_id = ${parent.id}`)
    await execute(db, sql`update rate_limits set tat_ms = 9e15 where key = ${key}`)
    const { status, body, headers } = await register()
    expect(status).toBe(429)
    expect(body.error.message).toMatch(/^Too many attempts\./)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await rowsOf(parent.id)).toEqual([])
  })

  it('stores one row per child with the fee per child, emails the family and records who did it', async () => {
    const { status, body } = await register({ total_fee: 1, status: 'approved', billed_status: 'billed' })
    expect(status).toBe(200)
    expect(body.rows).toHaveLength(2)
    const days = weekdays(1, 2, 3, 5, 8)
    const rows = await rowsOf(parent.id)
    expect(rows.map((row) => row.child_id).sort()).toEqual(children.map(({ id }) => id).sort())
    for (const row of rows) {
      expect(row).toMatchObject({
        parent_id: parent.id,
        month_id: month.id,
        selected_days: days,
        total_fee_cents: days.length * 2000,
        day_prices: Object.fromEntries(days.map((n) => [n, 20])),
        is_edited: false,
        edit_history: [],
        original_selected_days: null,
        billed_status: 'not_billed',
        status: 'submitted',
        version: 1,
        agreed_at: expect.any(String),
      })
    }
    const ids = rows.map(({ id }) => id)
    const mails = await storedRows(app.services.db, 'outbox', sql`where to_email = ${parent.email}`)
    expect(mails.map((mail) => mail.submission_id).sort()).toEqual([...ids].sort())
    const log = await storedRows(app.services.db, 'audit_log', sql`where actor_id = ${parent.id}`)
    expect(log.map((entry) => entry.row_id).sort()).toEqual([...ids].sort())
  })

  it('prices each day by its type and keeps the days in order', async () => {
    const special = weekdays(4, 9)
    const regular = weekdays(3, 2)
    const { body } = await register({ child_ids: [children[0]?.id], selected_days: [...special, ...regular] })
    expect(body.rows[0].total_fee).toBe(special.length * 30 + regular.length * 20)
    expect(body.rows[0].selected_days).toEqual([...special, ...regular].sort((a, b) => a - b))
  })

  it('uses the default prices if the month has none; 0 is a price', async () => {
    const bare = await make.aMonth({
      month_name: 'October',
      year: 2031,
      regular_price_cents: null,
      special_price_cents: null,
      day_types: {},
      special_days: [2],
    })
    const first = await register({ month_id: bare.id, child_ids: [children[0]?.id], selected_days: [1, 2] })
    expect(first.body.rows[0].total_fee).toBe(50)
    const free = await make.aMonth({ month_name: 'October', year: 2032, regular_price_cents: 0 })
    const second = await register({ month_id: free.id, child_ids: [children[0]?.id], selected_days: [1] })
    expect(second.body.rows[0].total_fee).toBe(0)
  })

  it('accepts the highest price that a month can have', async () => {
    await execute(app.services.db, sql`update months set regular_price = 99999999.99 where id = ${month.id}`)
    expect((await register({ selected_days: weekdays(1, 2, 3).slice(0, 1) })).status).toBe(200)
    expect((await rowsOf(parent.id)).map((row) => row.total_fee_cents)).toEqual([9999999999, 9999999999])
  })

  it('is rejected by name for each kind of unavailable day, and stores nothing', async () => {
    const saturday = [4, 5, 6, 7, 8, 9, 10].find((n) => new Date(Date.UTC(year, 11, n)).getUTCDay() === 6)
    const cases: [number, string][] = [
      [10, 'has no school. Please choose another day.'],
      [11, "isn't available for aftercare. Please choose another day."],
      [16, 'is closed to new registrations. Please choose another day.'],
      [saturday ?? 6, 'is on a weekend, when there is no aftercare.'],
    ]
    for (const [day, words] of cases) {
      if (weekdays(day).length === 0 && day !== saturday) continue
      const { status, body } = await register({ selected_days: [...weekdays(2, 3), day] })
      expect(status).toBe(409)
      expect(body.error.code).toBe('day-unavailable')
      expect(body.error.message).toMatch(new RegExp(`December ${day} ${words}`))
    }
    expect(await rowsOf(parent.id)).toEqual([])
  })

  it('is rejected for today and past days of the current month', async () => {
    const november = await make.aMonth({ month_name: 'November', year: 2026 })
    const on = (day: number) => register({ month_id: november.id, selected_days: [day] })
    expect((await on(13)).body.error.message).toBe(
      'Friday, November 13 has passed and can no longer be chosen.',
    )
    expect((await on(16)).body.error.message).toContain('Monday, November 16 is today')
    expect((await on(17)).status).toBe(200)
  })

  it('is rejected for drafts, past months, unknown months and months without a calendar', async () => {
    const closed = [
      await make.aMonth({ month_name: 'March', year: 2033, is_active: false }),
      await make.aMonth({ month_name: 'October', year: 2026 }),
      await make.aMonth({ month_name: 'Summer', year: 2033 }),
      { id: '00000000-0000-4000-8000-000000000000' },
    ]
    for (const { id } of closed) {
      const { status, body } = await register({ month_id: id, selected_days: [15] })
      expect(status).toBe(409)
      expect(body.error.code).toBe('month-unavailable')
    }
    expect(await rowsOf(parent.id)).toEqual([])
  })

  it('needs a month, a child, a day and the agreement, and names everything missing at once', async () => {
    const empty = await register({ month_id: '', child_ids: [], selected_days: [], agreed: false })
    expect(empty.status).toBe(422)
    expect(empty.body.error.fields).toEqual({
      month_id: 'Please select a month for registration.',
      child_ids: 'Please select at least one child and select days.',
      selected_days: 'Please select at least one day.',
      agreed: 'Please agree to the terms and conditions.',
    })
    for (const days of [[0], [32], [1.5], ['1'], [2, 2], 'all', null, Array(40).fill(1)]) {
      expect((await register({ selected_days: days })).status, JSON.stringify(days)).toBe(422)
    }
    expect((await register({ agreed: 'true' })).status).toBe(422)
    expect((await register({ child_ids: ['nobody'] })).status).toBe(422)
    expect(await rowsOf(parent.id)).toEqual([])
  })

  it('rejects another family’s child as unknown and stores none of the rows', async () => {
    const stranger = await make.aChild(await make.aParent())
    const { status, body } = await register({ child_ids: [children[0]?.id, stranger.id] })
    expect(status).toBe(404)
    expect(body.error.code).toBe('not-found')
    expect(await rowsOf(parent.id)).toEqual([])
  })

  it('of a child already registered for the month is rejected for all children', async () => {
    const [first, second] = children
    await register({ child_ids: [first?.id] })
    const { status, body } = await register({ child_ids: [second?.id, first?.id] })
    expect(status).toBe(409)
    expect(body.error).toMatchObject({
      code: 'already-submitted',
      message: 'One or more selected children already have a registration for this month.',
    })
    expect(await rowsOf(parent.id)).toHaveLength(1)
    const { body: registered } = await client.get('/api/submissions/registered')
    expect(registered.rows).toEqual([{ month_id: month.id, dropin_date: null, child_id: first?.id }])
  })

  it('counts a child listed twice once', async () => {
    const id = children[0]?.id
    expect((await register({ child_ids: [id, id?.toUpperCase(), id] })).body.rows).toHaveLength(1)
  })

  it('repeated with the same key returns the first response, and with different contents is rejected', async () => {
    const headers = { 'idempotency-key': 'first-click' }
    const first = await register({}, headers)
    const second = await register({}, headers)
    expect(second.body).toEqual(first.body)
    expect(await rowsOf(parent.id)).toHaveLength(2)
    const other = await register({ selected_days: weekdays(2) }, headers)
    expect(other.body.error.code).toBe('key-reused')
  })

  it('without a session asks to sign in', async () => {
    const { status, body } = await app.visitor.post('/api/submissions', {
      month_id: month.id,
      child_ids: [children[0]?.id],
      selected_days: weekdays(2),
      agreed: true,
    })
    expect(status).toBe(401)
    expect(body.error.code).toBe('signed-out')
  })

  it('by a suspended parent is rejected', async () => {
    const suspended = await make.aParent({ status: 'suspended' })
    const child = await make.aChild(suspended)
    const { status } = await (await app.as(suspended)).post('/api/submissions', {
      month_id: month.id,
      child_ids: [child.id],
      selected_days: weekdays(1, 2, 3),
      agreed: true,
    })
    expect(status).toBe(401)
    expect(await rowsOf(suspended.id)).toEqual([])
  })
})

describe('a parent’s submissions', () => {
  it('are listed newest first, page by page, with child and month, and without the notes of staff', async () => {
    const [amara] = children
    if (!amara) throw new Error('no child')
    const child = { id: amara.id, parent_id: parent.id }
    await make.aRegistration(child, month, {
      submitted_at: '2026-11-01T10:00:00Z',
      guest_child_notes: 'staff',
    })
    await make.aDropIn('2026-11-12', {
      parent_id: parent.id,
      child_id: amara.id,
      submitted_at: '2026-11-12T10:00:00Z',
    })
    const { body } = await client.get('/api/submissions')
    expect(body.total).toBe(2)
    const [dropIn, registration] = body.rows
    expect(dropIn).toMatchObject({ dropin_date: '2026-11-12', months: null, children: { name: 'Amara' } })
    expect(registration).toMatchObject({
      total_fee: 60,
      children: { name: 'Amara' },
      months: { month_name: 'December', year, regular_price: 20, special_price: 30, closed_days: [16] },
    })
    expect(JSON.stringify(body)).not.toContain('staff')
    expect((await client.get('/api/submissions?page=2&size=1')).body.rows).toEqual([registration])
    expect((await client.get(`/api/submissions/${registration.id}`)).body).toEqual(registration)
  })

  it('are hidden from other families', async () => {
    const { body } = await register()
    const other = await app.as(await make.aParent())
    expect((await other.get('/api/submissions')).body.rows).toEqual([])
    expect((await other.get('/api/submissions/registered')).body.rows).toEqual([])
    expect((await other.get(`/api/submissions/${body.rows[0].id}`)).status).toBe(404)
    expect((await app.visitor.get(`/api/submissions/${body.rows[0].id}`)).status).toBe(401)
  })
})

describe('a stored registration', () => {
  it('is returned exactly as it is stored', async () => {
    const { body } = await register()
    for (const row of body.rows) {
      const read = (await client.get(`/api/submissions/${row.id}`)).body
      // Derived when read, not stored.
      const { children, months, is_cancelled, ...rest } = read
      const { attended_days, absent_days, begun_days_stay, paid_amount, ...stored } = rest
      expect([attended_days, absent_days, begun_days_stay, paid_amount]).toEqual([[], [], false, null])
      expect({ ...stored, guest_child_notes: null }).toEqual(row)
    }
  })

  it('is not stored when its emails cannot be queued, and can be sent again', async () => {
    const { db } = app.services
    const headers = { 'idempotency-key': `no mail ${year}` }
    await execute(
      db,
      sql`alter table outbox add constraint rejected check (template <> 'monthly-parent') not valid`,
    )
    expect((await register({}, headers)).status).toBe(500)
    expect(await rowsOf(parent.id)).toEqual([])
    await execute(db, sql`alter table outbox drop constraint rejected`)
    const { status, body } = await register({}, headers)
    expect(status).toBe(200)
    expect(await rowsOf(parent.id)).toHaveLength(body.rows.length)
  })
})
