import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { browserOf, givePassword, linkMailedTo, tokensOf } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { holdLock, untilWaiting } from '../../testing/race-helpers'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, rows, sql } from './sql'

/**
 * Two that lock the same rows in opposite orders wait for each other until PostgreSQL ends one of them, which is
 * answered with 503. Each test brings two to that point by a lock that it holds itself, and lets go.
 */

const PASSWORD = 'sunset over water'
let parent: { id: string; email: string; full_name: string }
let family: TestClient
let child: { id: string; name: string; parent_id: string }

const app = await testApp()
const make = buildersFor(app.services.db)
const admin = await make.anAdmin()
const staff = await app.as(admin)
const november = await make.aMonth({ month_name: 'November', seats: 50 })
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
    const held = await holdLock(app, 'select from months where id = $1 for update', [november.id])
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
    const held = await holdLock(app, 'select from children where id = $1 for share', [child.id])
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
    const held = await holdLock(app, 'select from accounts where id = $1 for update', [parent.id])
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

describe('the account before its tokens', () => {
  /** The first waits for the account, which the second needs too. */
  async function bothAtTheAccount<A, B>(first: () => Promise<A>, second: () => Promise<B>) {
    const held = await holdLock(app, 'select from accounts where id = $1 for update', [parent.id])
    const one = first()
    await untilWaiting(app, 1)
    const other = second()
    await untilWaiting(app, 2)
    await held.letGo()
    return Promise.all([one, other])
  }
  const askForLink = () => app.visitor.post('/api/auth/forgot-password', { email: parent.email })
  const changeEmail = () =>
    staff.patch(`/api/admin/parents/${parent.id}`, { email: `new.${parent.email}`, version: 1 })

  it('when a mailed link sets the password while it is changed on the profile', async () => {
    await askForLink()
    const link = tokensOf(await linkMailedTo(app, parent.email, 'recovery'))
    const browser = browserOf(app)
    await browser.signIn(parent.email, PASSWORD)
    const [change, byLink] = await bothAtTheAccount(
      () => browser.post('/api/auth/password', { current_password: PASSWORD, password: 'first come' }),
      () => app.visitor.post('/api/auth/recovery/password', { ...link, password: 'the link’s' }),
    )
    expect(change.status).toBe(200)
    expect(byLink.body).toMatchObject({ error: { code: 'invalid-link' } })
  })

  it('when a link confirms the email while staff change it', async () => {
    await execute(app.services.db, sql`update accounts set email_verified_at = null where id = ${parent.id}`)
    await app.visitor.post('/api/auth/verification/resend', { email: parent.email })
    const { access_token } = await linkMailedTo(app, parent.email, 'verification')
    const [change, confirmation] = await bothAtTheAccount(changeEmail, () =>
      app.visitor.post('/api/auth/verify', { access_token }),
    )
    expect(change.status).toBe(200)
    expect(confirmation.body).toMatchObject({ error: { code: 'invalid-verification' } })
  })

  it('when a link is asked for while the account is deleted', async () => {
    await askForLink()
    const [leaving, asked] = await bothAtTheAccount(leave, askForLink)
    expect([leaving.status, asked.status]).toEqual([200, 200])
  })

  it('or a link goes to the email that staff have changed meanwhile', async () => {
    // The change is written, and waits to note itself in the log.
    const held = await holdLock(app, 'lock table audit_log in share mode', [])
    const change = changeEmail()
    await untilWaiting(app, 1)
    const asked = askForLink()
    await untilWaiting(app, 2)
    await held.letGo()
    expect([(await change).status, (await asked).status]).toEqual([200, 200])
    expect(await rows(app.services.db, sql`select from tokens where account_id = ${parent.id}`)).toEqual([])
  })
})

describe('the lock of who is an admin before the account', () => {
  it('when a parent is suspended while being invited as an admin', async () => {
    const held = await holdLock(app, 'select from profiles where id = $1 for update', [parent.id])
    const suspension = staff.patch(`/api/admin/parents/${parent.id}`, { status: 'suspended', version: 1 })
    await untilWaiting(app, 1)
    const { full_name, email } = parent
    const invitation = staff.post('/api/admin/admins', { full_name, email })
    await untilWaiting(app, 2)
    await held.letGo()
    expect([(await suspension).status, (await invitation).status]).toEqual([200, 200])
  })
})
