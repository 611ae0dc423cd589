import { hash } from '@node-rs/argon2'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accounts, profiles, sessions, user_roles } from '../db/schema'
import { buildersFor } from '../testing/builders'
import { startTestApp, type TestApp } from '../testing/test-app'
import { setAccountStatus } from './accounts.queries'
import { browserOf, cookieOf, givePassword } from './testing'

let app: TestApp
let build: ReturnType<typeof buildersFor>
beforeAll(async () => {
  app = await startTestApp()
  build = buildersFor(app.services.db)
})
afterAll(() => app.stop())

const PASSWORD = 'late afternoon'

async function aParentWithPassword() {
  const parent = await build.aParent()
  await givePassword(app, parent, PASSWORD)
  return parent
}

const signIn = (email: string, password: string) => app.visitor.post('/api/auth/sign-in', { email, password })

describe('signing in', () => {
  it('starts a session for the right password and tells who is signed in', async () => {
    const parent = await aParentWithPassword()
    const browser = browserOf(app)
    const { status, body } = await browser.signIn(parent.email, PASSWORD)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      user: { id: parent.id, email: parent.email, full_name: parent.full_name },
      roles: ['parent'],
    })
    expect(await browser.session()).toMatchObject({ user: { id: parent.id }, roles: ['parent'] })
    expect((await browser.get('/api/profile')).status).toBe(200)
  })

  it('takes the address in any spelling', async () => {
    const parent = await aParentWithPassword()
    expect((await signIn(`  ${parent.email.toUpperCase()} `, PASSWORD)).status).toBe(200)
  })

  it('answers a wrong password and an unknown address with the same words', async () => {
    const parent = await aParentWithPassword()
    const wrong = await signIn(parent.email, 'something else')
    const unknown = await signIn('nobody@example.com', 'something else')
    expect(wrong.status).toBe(401)
    expect(wrong.body).toEqual(unknown.body)
    expect(wrong.body.error.message).toBe('Invalid email or password.')
    expect(cookieOf(wrong)).toBe('')
  })

  it('takes about as long for an unknown address as for a known one', async () => {
    const parent = await aParentWithPassword()
    await signIn(parent.email, PASSWORD)
    const time = async (email: string) => {
      const startedAt = performance.now()
      await signIn(email, 'something else')
      return performance.now() - startedAt
    }
    const median = async (address: () => string) => {
      const times: number[] = []
      for (let index = 0; index < 5; index++) times.push(await time(address()))
      return times.sort((a, b) => a - b)[2] ?? 0
    }
    const known = await median(() => parent.email)
    let count = 0
    const unknown = await median(() => `unknown${count++}@example.com`)
    // Without the work of checking a password it would be a small fraction.
    expect(unknown).toBeGreaterThan(known * 0.3)
  })

  it('keeps the secret out of reach of scripts, other sites and the answer itself', async () => {
    const parent = await aParentWithPassword()
    const answer = await signIn(parent.email, PASSWORD)
    const cookie = cookieOf(answer)
    expect(cookie).toMatch(/^aftercare_session=[\w-]{27};/)
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain('SameSite=Lax')
    expect(cookie).toContain('Path=/')
    expect(Number(cookie.match(/Max-Age=(\d+)/)?.[1])).toBeCloseTo(30 * 24 * 60 * 60, -2)
    expect(cookie).not.toContain('Secure')
    const secret = cookie.match(/=([\w-]+);/)?.[1] ?? 'none'
    expect(JSON.stringify(answer.body)).not.toContain(secret)
    const stored = await app.services.db.select().from(sessions).where(eq(sessions.account_id, parent.id))
    expect(JSON.stringify(stored)).not.toContain(secret)
  })

  it('never continues a secret that the browser brought along', async () => {
    const parent = await aParentWithPassword()
    const other = await aParentWithPassword()
    const browser = browserOf(app)
    browser.cookie = 'aftercare_session=chosen-by-somebody-else'
    await browser.signIn(parent.email, PASSWORD)
    const first = browser.cookie
    expect(first).not.toContain('chosen-by-somebody-else')
    await browser.signIn(other.email, PASSWORD)
    expect(browser.cookie).not.toBe(first)
    const old = browserOf(app)
    old.cookie = first
    expect(await old.session()).toBeNull()
  })

  it('renews a stored hash that was made with other costs', async () => {
    const parent = await build.aParent()
    const weak = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    await app.services.db.update(accounts).set({ password_hash: weak }).where(eq(accounts.id, parent.id))
    expect((await signIn(parent.email, PASSWORD)).status).toBe(200)
    const [row] = await app.services.db.select().from(accounts).where(eq(accounts.id, parent.id))
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await signIn(parent.email, PASSWORD)).status).toBe(200)
  })

  it('names the waiting time after too many tries, and the right password works after it', async () => {
    const parent = await aParentWithPassword()
    const tries = await Promise.all(Array.from({ length: 20 }, (_, n) => signIn(parent.email, `guess ${n}`)))
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(8)
    const refused = await signIn(parent.email, PASSWORD)
    expect(refused.status).toBe(429)
    expect(refused.body.error.message).toMatch(/^Too many attempts\. Please try again in \d+ minutes?\.$/)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    await app.services.db.execute(sql`update rate_limits set expire = 1`)
    expect((await signIn(parent.email, PASSWORD)).status).toBe(200)
  })

  it('bounds the tries of one address over many accounts, but not right passwords', async () => {
    await app.services.db.execute(sql`delete from rate_limits`)
    const parent = await aParentWithPassword()
    for (let count = 0; count < 12; count++) {
      expect((await signIn(parent.email, PASSWORD)).status).toBe(200)
    }
    const many = await Promise.all(
      Array.from({ length: 70 }, (_, n) => signIn(`guess${n}@example.com`, 'guess')),
    )
    expect(many.filter(({ status }) => status === 401)).toHaveLength(60)
    await app.services.db.execute(sql`delete from rate_limits`)
  })

  it('refuses a suspended account with a clear text, only for whoever knows the password', async () => {
    const parent = await aParentWithPassword()
    await app.services.db.transaction((tx) => setAccountStatus(tx, parent.id, 'suspended'))
    expect((await signIn(parent.email, 'guess')).body.error.code).toBe('bad-credentials')
    const { status, body } = await signIn(parent.email, PASSWORD)
    expect(status).toBe(403)
    expect(body.error.message).toBe('This account is suspended. Please contact the aftercare office.')
  })

  it('lets an inactive parent in: the word is a label only', async () => {
    const parent = await aParentWithPassword()
    await app.services.db.transaction((tx) => setAccountStatus(tx, parent.id, 'inactive'))
    expect((await signIn(parent.email, PASSWORD)).status).toBe(200)
  })
})

describe('a session', () => {
  it('ends with signing out, which takes no payload', async () => {
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

  it('is null for a visitor, whose useless cookie is removed', async () => {
    expect((await app.visitor.get('/api/auth/session')).body).toBeNull()
    const answer = await app.visitor.get('/api/auth/session', { cookie: 'aftercare_session=nonsense' })
    expect(answer.body).toBeNull()
    expect(cookieOf(answer)).toContain('Max-Age=0')
  })

  it('is over after thirty days, unless it was refreshed before', async () => {
    const parent = await aParentWithPassword()
    const [kept, left] = [browserOf(app), browserOf(app)]
    await kept.signIn(parent.email, PASSWORD)
    await left.signIn(parent.email, PASSWORD)
    app.setNow('2026-12-10T09:00:00-05:00')
    const refreshed = await kept.post('/api/auth/refresh')
    expect(refreshed.body.expires_at).toMatch(/^2027-01-09/)
    app.setNow('2026-12-20T09:00:00-05:00')
    expect(await kept.session()).toMatchObject({ user: { id: parent.id } })
    expect(await left.session()).toBeNull()
    expect((await left.post('/api/auth/refresh')).body).toBeNull()
    app.setNow('2026-11-16T09:00:00-05:00')
  })

  it('ends at once when the account is suspended', async () => {
    const parent = await aParentWithPassword()
    const browser = browserOf(app)
    await browser.signIn(parent.email, PASSWORD)
    await app.services.db.transaction((tx) => setAccountStatus(tx, parent.id, 'suspended'))
    expect((await browser.get('/api/profile')).status).toBe(401)
    await app.services.db.update(profiles).set({ status: 'active' }).where(eq(profiles.id, parent.id))
    expect(await browser.session()).toBeNull()
  })

  it('loses the rights of a role with the very next request', async () => {
    const admin = await build.anAdmin()
    await givePassword(app, admin, PASSWORD)
    const browser = browserOf(app)
    await browser.signIn(admin.email, PASSWORD)
    expect((await browser.get('/api/admin/role')).body).toEqual({ role: 'admin' })
    await app.services.db.delete(user_roles).where(eq(user_roles.user_id, admin.id))
    const { status, body } = await browser.get('/api/admin/role')
    expect(status).toBe(403)
    expect(body.error.message).toBe('Looks like this area is for admins only.')
  })

  it('answers a new password given while signed in with a new session and ends all others', async () => {
    const parent = await aParentWithPassword()
    const [here, elsewhere] = [browserOf(app), browserOf(app)]
    await here.signIn(parent.email, PASSWORD)
    await elsewhere.signIn(parent.email, PASSWORD)
    const path = '/api/auth/password'
    expect((await here.post(path, { current_password: 'wrong', password: 'new words' })).status).toBe(401)
    expect((await here.post(path, { current_password: PASSWORD, password: '12345' })).status).toBe(422)
    expect((await here.post(path, { current_password: PASSWORD, password: 'new words' })).status).toBe(200)
    expect(await here.session()).toMatchObject({ user: { id: parent.id } })
    expect(await elsewhere.session()).toBeNull()
    expect((await signIn(parent.email, PASSWORD)).status).toBe(401)
    expect((await signIn(parent.email, 'new words')).status).toBe(200)
  })
})

describe('a session over https', () => {
  it('is bound to this host and never sent in the clear', async () => {
    const secure = await startTestApp({ env: { PUBLIC_URL: 'https://aftercare.example.org' } })
    try {
      const parent = await buildersFor(secure.services.db).aParent()
      await givePassword(secure, parent, PASSWORD)
      const answer = await secure.visitor.post('/api/auth/sign-in', {
        email: parent.email,
        password: PASSWORD,
      })
      expect(cookieOf(answer)).toMatch(/^__Host-aftercare_session=/)
      expect(cookieOf(answer)).toContain('Secure')
    } finally {
      await secure.stop()
    }
  })
})
