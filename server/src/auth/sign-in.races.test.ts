import { describe, expect, it } from 'vitest'
import { browserOf, givePassword, linkMailedTo, tokensOf } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { disableLocks, holdLock, untilWaiting } from '../../testing/race-helpers'
import { type TestApp, testApp } from '../../testing/test-app'
import { aBrowserAwaitingCode, anAdminWithTwoFactor, codeNow, PASSWORD } from '../../testing/two-factor'
import { rows, sql } from '../db/sql'

const app = await testApp()
const unlocked = await testApp()
disableLocks(unlocked)

type Person = { id: string; email: string }
const NEW_PASSWORD = 'a new one for the winter'

async function aParentWithPassword(of: TestApp) {
  const parent = await buildersFor(of.services.db).aParent()
  await givePassword(of, parent, PASSWORD)
  return parent
}

/** Returns a function that sends the change. */
type Prepare = (of: TestApp, person: Person) => Promise<() => Promise<{ status: number }>>

const onProfile: Prepare = async (of, { email }) => {
  const browser = browserOf(of)
  await browser.signIn(email, PASSWORD)
  return () => browser.post('/api/auth/password', { current_password: PASSWORD, password: NEW_PASSWORD })
}

const byLink: Prepare = async (of, { email }) => {
  await of.visitor.post('/api/auth/forgot-password', { email })
  const link = tokensOf(await linkMailedTo(of, email, 'recovery'))
  return () => of.visitor.post('/api/auth/recovery/password', { ...link, password: NEW_PASSWORD })
}

const bySuspension: Prepare = async (of, { id, email }) => {
  const admin = await of.as(await buildersFor(of.services.db).anAdmin())
  const { version, full_name } = (await admin.get(`/api/admin/parents/${id}`)).body
  return () => admin.patch(`/api/admin/parents/${id}`, { full_name, email, status: 'suspended', version })
}

/** The change has written everything and waits for the audit log when the other request arrives. */
async function during<T>(of: TestApp, change: () => Promise<{ status: number }>, work: () => Promise<T>) {
  const holder = await holdLock(of, 'lock table audit_log in share mode', [])
  const changing = change()
  await untilWaiting(of, 1)
  const working = work()
  await untilWaiting(of, 2)
  await holder.release()
  const [{ status }, result] = await Promise.all([changing, working])
  expect(status).toBe(200)
  return result
}

describe.each([
  ['a new password on the profile', onProfile],
  ['a new password through an emailed link', byLink],
  ['a suspension', bySuspension],
])('a sign-in with the old password during %s', (_, prepare) => {
  async function sessionsLeft(of: TestApp) {
    const parent = await aParentWithPassword(of)
    const change = await prepare(of, parent)
    const browser = browserOf(of, { 'user-agent': 'the late one' })
    await during(of, change, () => browser.signIn(parent.email, PASSWORD))
    const left = await rows(
      of.services.db,
      sql`select from sessions where account_id = ${parent.id} and user_agent = 'the late one'`,
    )
    return left.length
  }

  it('leaves no session', async () => {
    expect(await sessionsLeft(app)).toBe(0)
  })

  it('control: leaves one without the lock', async () => {
    expect(await sessionsLeft(unlocked)).toBe(1)
  })
})

describe('somebody who knows the old password', () => {
  async function changeBoth(of: TestApp) {
    const parent = await aParentWithPassword(of)
    const change = await byLink(of, parent)
    const browser = browserOf(of)
    await browser.signIn(parent.email, PASSWORD)
    const response = await during(of, change, () =>
      browser.post('/api/auth/password', { current_password: PASSWORD, password: 'the intruder’s' }),
    )
    return [response.status, (await browserOf(of).signIn(parent.email, NEW_PASSWORD)).status]
  }

  it('does not replace a password set through an emailed link at the same time', async () => {
    expect(await changeBoth(app)).toEqual([401, 200])
  })

  it('control: replaces it without the lock', async () => {
    expect(await changeBoth(unlocked)).toEqual([200, 401])
  })

  it('cannot complete a two-factor challenge started with the old password', async () => {
    const { admin, key } = await anAdminWithTwoFactor(app)
    const browser = await aBrowserAwaitingCode(app, admin)
    const change = await byLink(app, admin)
    const response = await during(app, change, () => browser.submitCode(codeNow(app, key)))
    expect(response.body).toMatchObject({ error: { code: 'challenge-expired' } })
    expect(await browser.session()).toBeNull()
  })
})
