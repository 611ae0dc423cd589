import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildersFor } from '../testing/builders'
import { startTestApp, type TestApp, type TestClient } from '../testing/test-app'

let app: TestApp
let admin: TestClient
let builders: ReturnType<typeof buildersFor>
let staff: { id: string }

beforeAll(async () => {
  app = await startTestApp()
  builders = buildersFor(app.services.db)
  staff = await builders.anAdmin()
  admin = await app.as(staff)
})
afterAll(() => app.stop())

describe('the dashboard', () => {
  it('is empty on the first day', async () => {
    const { status, body } = await admin.get('/api/admin/dashboard')
    expect(status).toBe(200)
    expect(body).toEqual({
      parent_users: 0,
      unpaid: 0,
      edited_since_billed: 0,
      recent_submissions: [],
    })
  })

  it('counts parents but neither admins nor guests, and every submission that is not paid', async () => {
    const { aParent, aChild, aMonth, aRegistration, aGuestRegistration, aDropIn, aPayment } = builders
    const parent = await aParent({ full_name: 'Dana Okafor' })
    await aParent({ status: 'suspended' })
    const month = await aMonth()
    const at = (minute: number) => ({ submitted_at: `2026-11-10T10:0${minute}:00Z` })
    const paid = await aRegistration(await aChild(parent, { name: 'Amara' }), month, at(0))
    const partial = await aRegistration(await aChild(parent, { name: 'Ben' }), month, at(1))
    await aRegistration(await aChild(parent, { name: 'Cleo' }), month, { ...at(2), billed_status: 'billed' })
    await aGuestRegistration(month, at(3))
    await aDropIn('2026-11-16', at(4))
    await aRegistration(await aChild(parent, { name: 'Free' }), month, { ...at(5), total_fee_cents: 0 })
    await aPayment(parent, staff, { submission_id: paid.id, amount_cents: 6000 })
    await aPayment(parent, staff, { submission_id: partial.id, amount_cents: 1000 })
    await aPayment(parent, staff, { amount_cents: 99_900 })

    const { body } = await admin.get('/api/admin/dashboard')
    expect(body.parent_users).toBe(2)
    expect(body.unpaid).toBe(4)
    expect(
      body.recent_submissions.map((row: { child_name: string; status: string }) => [
        row.child_name,
        row.status,
      ]),
    ).toEqual([
      ['Free', 'paid'],
      ['Otis Whitfield', 'submitted'],
      ['Otis Whitfield', 'submitted'],
      ['Cleo', 'billed'],
      ['Ben', 'partial'],
    ])
    expect(body.recent_submissions[1]).toMatchObject({
      parent_name: 'Grace Whitfield',
      month: null,
      dropin_date: '2026-11-16',
      total_fee: 25,
    })
    expect(body.recent_submissions[4]).toMatchObject({
      parent_name: 'Dana Okafor',
      month: { month_name: 'December', year: 2026 },
      dropin_date: null,
      total_fee: 60,
    })
  })

  it('is refused to parents and visitors', async () => {
    const parent = await app.as(await builders.aParent())
    expect((await parent.get('/api/admin/dashboard')).status).toBe(403)
    expect((await app.visitor.get('/api/admin/dashboard')).status).toBe(401)
  })
})
