import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { composeAllEvents } from '../../testing/mails'
import { holdLock, untilWaiting } from '../../testing/race-helpers'
import { countRows, storedRows } from '../../testing/rows'
import { testApp } from '../../testing/test-app'
import { execute, rows, sql } from '../db/sql'
import { composeEvent } from '../mail/compose-event'
import type { ClaimedEvent } from '../mail/outbox.queries'
import { queueEvents } from '../mail-events/queue-events'
import { submissionFacts } from '../mail-events/submission-facts'

const app = await testApp({ env: { TRUST_PROXY: '1' } })
const make = buildersFor(app.services.db)
const month = await make.aMonth({ closed_days: [9] })
await make.aMonth({ month_name: 'November' })

beforeEach(() => execute(app.services.db, sql`delete from rate_limits`))

const register = (values: Record<string, unknown> = {}, headers?: Record<string, string>) =>
  app.visitor.post(
    '/api/submissions',
    {
      month_id: month.id,
      guest_parent_name: '  Grace Whitfield ',
      guest_parent_email: ' Grace@Example.com ',
      guest_child_name: 'Otis 🚂 Whitfield',
      selected_days: [1, 2],
      agreed: true,
      ...values,
    },
    headers,
  )

const count = () => countRows(app.services.db, 'submissions')

describe('a guest registration', () => {
  it('is stored without parent and child, trimmed, priced by the server, and confirmed by email', async () => {
    const { status, body } = await register({
      guest_parent_phone: ' (555) 010-0142 ',
      guest_child_allergies: ' Eggs ',
      guest_child_notes: '',
      total_fee: 0,
      parent_id: '00000000-0000-4000-8000-000000000000',
    })
    expect(status).toBe(200)
    const [row] = await storedRows(app.services.db, 'submissions', sql`order by submitted_at desc`)
    expect(row).toMatchObject({
      id: body.rows[0].id,
      parent_id: null,
      child_id: null,
      month_id: month.id,
      selected_days: [1, 2],
      total_fee_cents: 4000,
      guest_parent_name: 'Grace Whitfield',
      guest_parent_email: 'grace@example.com',
      guest_parent_phone: '(555) 010-0142',
      guest_child_name: 'Otis 🚂 Whitfield',
      guest_child_allergies: 'Eggs',
      guest_child_notes: null,
      is_edited: false,
      status: 'submitted',
    })
    const mails = await storedRows(app.services.db, 'outbox', sql`where submission_id = ${row?.id ?? ''}`)
    expect(mails.map((mail) => mail.to_email)).toEqual(['grace@example.com'])
    const [entry] = await storedRows(app.services.db, 'audit_log', sql`where row_id = ${row?.id ?? ''}`)
    expect(entry).toMatchObject({ actor_id: null, actor_role: 'visitor', action: 'submission.create' })
  })

  it('is rejected with every missing or invalid field at once and stores nothing', async () => {
    const before = await count()
    const empty = await app.visitor.post('/api/submissions', {})
    expect(empty.status).toBe(422)
    expect(Object.keys(empty.body.error.fields).sort()).toEqual([
      'agreed',
      'guest_child_name',
      'guest_parent_email',
      'guest_parent_name',
      'month_id',
      'selected_days',
    ])
    expect(empty.body.error.fields.guest_parent_name).toBe('Please fill in all required fields.')
    const bad = {
      guest_parent_email: 'grace@',
      guest_parent_phone: '5'.repeat(41),
      guest_child_notes: 'x'.repeat(10_000),
      guest_parent_name: 'Grace\r\nBcc: everybody@example.com',
    }
    const rejected = await register(bad)
    expect(Object.keys(rejected.body.error.fields).sort()).toEqual(Object.keys(bad).sort())
    expect(rejected.body.error.field_codes).toMatchObject({
      guest_parent_email: { code: 'email-invalid' },
      guest_parent_phone: { code: 'too-long', params: { max: 40 } },
      guest_parent_name: { code: 'line-breaks' },
    })
    expect(await count()).toBe(before)
  })

  it.each(['tom&ann@example.com', "!#$%&'*+/=?^_`{|}~-@example.com", 'ana@example.xn--p1ai'])(
    'is confirmed at every address that the form accepts: %s',
    async (guest_parent_email) => {
      const { status, body } = await register({ guest_parent_email })
      expect(status).toBe(200)
      const mails = await storedRows(app.services.db, 'outbox', sql`where submission_id = ${body.rows[0].id}`)
      expect(mails.map(({ to_email, state }) => [to_email, state])).toEqual([[guest_parent_email, 'queued']])
    },
  )

  it('is rejected with an address that no mail reaches', async () => {
    for (const guest_parent_email of ['a@b.c', 'ana@gmail.c', 'a"b@example.com', 'a,b@example.com']) {
      const { status, body } = await register({ guest_parent_email })
      expect([status, body.error.fields]).toEqual([
        422,
        { guest_parent_email: 'Please enter a valid email address' },
      ])
    }
  })

  it('has no phone, or one that can be called', async () => {
    const short = await register({ guest_parent_phone: '555 014' })
    expect([short.status, short.body.error.field_codes]).toEqual([
      422,
      { guest_parent_phone: { code: 'phone-too-short' } },
    ])
    expect((await register({ guest_parent_phone: '555 0142' })).status).toBe(200)
  })

  it('is rejected on a closed day, by name', async () => {
    const { status, body } = await register({ selected_days: [1, 9] })
    expect(status).toBe(409)
    expect(body.error.message).toBe(
      'Wednesday, December 9 is closed to new registrations. Please choose another day.',
    )
  })

  it('may be repeated on purpose, but a double click stores one row', async () => {
    const before = await count()
    const headers = { 'idempotency-key': 'guest-click' }
    const [first, second] = await Promise.all([register({}, headers), register({}, headers)])
    expect(first.body).toEqual(second.body)
    expect(await count()).toBe(before + 1)
    await register()
    expect(await count()).toBe(before + 2)
  })

  it('can be read only by staff', async () => {
    const { body } = await register()
    expect((await app.visitor.get('/api/submissions')).status).toBe(401)
    const parent = await app.as(await make.aParent())
    expect((await parent.get(`/api/submissions/${body.rows[0].id}`)).status).toBe(404)
  })

  it('is rejected from a signed-in user', async () => {
    const parent = await app.as(await make.aParent())
    const { status, body } = await parent.post('/api/submissions', {
      month_id: month.id,
      guest_parent_name: 'Grace',
      guest_parent_email: 'grace@example.com',
      guest_child_name: 'Otis',
      selected_days: [1],
      agreed: true,
    })
    expect(status).toBe(422)
    expect(body.error.fields).toHaveProperty('child_ids')
  })
})

describe('limits of guests', () => {
  const network = (n: number) => ({ 'x-forwarded-for': `198.51.100.${n}` })
  const statusOf = async (values: Record<string, unknown>, headers: Record<string, string>) =>
    (await register(values, headers)).status

  it('allow five submissions of one email, registrations and drop-ins together, whatever the case and network', async () => {
    const email = 'many@example.com'
    const dropIn = {
      dropin_date: '2026-11-17',
      guest_parent_name: 'Grace',
      guest_parent_email: email,
      guest_child_name: 'Otis',
      agreed: true,
    }
    expect((await app.visitor.post('/api/drop-ins', dropIn, network(1))).status).toBe(200)
    for (let n = 0; n < 4; n += 1)
      expect(await statusOf({ guest_parent_email: n % 2 ? email : ' Many@Example.COM' }, network(n))).toBe(
        200,
      )
    const rejected = await register({ guest_parent_email: email }, network(9))
    expect(rejected.status).toBe(429)
    expect(rejected.body.error.message).toBe('Too many attempts. Please try again in 60 minutes.')
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(3_500)
    expect((await app.visitor.post('/api/drop-ins', dropIn, network(9))).status).toBe(429)
    expect(await statusOf({ guest_parent_email: 'other@example.com' }, network(9))).toBe(200)
  })

  it('allow no sixth submission of an email within an hour, and the next an hour after the first', async () => {
    const pass = (minutes: number) =>
      execute(app.services.db, sql`update rate_limits set tat_ms = tat_ms - ${minutes * 60_000}::bigint`)
    const guest_parent_email = 'spread@example.com'
    const send = () => register({ guest_parent_email })
    expect((await send()).status).toBe(200)
    await pass(30)
    for (let n = 0; n < 4; n += 1) expect((await send()).status).toBe(200)
    expect((await send()).body.error.message).toBe('Too many attempts. Please try again in 30 minutes.')
    await pass(29)
    expect((await send()).status).toBe(429)
    await pass(1)
    expect((await send()).status).toBe(200)
    expect((await send()).status).toBe(429)
  })

  it('take nothing from the five for what was rejected, or answered again', async () => {
    const guest_parent_email = 'patient@example.com'
    for (let n = 0; n < 6; n += 1)
      expect(await statusOf({ guest_parent_email, selected_days: [9] }, network(20))).toBe(409)
    const headers = { ...network(20), 'idempotency-key': 'lost answer' }
    for (let n = 0; n < 6; n += 1) expect(await statusOf({ guest_parent_email }, headers)).toBe(200)
    for (let n = 0; n < 4; n += 1) expect(await statusOf({ guest_parent_email }, network(20))).toBe(200)
    expect(await statusOf({ guest_parent_email }, network(20))).toBe(429)
  })

  it('allow sixty at once from one network, rejected ones included', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 61; n += 1) {
      // All of one /64.
      const from = { 'x-forwarded-for': `2001:db8:1:2::${(n + 1).toString(16)}` }
      const guest_parent_email = `network-${n}@example.com`
      statuses.push(await statusOf({ guest_parent_email, selected_days: n % 2 ? [9] : [1] }, from))
    }
    expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, (_, n) => (n % 2 ? 409 : 200)))
    expect(statuses[60]).toBe(429)
    const again = await register({}, { 'x-forwarded-for': '2001:db8:1:2:ffff::1' })
    expect(again.body.error.message).toMatch(/^Too many attempts\. Please try again in (1?\d|20) seconds\.$/)
    expect(
      await statusOf({ guest_parent_email: 'next@example.com' }, { 'x-forwarded-for': '2001:db8:1:3::1' }),
    ).toBe(200)
  })

  it('do not concern families', async () => {
    const parent = await make.aParent()
    const client = await app.as(parent)
    const from = { 'x-forwarded-for': '2001:db8:1:2::1' }
    const child = await make.aChild(parent)
    const registration = { month_id: month.id, child_ids: [child.id], selected_days: [1], agreed: true }
    expect((await client.post('/api/submissions', registration, from)).status).toBe(200)
  })
})

describe('mails that guests cause to one address', () => {
  it('are ten a day at most; the submission of the eleventh is stored, and staff see why it was not sent', async () => {
    app.setNow('2026-11-16T09:00:00-05:00')
    const guest_parent_email = 'flooded@example.com'
    const send = async (n: number) => {
      await execute(app.services.db, sql`delete from rate_limits`)
      const typed = n % 2 ? guest_parent_email : 'Flooded@example.com'
      expect((await register({ guest_parent_email: typed })).status).toBe(200)
    }
    for (let n = 0; n < 11; n += 1) await send(n)
    await composeAllEvents(app.services)
    const mailed = () =>
      rows<{ state: string; last_error: string | null }>(
        app.services.db,
        sql`select state, last_error from outbox where lower(to_email) = ${guest_parent_email} order by created_at, state desc`,
      )
    const held = {
      state: 'failed',
      last_error: 'Not sent: this address had 10 emails about guest submissions today.',
    }
    expect(await mailed()).toEqual([...Array(10).fill({ state: 'queued', last_error: null }), held])
    const stored = await rows(
      app.services.db,
      sql`select from submissions where guest_key(guest_parent_email) = ${guest_parent_email}`,
    )
    expect(stored).toHaveLength(11)
    app.setNow('2026-11-17T09:00:00-05:00')
    await send(11)
    await composeAllEvents(app.services)
    expect((await mailed()).at(-1)).toEqual({ state: 'queued', last_error: null })
  })

  it('are ten a day also when they are composed at the same moment', async () => {
    const guest_parent_email = 'at-once@example.com'
    for (let n = 0; n < 14; n += 1) {
      await execute(app.services.db, sql`delete from rate_limits`)
      await register({ guest_parent_email })
    }
    const { db, config, log } = app.services
    const stored = await storedRows(db, 'submissions', sql`where guest_parent_email = ${guest_parent_email}`)
    await execute(db, sql`delete from outbox`)
    const queued = stored.map((row) => ({
      event: { kind: 'submitted' as const, submissions: [submissionFacts(row, month)] },
      submissionId: row.id,
    }))
    await queueEvents(db, queued, app.services)
    const events = await rows<ClaimedEvent>(
      db,
      sql`update outbox set state = 'sending', attempts = attempts + 1 returning *`,
    )
    const lock = await holdLock(app, 'lock table outbox in share row exclusive mode', [])
    const composing = events.map((event) => composeEvent(db, event, { config, log }))
    await untilWaiting(app, 14)
    await lock.release()
    await Promise.all(composing)
    const [counted] = await rows<{ sent: number; all: number }>(
      app.services.db,
      sql`select (count(*) filter (where state = 'queued'))::int as sent, count(*)::int as all from outbox
        where to_email = ${guest_parent_email}`,
    )
    expect(counted).toEqual({ sent: 10, all: 14 })
  })
})
