import { describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { countRows, storedRows } from '../../testing/rows'
import { testApp } from '../../testing/test-app'
import { rows, sql } from '../db/sql'
import { consumeSql } from '../http/rate-limiter'

const app = await testApp({ env: { TRUST_PROXY: '1' } })
const make = buildersFor(app.services.db)
const month = await make.aMonth({ closed_days: [9] })

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

  it('is rate limited per IP address', async () => {
    const responses = []
    for (let attempt = 0; attempt < 13; attempt += 1) {
      responses.push(await register({ guest_parent_email: 'many@example.com' }))
    }
    expect(responses.slice(0, 12).every(({ status }) => status === 200)).toBe(true)
    expect(responses[12]?.status).toBe(429)
    expect(responses[12]?.body.error.message).toMatch(
      /^Too many attempts\. Please try again in \d+ minutes?\.$/,
    )
    expect(Number(responses[12]?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe("a family's email used by a stranger", () => {
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const email = { guest_parent_email: 'held@example.com' }

  it('allows twelve from one network, and still the family elsewhere', async () => {
    const statuses: number[] = []
    for (let tries = 0; tries < 13; tries++)
      statuses.push((await register(email, from('203.0.113.50'))).status)
    expect(statuses).toEqual([...Array(12).fill(200), 429])
    // Rejected requests count towards the limit too.
    expect((await register({ ...email, selected_days: [9] }, from('203.0.113.50'))).status).toBe(429)
    expect((await register(email, from('203.0.113.51'))).status).toBe(200)
    expect((await register({ guest_parent_email: 'other@example.com' }, from('203.0.113.50'))).status).toBe(
      200,
    )
  })

  it('is slowed down, not blocked, by strangers in many networks', async () => {
    const counted = await rows<{ wait: number }>(
      app.services.db,
      sql`select ${consumeSql(app.services.encryptor.hmac, 'guest-email', 'slow@example.com')} as wait from generate_series(1, 60)`,
    )
    const waits = counted.map(({ wait }) => wait)
    expect(waits.slice(0, 48)).toEqual(Array(48).fill(0))
    for (const wait of waits.slice(48)) expect(wait).toBeCloseTo(15_000, -3)
  })
})
