import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  accounts,
  audit_log,
  outbox,
  payments,
  profiles,
  submissions,
  tokens,
  user_roles,
} from '../db/schema'
import { buildersFor } from '../testing/builders'
import { emptyTables } from '../testing/databases'
import { startTestApp, type TestApp, type TestClient } from '../testing/test-app'

let app: TestApp
let admin: { id: string }
let staff: TestClient
let build: ReturnType<typeof buildersFor>

beforeAll(async () => {
  app = await startTestApp()
  build = buildersFor(app.services.db)
  admin = await build.anAdmin({ full_name: 'Rosa Medina', email: 'rosa@office.example' })
  staff = await app.as(admin)
})
afterAll(() => app.stop())

// Each test starts with the admin alone.
beforeEach(async () => {
  const { db } = app.services
  await emptyTables(app.services.pool, 'payments, submissions, children, months, audit_log, outbox')
  await db.execute(`delete from user_roles where role = 'parent'`)
  await db.execute(`delete from profiles where email <> 'rosa@office.example'`)
  await db.execute(`delete from accounts where email <> 'rosa@office.example'`)
})

type Listed = { id: string; full_name: string; outstanding: number; [key: string]: unknown }
async function list(query = ''): Promise<{ rows: Listed[]; total: number }> {
  const { status, body } = await staff.get(`/api/admin/parents${query}`)
  expect(status).toBe(200)
  return body
}
const detail = (id: string) => staff.get(`/api/admin/parents/${encodeURIComponent(id)}`)

async function dana(values: Partial<typeof profiles.$inferInsert> = {}) {
  return build.aParent({
    full_name: 'Dana Okafor',
    email: 'dana@example.com',
    phone: '(555) 014-2210',
    ...values,
  })
}

describe('the parent list', () => {
  it('shows registered parents and guests with children, submissions, outstanding and status, but no admins', async () => {
    const parent = await dana()
    const month = await build.aMonth()
    const amara = await build.aChild(parent, { name: 'Amara' })
    await build.aChild(parent, { name: 'Gone', deleted_at: '2026-11-01T00:00:00Z' })
    await build.aRegistration(amara, month, { total_fee_cents: 10000 })
    await build.aPayment(parent, admin, { amount_cents: 3000 })
    await build.aGuestRegistration(month, { total_fee_cents: 7000, submitted_at: '2026-11-01T00:00:00Z' })
    await build.aDropIn('2026-11-17', {
      guest_parent_name: 'Grace W.',
      guest_parent_email: ' GRACE@example.com ',
      guest_parent_phone: '555-0199',
      guest_child_name: 'Ada',
    })
    const { rows, total } = await list()
    expect(total).toBe(2)
    expect(rows).toEqual([
      {
        id: parent.id,
        is_guest: false,
        full_name: 'Dana Okafor',
        email: 'dana@example.com',
        phone: '(555) 014-2210',
        children: ['Amara'],
        submissions: 1,
        outstanding: 70,
        status: 'active',
      },
      {
        id: 'guest-grace@example.com',
        is_guest: true,
        full_name: 'Grace W.',
        email: 'grace@example.com',
        phone: '555-0199',
        children: ['Ada', 'Otis Whitfield'],
        submissions: 2,
        outstanding: 95,
        status: 'guest',
      },
    ])
  })

  it.each([
    ['100 in fees, 30 paid', [10000], [3000], 70],
    ['paid in full', [10000], [10000], 0],
    ['overpaid', [10000], [15000], 0],
    ['billed or not, all fees count', [5000, 2500], [], 75],
    ['nothing at all', [], [], 0],
    ['cents', [10], [3], 0.07],
  ])('counts as outstanding: %s', async (_, fees, paid, expected) => {
    const parent = await dana()
    const month = await build.aMonth()
    for (const total_fee_cents of fees)
      await build.aRegistration(await build.aChild(parent), month, { total_fee_cents })
    for (const amount_cents of paid) await build.aPayment(parent, admin, { amount_cents })
    expect((await list()).rows[0]?.outstanding).toBe(expected)
    expect((await detail(parent.id)).body.totals.outstanding).toBe(expected)
  })

  it("keeps a guest apart from a parent with the same address, and a parent's drop-in with the parent", async () => {
    const parent = await dana()
    const child = await build.aChild(parent, { name: 'Amara' })
    await build.aDropIn('2026-11-17', {
      guest_parent_email: 'Dana@example.com',
      guest_parent_name: 'Dana O.',
    })
    await build.aDropIn('2026-11-18', {
      parent_id: parent.id,
      child_id: child.id,
      guest_parent_email: 'dana@example.com',
    })
    const { rows } = await list()
    expect(rows.map((row) => [row.id, row.submissions])).toEqual([
      ['guest-dana@example.com', 1],
      [parent.id, 1],
    ])
  })

  it.each([
    ['a name', 'okaf', ['Dana Okafor']],
    ['an e-mail', 'GRACE@', ['Grace Whitfield']],
    ['a child', 'amara', ['Dana Okafor']],
    ["a guest's child", 'otis', ['Grace Whitfield']],
    ['a sign that is no wildcard', '%', []],
  ])('finds people by %s', async (_, search, expected) => {
    const parent = await dana()
    await build.aChild(parent, { name: 'Amara' })
    const month = await build.aMonth()
    await build.aGuestRegistration(month)
    await build.aGuestRegistration(month, { guest_child_name: 'Ada' })
    const { rows, total } = await list(`?search=${encodeURIComponent(search)}`)
    expect(rows.map((row) => row.full_name)).toEqual(expected)
    expect(total).toBe(expected.length)
    if (search === 'otis') expect(rows[0]).toMatchObject({ outstanding: 40, submissions: 2 })
  })

  it.each([
    ['name', 'Abe', 'Zoe'],
    ['email', 'Zoe', 'Abe'],
    ['phone', 'Abe', 'Zoe'],
    ['children', 'Abe', 'Zoe'],
    ['submissions', 'Abe', 'Zoe'],
    ['outstanding', 'Abe', 'Zoe'],
    ['status', 'Abe', 'Zoe'],
  ])('is sorted by %s in both directions and comes in pages', async (sort, first, last) => {
    const abe = await build.aParent({
      full_name: 'Abe',
      email: 'z@example.com',
      phone: '1',
      status: 'active',
    })
    const zoe = await build.aParent({
      full_name: 'Zoe',
      email: 'a@example.com',
      phone: '2',
      status: 'suspended',
    })
    const month = await build.aMonth()
    await build.aChild(zoe)
    await build.aRegistration(await build.aChild(zoe), month)
    expect(abe.id).not.toBe(zoe.id)
    const up = await list(`?sort=${sort}&direction=asc&size=1`)
    const down = await list(`?sort=${sort}&direction=desc&size=1`)
    expect([up.rows[0]?.full_name, down.rows[0]?.full_name, up.total]).toEqual([first, last, 2])
    expect((await list(`?sort=${sort}&direction=asc&size=1&page=2`)).rows[0]?.full_name).toBe(last)
  })
})

describe('a parent in detail', () => {
  it.each([
    [
      '70 billed, 50 not billed, 50 paid',
      [7000, -5000],
      [3000, 2000],
      { billed: 70, paid: 50, balance: 20 },
      'unpaid',
    ],
    ['a balance of 0', [7000], [7000], { billed: 70, paid: 70, balance: 0 }, 'paid'],
    ['more paid than billed', [7000], [8000], { billed: 70, paid: 80, balance: -10 }, 'paid'],
    ['nothing billed, nothing paid', [-7000], [], { billed: 0, paid: 0, balance: 0 }, 'paid'],
  ])('has the totals of %s', async (_, fees, paid, totals, payment_status) => {
    const parent = await dana()
    const month = await build.aMonth()
    for (const fee of fees)
      await build.aRegistration(await build.aChild(parent), month, {
        total_fee_cents: Math.abs(fee),
        billed_status: fee > 0 ? 'billed' : 'not_billed',
      })
    for (const amount_cents of paid) await build.aPayment(parent, admin, { amount_cents })
    expect((await detail(parent.id)).body.totals).toMatchObject({ ...totals, payment_status })
  })

  it('lists submissions newest first and payments by date, each in pages', async () => {
    const parent = await dana()
    const month = await build.aMonth()
    const old = await build.aRegistration(await build.aChild(parent, { name: 'Old' }), month, {
      submitted_at: '2026-09-01T00:00:00Z',
    })
    await build.aRegistration(await build.aChild(parent, { name: 'New' }), month)
    await build.aPayment(parent, admin, {
      amount_cents: 100,
      payment_date: '2026-10-01',
      submission_id: old.id,
    })
    await build.aPayment(parent, admin, { amount_cents: 200, payment_date: '2026-11-01' })
    const path = `/api/admin/parents/${parent.id}`
    const rows = (await staff.get(`${path}/submissions`)).body.rows as { child_name: string }[]
    expect(rows.map((row) => row.child_name)).toEqual(['New', 'Old'])
    const paid = (await staff.get(`${path}/payments?size=1&page=2`)).body
    expect(paid).toMatchObject({ total: 2, page: 2, rows: [{ amount: 1, submission_id: old.id }] })
    expect((await staff.get(`${path}/payments`)).body.rows[0]).toMatchObject({
      amount: 2,
      submission_id: null,
      recorded_by: admin.id,
      recorded_by_name: 'Rosa Medina',
    })
  })

  it('counts towards a submission only what was applied to it', async () => {
    const parent = await dana()
    const month = await build.aMonth()
    const row = await build.aRegistration(await build.aChild(parent), month, { billed_status: 'billed' })
    await build.aPayment(parent, admin, { amount_cents: 6000 })
    const before = await staff.get(`/api/admin/parents/${parent.id}/submissions`)
    expect(before.body.rows[0].derived_status).toBe('billed')
    await build.aPayment(parent, admin, { amount_cents: 1000, submission_id: row.id })
    const after = await staff.get(`/api/admin/parents/${parent.id}/submissions`)
    expect(after.body.rows[0].derived_status).toBe('partial')
  })

  it('opens a guest by the address, read from the rows without a parent', async () => {
    const parent = await dana({ email: 'grace@example.com' })
    const month = await build.aMonth()
    await build.aRegistration(await build.aChild(parent), month)
    await build.aGuestRegistration(month, { guest_parent_email: 'Grace@Example.com', total_fee_cents: 7000 })
    const { status, body } = await detail('guest-GRACE@example.com')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: 'guest-grace@example.com',
      is_guest: true,
      full_name: 'Grace Whitfield',
      status: 'guest',
      children: ['Otis Whitfield'],
      totals: { billed: 0, paid: 0, outstanding: 70 },
    })
    const rows = await staff.get('/api/admin/parents/guest-grace%40example.com/submissions')
    expect(rows.body.rows).toHaveLength(1)
    expect(rows.body.rows[0]).toMatchObject({ child_name: 'Otis Whitfield', parent_id: null })
    const paid = await staff.get('/api/admin/parents/guest-grace%40example.com/payments')
    expect(paid.body).toMatchObject({ rows: [], total: 0 })
  })

  it.each([
    "o'brien/x+y%z#?&=@example.com",
    'a%2fb@example.com',
    'ünïcödé@example.com',
    'sp ace@example.com',
  ])('opens the guest %s, whatever signs the address holds', async (guest_parent_email) => {
    await build.aDropIn('2026-11-17', { guest_parent_email })
    const { status, body } = await detail(`guest-${guest_parent_email}`)
    expect([status, body.email]).toEqual([200, guest_parent_email])
  })

  it.each([
    '00000000-0000-4000-8000-000000000000',
    'nobody',
    'guest-',
    'guest-nobody@example.com',
    'guest-%',
    'guest-a/b c',
    "guest-' or 1=1 --",
    `guest-${'x'.repeat(300)}`,
    '日本',
  ])('is not found under %j', async (id) => {
    expect((await detail(id)).status).toBe(404)
  })
})

describe('editing a parent', () => {
  const change = { full_name: 'Dana O. Okafor', email: 'New@Example.com ', status: 'inactive', version: 1 }

  it('changes account and profile together, tells the old address and writes it down', async () => {
    const parent = await dana()
    await app.services.db.insert(tokens).values({
      id: 'a-link',
      account_id: parent.id,
      purpose: 'recovery',
      expires_at: '2027-01-01T00:00:00Z',
    })
    const { status, body } = await staff.patch(`/api/admin/parents/${parent.id}`, change)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      full_name: 'Dana O. Okafor',
      email: 'new@example.com',
      status: 'inactive',
      version: 2,
    })
    const { db } = app.services
    expect(await db.select().from(accounts).where(eq(accounts.id, parent.id))).toMatchObject([
      { email: 'new@example.com' },
    ])
    expect(await db.select().from(outbox)).toMatchObject([
      { template: 'email-changed', to_address: 'dana@example.com' },
    ])
    expect(await db.select().from(tokens).where(eq(tokens.account_id, parent.id))).toEqual([])
    expect(await db.select().from(audit_log)).toMatchObject([
      {
        actor_id: admin.id,
        action: 'parent.update',
        row_id: parent.id,
        detail: {
          before: { email: 'dana@example.com', status: 'active' },
          after: { email: 'new@example.com' },
        },
      },
    ])
  })

  it('accepts any text as the name, none too, and sends no mail when the address stays', async () => {
    const parent = await dana()
    const { body } = await staff.patch(`/api/admin/parents/${parent.id}`, {
      ...change,
      full_name: '',
      email: 'dana@example.com',
    })
    expect(body.full_name).toBe('')
    expect(await app.services.db.select().from(outbox)).toEqual([])
  })

  it('ends the sessions of a parent who is suspended, at once', async () => {
    const parent = await dana()
    const family = await app.as(parent)
    expect((await family.get('/api/children')).status).toBe(200)
    await staff.patch(`/api/admin/parents/${parent.id}`, {
      ...change,
      email: 'dana@example.com',
      status: 'suspended',
    })
    expect((await family.get('/api/children')).status).toBe(401)
    expect((await list()).rows[0]?.status).toBe('suspended')
  })

  it.each([
    ['no address', { email: '' }, 422, { email: 'Email is required' }],
    ['an address that is none', { email: 'abc' }, 422, { email: 'Please enter a valid email address' }],
    ['an unknown status', { status: 'guest' }, 422, { status: 'Please choose a status' }],
    [
      'an address in use',
      { email: 'taken@example.com' },
      409,
      { email: 'This email address is already in use.' },
    ],
    [
      "an admin's address",
      { email: 'ROSA@office.example' },
      409,
      { email: 'This email address is already in use.' },
    ],
    ['a stale version', { version: 7 }, 409, undefined],
    [
      'a line break in the name',
      { full_name: 'Dana\r\nBcc: x@y.example' },
      422,
      { full_name: expect.any(String) },
    ],
  ])('refuses %s and changes nothing', async (_, values, expected, fields) => {
    const parent = await dana()
    await build.aParent({ email: 'taken@example.com' })
    const { status, body } = await staff.patch(`/api/admin/parents/${parent.id}`, { ...change, ...values })
    expect([status, body.error.fields]).toEqual([expected, fields])
    const { db } = app.services
    expect(await db.select().from(profiles).where(eq(profiles.id, parent.id))).toMatchObject([
      { full_name: 'Dana Okafor', email: 'dana@example.com', status: 'active', version: 1 },
    ])
    expect(await db.select().from(accounts).where(eq(accounts.id, parent.id))).toMatchObject([
      { email: 'dana@example.com' },
    ])
    expect(await db.select().from(outbox)).toEqual([])
    expect(await db.select().from(audit_log)).toEqual([])
  })

  it('refuses to suspend an admin, to edit a guest and to edit nobody', async () => {
    const parent = await dana()
    await app.services.db.insert(user_roles).values({ user_id: parent.id, role: 'admin' })
    await build.aDropIn('2026-11-17')
    const suspend = { ...change, status: 'suspended' }
    const answers = await Promise.all([
      staff.patch(`/api/admin/parents/${parent.id}`, suspend),
      staff.patch('/api/admin/parents/guest-grace@example.com', change),
      staff.patch('/api/admin/parents/00000000-0000-4000-8000-000000000000', change),
    ])
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual([
      [409, 'admin-suspension'],
      [409, 'guest-edit'],
      [404, 'not-found'],
    ])
    await app.services.db.delete(user_roles).where(eq(user_roles.user_id, parent.id))
  })
})

describe("a parent's session", () => {
  it('is refused on every request about parents and payments, also about the own ones', async () => {
    const parent = await dana()
    const family = await app.as(parent)
    const path = `/api/admin/parents/${parent.id}`
    const answers = [
      await family.get('/api/admin/parents'),
      await family.get(path),
      await family.get(`${path}/submissions`),
      await family.get(`${path}/payments`),
      await family.patch(path, { full_name: 'x', email: 'x@example.com', status: 'active', version: 1 }),
      await family.post('/api/admin/payments', {
        parent_id: parent.id,
        amount: '1000',
        payment_date: '2026-11-16',
      }),
      await family.post(`/api/admin/payments/${parent.id}/reverse`, { reason: 'x' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403))
    expect(await app.services.db.select().from(payments)).toEqual([])
    expect(await app.services.db.select().from(submissions)).toEqual([])
  })
})
