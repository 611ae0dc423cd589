import { describe, expect, it } from 'vitest'
import { browserOf, cookieOf, givePassword, mailsTo } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { startTestApp, testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'
import { setAccountStatus } from './accounts.queries'
import { changeAccountEmail } from './change-email'

const app = await testApp({ env: { TRUST_PROXY: '1' } })
const build = buildersFor(app.services.db)

const PASSWORD = 'late afternoon'

async function anAdminWithPassword() {
  const admin = await build.anAdmin()
  await givePassword(app, admin, PASSWORD)
  return admin
}

async function aParentWithPassword() {
  const parent = await build.aParent()
  await givePassword(app, parent, PASSWORD)
  return parent
}

const signIn = (email: string, password: string, ipAddress = '203.0.113.1') =>
  app.visitor.post('/api/auth/sign-in', { email, password }, { 'x-forwarded-for': ipAddress })

const write = (statement: Parameters<typeof execute>[1]) => execute(app.services.db, statement)

describe('a session', () => {
  it('ends with signing out, which takes no body', async () => {
    const parent = await aParentWithPassword()
    const browser = browserOf(app)
    await browser.signIn(parent.email, PASSWORD)
    const cookie = browser.cookie
    expect((await browser.post('/api/auth/sign-out')).status).toBe(200)
    expect(browser.cookie).toBeUndefined()
    browser.cookie = cookie
    expect(await browser.session()).toBeNull()
    expect((await browser.get('/api/profile')).status).toBe(401)
  })

  it('is null for a visitor and for an invalid cookie', async () => {
    expect((await app.visitor.get('/api/auth/session')).body).toBeNull()
    const response = await app.visitor.get('/api/auth/session', { cookie: 'aftercare_session=nonsense' })
    expect(response.body).toBeNull()
  })

  it('expires after thirty days unless refreshed', async () => {
    const parent = await aParentWithPassword()
    const [refreshing, idle] = [browserOf(app), browserOf(app)]
    await refreshing.signIn(parent.email, PASSWORD)
    await idle.signIn(parent.email, PASSWORD)
    app.setNow('2026-12-10T09:00:00-05:00')
    const refreshed = await refreshing.post('/api/auth/refresh')
    expect(refreshed.body.expires_at).toMatch(/^2027-01-09/)
    app.setNow('2026-12-20T09:00:00-05:00')
    expect(await refreshing.session()).toMatchObject({ user: { id: parent.id } })
    expect(await idle.session()).toBeNull()
    expect((await idle.post('/api/auth/refresh')).body).toBeNull()
    app.setNow('2026-11-16T09:00:00-05:00')
  })

  it('of staff expires after twelve idle hours; requests an open page makes on its own do not count', async () => {
    const admin = await anAdminWithPassword()
    const [used, open] = [browserOf(app), browserOf(app)]
    for (const browser of [used, open]) await browser.signIn(admin.email, PASSWORD)
    for (const hour of ['15', '20']) {
      app.setNow(`2026-11-16T${hour}:00:00-05:00`)
      expect((await used.get('/api/admin/role')).status).toBe(200)
      expect(await open.session()).not.toBeNull()
      await open.post('/api/auth/refresh')
      await open.get('/api/health')
      const headers = { cookie: open.cookie ?? '' }
      expect((await app.visitor.raw('/api/live', { method: 'HEAD', headers })).status).toBe(200)
    }
    app.setNow('2026-11-16T21:30:00-05:00')
    expect(await open.session()).toBeNull()
    expect(await used.session()).toMatchObject({ expires_at: expect.stringMatching(/^2026-11-17T13:00/) })
    app.setNow('2026-11-16T09:00:00-05:00')
  })

  it('of staff expires after seven days, however much it is used', async () => {
    const admin = await anAdminWithPassword()
    const browser = browserOf(app)
    const signedIn = await browser.signIn(admin.email, PASSWORD)
    expect(cookieOf(signedIn)).toContain(`Max-Age=${7 * 24 * 60 * 60}`)
    for (let hours = 6; hours < 7 * 24; hours += 6) {
      app.setNow(new Date(Date.parse('2026-11-16T14:00:00Z') + hours * 3_600_000).toISOString())
      expect((await browser.get('/api/admin/role')).status, `after ${hours} hours`).toBe(200)
    }
    app.setNow('2026-11-23T09:01:00-05:00')
    expect((await browser.get('/api/admin/role')).status).toBe(401)
    app.setNow('2026-11-16T09:00:00-05:00')
  })

  it('of staff expires as configured', async () => {
    const strict = await startTestApp({ env: { STAFF_SESSION_IDLE_HOURS: '1', STAFF_SESSION_DAYS: '2' } })
    try {
      const client = await strict.as(await buildersFor(strict.services.db).anAdmin())
      strict.setNow('2026-11-16T09:59:00-05:00')
      expect((await client.get('/api/admin/role')).status).toBe(200)
      strict.setNow('2026-11-16T11:00:00-05:00')
      expect((await client.get('/api/admin/role')).status).toBe(401)
    } finally {
      await strict.stop()
    }
  })

  it('ends when staff change the account’s email', async () => {
    const parent = await aParentWithPassword()
    const browser = browserOf(app)
    await browser.signIn(parent.email, PASSWORD)
    await app.services.db.transaction((tx) =>
      changeAccountEmail(tx, app.services, parent.id, `new-${parent.email}`),
    )
    expect(await browser.session()).toBeNull()
  })

  it('ends at once when the account is suspended', async () => {
    const parent = await aParentWithPassword()
    const browser = browserOf(app)
    await browser.signIn(parent.email, PASSWORD)
    await app.services.db.transaction((tx) => setAccountStatus(tx, parent.id, 'suspended'))
    expect((await browser.get('/api/profile')).status).toBe(401)
    await write(sql`update profiles set status = 'active' where id = ${parent.id}`)
    expect(await browser.session()).toBeNull()
  })

  it('loses the rights of a removed role with the next request', async () => {
    const admin = await anAdminWithPassword()
    const browser = browserOf(app)
    await browser.signIn(admin.email, PASSWORD)
    expect((await browser.get('/api/admin/role')).body).toEqual({ role: 'admin' })
    await write(sql`delete from user_roles where user_id = ${admin.id}`)
    const { status, body } = await browser.get('/api/admin/role')
    expect(status).toBe(403)
    expect(body.error.message).toBe('Looks like this area is for admins only.')
  })

  it('is replaced by a new one when the password is changed, and all others end', async () => {
    const parent = await aParentWithPassword()
    const [here, elsewhere] = [browserOf(app), browserOf(app)]
    await here.signIn(parent.email, PASSWORD)
    await elsewhere.signIn(parent.email, PASSWORD)
    const path = '/api/auth/password'
    const wrong = await here.post(path, { current_password: 'wrong', password: 'new words' })
    expect(wrong.status).toBe(401)
    expect(wrong.body.error).toMatchObject({
      code: 'wrong-password',
      fields: { current_password: 'Incorrect password.' },
    })
    expect(await mailsTo(app, parent.email)).toEqual([])
    expect((await here.post(path, { current_password: PASSWORD, password: '12345' })).status).toBe(422)
    expect((await here.post(path, { current_password: PASSWORD, password: 'new words' })).status).toBe(200)
    expect(await here.session()).toMatchObject({ user: { id: parent.id } })
    expect(await elsewhere.session()).toBeNull()
    expect((await signIn(parent.email, PASSWORD)).status).toBe(401)
    expect((await signIn(parent.email, 'new words')).status).toBe(200)
    expect((await mailsTo(app, parent.email)).map((mail) => mail.template)).toEqual(['password-changed'])
  })

  it('survives a check with its old cookie that arrives after the password change', async () => {
    const parent = await aParentWithPassword()
    const { headers } = await signIn(parent.email, PASSWORD)
    const [old = ''] = headers.getSetCookie()
    const cookie = old.slice(0, old.indexOf(';'))
    const change = { current_password: PASSWORD, password: 'new words' }
    expect((await app.visitor.post('/api/auth/password', change, { cookie })).status).toBe(200)
    const late = await app.visitor.get('/api/auth/session', { cookie })
    expect(late.body).toBeNull()
    expect(late.headers.getSetCookie()).toEqual([])
  })

  it('allows as many wrong current passwords as sign-in, counted per account and network', async () => {
    const [parent, other] = [await aParentWithPassword(), await aParentWithPassword()]
    const network = { 'x-forwarded-for': '203.0.113.41' }
    const browsers = [browserOf(app, network), browserOf(app, network)]
    for (const browser of browsers) await browser.signIn(parent.email, PASSWORD)
    const statuses: number[] = []
    for (let n = 0; n < 9; n++) {
      const response = await browsers[n % 2]?.post('/api/auth/password', {
        current_password: `guess ${n}`,
        password: 'new words',
      })
      statuses.push(response?.status ?? 0)
    }
    expect(statuses).toEqual([...Array(8).fill(401), 429])
    const change = { current_password: PASSWORD, password: 'new words' }
    expect((await browsers[0]?.post('/api/auth/password', change))?.status).toBe(429)
    const neighbour = browserOf(app, network)
    await neighbour.signIn(other.email, PASSWORD)
    expect((await neighbour.post('/api/auth/password', change)).status).toBe(200)
  })
})

describe('a session over https', () => {
  it('has a Secure cookie with the __Host- prefix', async () => {
    const secure = await startTestApp({ env: { PUBLIC_URL: 'https://aftercare.example.org' } })
    try {
      const parent = await buildersFor(secure.services.db).aParent()
      await givePassword(secure, parent, PASSWORD)
      const response = await secure.visitor.post('/api/auth/sign-in', {
        email: parent.email,
        password: PASSWORD,
      })
      const cookies = response.headers.getSetCookie()
      expect(cookies).toHaveLength(2)
      for (const cookie of cookies) expect(cookie).toMatch(/^__Host-aftercare_\w+=.*Secure/)
    } finally {
      await secure.stop()
    }
  })
})
