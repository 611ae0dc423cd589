import { describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'

const app = await testApp()
const make = buildersFor(app.services.db)

/** Every part of the dashboard, from the address that gives it alone. */
async function partsOf(client: TestClient) {
  const [children, submissions, registered, months, today, claims, balance] = await Promise.all([
    client.get('/api/children'),
    client.get('/api/submissions?size=2'),
    client.get('/api/submissions/registered'),
    client.get('/api/months'),
    client.get('/api/today'),
    client.get('/api/guest-claims'),
    client.get('/api/balance'),
  ])
  return {
    children: { rows: children.body.rows, total: children.body.rows.length },
    submissions: { rows: submissions.body.rows, total: submissions.body.total },
    registered: registered.body.rows,
    months: months.body.rows,
    today: today.body,
    guest_claims: claims.body.rows,
    balance: balance.body.balance,
  }
}

describe('a parent’s dashboard', () => {
  it('returns exactly what the separate routes return, and nothing of another family', async () => {
    const [parent, other] = [await make.aParent(), await make.aParent()]
    const children = [await make.aChild(parent), await make.aChild(parent)]
    const [december, january] = [
      await make.aMonth(),
      await make.aMonth({ month_name: 'January', year: 2027, regular_price_cents: 2015, seats: 3 }),
    ]
    await make.aMonth({ month_name: 'February', year: 2027, is_active: false })
    for (const child of children) await make.aRegistration(child, december)
    await make.aRegistration(children[0] as (typeof children)[0], january, { total_fee_cents: 4030 })
    await make.aDropIn('2026-11-17', { parent_id: parent.id, child_id: children[0]?.id })
    await make.aRegistration(await make.aChild(other), december)
    await make.aGuestRegistration(december, { guest_parent_email: parent.email, total_fee_cents: 1999 })
    await make.aGuestRegistration(december, { guest_parent_email: other.email })
    const client = await app.as(parent)
    const { status, body } = await client.get('/api/dashboard?submissions=2')
    expect(status).toBe(200)
    expect(body).toEqual({
      profile: { id: parent.id, full_name: parent.full_name, email: parent.email },
      ...(await partsOf(client)),
    })
    expect(body.children.total).toBe(2)
    expect(body.submissions).toMatchObject({ total: 4, rows: [{}, {}] })
    expect(body.guest_claims).toMatchObject([{ total_fee: 19.99 }])
    expect(body.months).toHaveLength(2)
  })

  it('agrees with the separate routes about today, a removed child and months no longer offered', async () => {
    const { db } = app.services
    const parent = await make.aParent()
    const [ada, ben] = [
      await make.aChild(parent, { name: 'Ada' }),
      await make.aChild(parent, { name: 'Ben' }),
    ]
    const november = await make.aMonth({
      month_name: 'November',
      is_active: false,
      day_types: { 16: 'noon' },
    })
    const lastYear = await make.aMonth({ month_name: 'Summer', year: 2025 })
    const at = (day: number) => ({ submitted_at: `2026-11-0${day}T10:00:00.123Z` })
    const booked = await make.aRegistration(ada, november, { ...at(1), selected_days: [16, 17] })
    await make.aDropIn('2026-11-16', {
      ...at(2),
      parent_id: parent.id,
      child_id: ada.id,
      dismissal_type: 'regular',
    })
    await make.aRegistration(ben, november, { ...at(3), selected_days: [17] })
    await make.aRegistration(ben, lastYear, at(4))
    await execute(
      db,
      sql`insert into attendance_marks (submission_id, day, arrived_at, updated_at)
      values (${booked.id}, '2026-11-16', '2026-11-16T17:05:00Z', '2026-11-16T17:05:00Z')`,
    )
    const client = await app.as(parent)
    await client.delete(`/api/children/${ben.id}`)
    const { body } = await client.get('/api/dashboard?submissions=2')
    expect(body).toMatchObject(await partsOf(client))
    expect(body.today).toMatchObject({
      pickup_time: '16:30',
      children: [{ child_name: 'Ada', state: 'here', dismissal: 'regular', submission_id: booked.id }],
    })
    expect(body.submissions.rows[0]).toMatchObject({
      children: { name: 'Ben' },
      months: { month_name: 'Summer', year: 2025 },
    })
    expect(body.children.rows).toHaveLength(1)
    expect(body.months).not.toContainEqual(expect.objectContaining({ month_name: 'Summer' }))
  })

  it('shows guest submissions only to the person who confirmed the email', async () => {
    const parent = await make.aParent()
    await make.aDropIn('2026-11-20', { guest_parent_email: parent.email })
    const claims = async () => (await (await app.as(parent)).get('/api/dashboard')).body.guest_claims
    expect(await claims()).toHaveLength(1)
    const { db } = app.services
    await execute(db, sql`update accounts set email_set_by_staff_at = now() where id = ${parent.id}`)
    expect(await claims()).toEqual([])
    await execute(
      db,
      sql`update accounts set email_set_by_staff_at = null, email_verified_at = null where id = ${parent.id}`,
    )
    expect(await claims()).toEqual([])
  })

  it('is empty for a new family, and needs a session', async () => {
    const { body } = await (await app.as(await make.aParent())).get('/api/dashboard')
    expect(body).toMatchObject({
      children: { rows: [] },
      submissions: { rows: [], total: 0 },
      registered: [],
    })
    expect((await app.visitor.get('/api/dashboard')).status).toBe(401)
  })
})
