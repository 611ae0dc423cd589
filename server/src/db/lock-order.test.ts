import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { givePassword } from '../auth/testing'
import { buildersFor } from '../testing/builders'
import { holding, untilWaiting } from '../testing/same-moment'
import { startTestApp, type TestApp, type TestClient } from '../testing/test-app'

/**
 * Two that lock the same rows in opposite orders wait for each other until PostgreSQL ends one of them, which is
 * answered with 503. Each test brings two to that point by a lock that it holds itself, and lets go.
 */

const PASSWORD = 'sunset over water'
let app: TestApp
let make: ReturnType<typeof buildersFor>
let admin: { id: string }
let staff: TestClient
let parent: { id: string; email: string; full_name: string }
let family: TestClient
let child: { id: string; name: string; parent_id: string }
let november: { id: string }

beforeAll(async () => {
  app = await startTestApp()
  make = buildersFor(app.services.db)
  admin = await make.anAdmin()
  staff = await app.as(admin)
  november = await make.aMonth({ month_name: 'November', seats: 50 })
})
afterAll(() => app.stop())
beforeEach(async () => {
  parent = await make.aParent()
  await givePassword(app, parent, PASSWORD)
  family = await app.as(parent)
  child = await make.aChild(parent)
})

const register = () =>
  family.post('/api/submissions', {
    month_id: november.id,
    child_ids: [child.id],
    selected_days: [18],
    agreed: true,
  })
const leave = () => family.post('/api/own-data/delete-account', { password: PASSWORD })

describe('the month before the child', () => {
  /** The registration is the first to get the month, and then wants the child. */
  async function registerAgainst(other: () => Promise<unknown>) {
    const held = await holding(app, 'select from months where id = $1 for update', [november.id])
    const registration = register()
    await untilWaiting(app, 1)
    const second = other()
    await untilWaiting(app, 2)
    await held.letGo()
    return Promise.all([registration, second])
  }

  it.each([true, false])(
    'in a drop-in that staff enter, although the day is full: %s',
    async (although_full) => {
      const [registration, dropIn] = await registerAgainst(() =>
        staff.post('/api/admin/drop-ins', {
          guest_child_name: child.name,
          guest_parent_name: parent.full_name,
          guest_parent_email: parent.email,
          guest_parent_phone: '555 0142',
          dropin_date: '2026-11-17',
          dismissal_type: 'regular',
          although_full,
        }),
      )
      expect(registration.status).toBe(200)
      expect(dropIn).toMatchObject({ status: 200 })
    },
  )

  it('or one of the two is ended by the database, as this control shows', async () => {
    const reversed = new pg.Client({ connectionString: app.databaseUrl })
    await reversed.connect()
    const [registration, second] = await registerAgainst(async () => {
      await reversed.query('begin')
      await reversed.query('select from children where id = $1 for no key update', [child.id])
      return reversed
        .query('update months set updated_at = updated_at where id = $1', [november.id])
        .then(() => reversed.query('commit'))
        .catch((error: { code: string }) => error.code)
    })
    await reversed.end()
    expect(registration.status === 503 || second === '40P01').toBe(true)
  })
})

describe('the family before its submissions', () => {
  /** Deletion has the account and the profile, and waits for the child. */
  async function whileLeaving<T>(other: () => Promise<T>) {
    const held = await holding(app, 'select from children where id = $1 for share', [child.id])
    const leaving = leave()
    await untilWaiting(app, 1)
    const second = other()
    // It either got through or waits; what it must not do is hold what deletion needs next.
    await Promise.race([second, untilWaiting(app, 2)])
    await held.letGo()
    return Promise.all([leaving, second])
  }

  it('when the account is deleted while its child is registered', async () => {
    const december = await make.aMonth({ year: 2027 })
    const [leaving, registration] = await whileLeaving(() =>
      family.post('/api/submissions', {
        month_id: december.id,
        child_ids: [child.id],
        selected_days: [8],
        agreed: true,
      }),
    )
    // Whoever is first: the other is told, and neither is ended by the database.
    expect([
      [409, 200],
      [200, 404],
    ]).toContainEqual([leaving.status, registration.status])
  })

  it('when the account is deleted while staff record a payment for a submission', async () => {
    const dropIn = await make.aDropIn('2026-11-03', { parent_id: parent.id, child_id: child.id })
    const [leaving, payment] = await whileLeaving(() =>
      staff.post('/api/admin/payments', {
        parent_id: parent.id,
        submission_id: dropIn.id,
        amount: '25',
        payment_date: '2026-11-10',
      }),
    )
    expect([leaving.status, payment.status]).toEqual([200, 200])
  })

  it('when the account is deleted while staff change its address', async () => {
    const held = await holding(app, 'select from accounts where id = $1 for update', [parent.id])
    const leaving = leave()
    await untilWaiting(app, 1)
    const change = { full_name: 'New', email: `new.${parent.email}`, status: 'active', version: 1 }
    const edit = staff.patch(`/api/admin/parents/${parent.id}`, change)
    await untilWaiting(app, 2)
    await held.letGo()
    expect((await leaving).status).toBe(200)
    expect([404, 409]).toContain((await edit).status)
  })
})
