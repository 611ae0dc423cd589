import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildersFor } from '../testing/builders'
import { startTestApp, type TestApp } from '../testing/test-app'

let app: TestApp
let make: ReturnType<typeof buildersFor>
beforeAll(async () => {
  app = await startTestApp()
  make = buildersFor(app.services.db)
})
afterAll(() => app.stop())

describe('a parent’s dashboard', () => {
  it('holds exactly what its parts answer by themselves, and nothing of another family', async () => {
    const [parent, other] = [await make.aParent(), await make.aParent()]
    const children = [await make.aChild(parent), await make.aChild(parent)]
    const [december, january] = [
      await make.aMonth(),
      await make.aMonth({ month_name: 'January', year: 2027 }),
    ]
    await make.aMonth({ month_name: 'February', year: 2027, is_active: false })
    for (const child of children) await make.aRegistration(child, december)
    await make.aRegistration(children[0] as (typeof children)[0], january)
    await make.aRegistration(await make.aChild(other), december)
    await make.aGuestRegistration(december, { guest_parent_email: parent.email })
    await make.aGuestRegistration(december, { guest_parent_email: other.email })
    const client = await app.as(parent)
    const { status, body } = await client.get('/api/dashboard?submissions=2')
    const [own, submissions, registered, months, today, claims] = await Promise.all([
      client.get('/api/children'),
      client.get('/api/submissions?size=2'),
      client.get('/api/submissions/registered'),
      client.get('/api/months'),
      client.get('/api/today'),
      client.get('/api/guest-claims'),
    ])
    expect(status).toBe(200)
    expect(body).toEqual({
      profile: { id: parent.id, full_name: parent.full_name, email: parent.email },
      children: { rows: own.body.rows, total: 2 },
      submissions: { rows: submissions.body.rows, total: 3 },
      registered: registered.body.rows,
      months: months.body.rows,
      today: today.body,
      guest_claims: claims.body.rows,
    })
    expect(body.guest_claims).toHaveLength(1)
    expect(body.months).toHaveLength(2)
  })

  it('is empty for a family that is new, and needs a session', async () => {
    const { body } = await (await app.as(await make.aParent())).get('/api/dashboard')
    expect(body).toMatchObject({
      children: { rows: [] },
      submissions: { rows: [], total: 0 },
      registered: [],
    })
    expect((await app.visitor.get('/api/dashboard')).status).toBe(401)
  })
})
