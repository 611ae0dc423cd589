import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startWithStaff } from '../../testing/parents'
import { storedRows } from '../../testing/rows'

let given: Awaited<ReturnType<typeof startWithStaff>>
beforeAll(async () => {
  given = await startWithStaff()
})
beforeEach(() => given.empty())
afterAll(() => given.app.stop())

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
    const parent = await given.dana()
    const month = await given.build.aMonth()
    for (const fee of fees)
      await given.build.aRegistration(await given.build.aChild(parent), month, {
        total_fee_cents: Math.abs(fee),
        billed_status: fee > 0 ? 'billed' : 'not_billed',
      })
    for (const amount_cents of paid) await given.build.aPayment(parent, given.admin, { amount_cents })
    expect((await given.detail(parent.id)).body.totals).toMatchObject({ ...totals, payment_status })
  })

  it('lists submissions newest first and payments by date, each in pages', async () => {
    const parent = await given.dana()
    const month = await given.build.aMonth()
    const old = await given.build.aRegistration(await given.build.aChild(parent, { name: 'Old' }), month, {
      submitted_at: '2026-09-01T00:00:00Z',
    })
    await given.build.aRegistration(await given.build.aChild(parent, { name: 'New' }), month)
    await given.build.aPayment(parent, given.admin, {
      amount_cents: 100,
      payment_date: '2026-10-01',
      submission_id: old.id,
    })
    await given.build.aPayment(parent, given.admin, { amount_cents: 200, payment_date: '2026-11-01' })
    const path = `/api/admin/parents/${parent.id}`
    const rows = (await given.staff.get(`${path}/submissions`)).body.rows as { child_name: string }[]
    expect(rows.map((row) => row.child_name)).toEqual(['New', 'Old'])
    const paid = (await given.staff.get(`${path}/payments?size=1&page=2`)).body
    expect(paid).toMatchObject({ total: 2, page: 2, rows: [{ amount: 1, submission_id: old.id }] })
    expect((await given.staff.get(`${path}/payments`)).body.rows[0]).toMatchObject({
      amount: 2,
      submission_id: null,
      recorded_by: given.admin.id,
      recorded_by_name: 'Rosa Medina',
    })
  })

  it('says by email who recorded a payment without having a name', async () => {
    const parent = await given.dana()
    const staff = await given.build.anAdmin({ full_name: '' })
    await given.build.aPayment(parent, staff, { amount_cents: 100, payment_date: '2026-10-01' })
    const { body } = await given.staff.get(`/api/admin/parents/${parent.id}/payments`)
    expect(body.rows).toMatchObject([{ recorded_by_name: staff.email }])
  })

  it('lists unpaid submissions first, even older ones, to apply a payment to', async () => {
    const parent = await given.dana()
    const month = await given.build.aMonth()
    const register = async (name: string, submitted_at: string) =>
      given.build.aRegistration(await given.build.aChild(parent, { name }), month, {
        submitted_at,
        total_fee_cents: 6000,
      })
    await register('Open', '2026-09-01T00:00:00Z')
    const partly = await register('Partly', '2026-09-02T00:00:00Z')
    const paid = await register('Paid', '2026-09-03T00:00:00Z')
    await given.build.aPayment(parent, given.admin, { amount_cents: 5999, submission_id: partly.id })
    await given.build.aPayment(parent, given.admin, { amount_cents: 6000, submission_id: paid.id })
    const path = `/api/admin/parents/${parent.id}/submissions`
    const names = async (query: string) =>
      (await given.staff.get(`${path}${query}`)).body.rows.map(
        (row: { child_name: string }) => row.child_name,
      )
    expect(await names('')).toEqual(['Paid', 'Partly', 'Open'])
    expect(await names('?order=unpaid_first')).toEqual(['Partly', 'Open', 'Paid'])
    expect(await names('?order=unpaid_first&size=1&page=3')).toEqual(['Paid'])
    expect((await given.staff.get(`${path}?order=fee`)).status).toBe(422)
  })

  it('counts only payments applied to a submission as paid for it', async () => {
    const parent = await given.dana()
    const month = await given.build.aMonth()
    const row = await given.build.aRegistration(await given.build.aChild(parent), month, {
      billed_status: 'billed',
    })
    await given.build.aPayment(parent, given.admin, { amount_cents: 6000 })
    const before = await given.staff.get(`/api/admin/parents/${parent.id}/submissions`)
    expect(before.body.rows[0].derived_status).toBe('billed')
    await given.build.aPayment(parent, given.admin, { amount_cents: 1000, submission_id: row.id })
    const after = await given.staff.get(`/api/admin/parents/${parent.id}/submissions`)
    expect(after.body.rows[0].derived_status).toBe('partial')
  })

  it('finds a guest by email, from the rows without a parent', async () => {
    const parent = await given.dana({ email: 'grace@example.com' })
    const month = await given.build.aMonth()
    await given.build.aRegistration(await given.build.aChild(parent), month)
    await given.build.aGuestRegistration(month, {
      guest_parent_email: 'Grace@Example.com',
      total_fee_cents: 7000,
    })
    const { status, body } = await given.detail('guest-GRACE@example.com')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: 'guest-grace@example.com',
      is_guest: true,
      full_name: 'Grace Whitfield',
      status: 'guest',
      children: ['Otis Whitfield'],
      totals: { billed: 0, paid: 0 },
    })
    const rows = await given.staff.get('/api/admin/parents/guest-grace%40example.com/submissions')
    expect(rows.body.rows).toHaveLength(1)
    expect(rows.body.rows[0]).toMatchObject({ child_name: 'Otis Whitfield', parent_id: null })
    const paid = await given.staff.get('/api/admin/parents/guest-grace%40example.com/payments')
    expect(paid.body).toMatchObject({ rows: [], total: 0 })
  })

  it.each([
    "o'brien/x+y%z#?&=@example.com",
    'a%2fb@example.com',
    'ünïcödé@example.com',
    'sp ace@example.com',
  ])('finds the guest %s, whatever characters the email contains', async (guest_parent_email) => {
    await given.build.aDropIn('2026-11-17', { guest_parent_email })
    const { status, body } = await given.detail(`guest-${guest_parent_email}`)
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
    expect((await given.detail(id)).status).toBe(404)
  })
})

describe("a parent's session", () => {
  it('is rejected on every request about parents and payments, including their own', async () => {
    const parent = await given.dana()
    const family = await given.app.as(parent)
    const path = `/api/admin/parents/${parent.id}`
    const responses = [
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
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 403))
    expect(await storedRows(given.db, 'payments')).toEqual([])
    expect(await storedRows(given.db, 'submissions')).toEqual([])
  })
})
