import { LANGUAGE_COOKIE } from '@aftercare/domain/lib/language'
import { hash } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { browserOf, cookieOf, givePassword } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { recordStatements } from '../../testing/record-statements'
import { storedRows } from '../../testing/rows'
import { startTestApp, testApp } from '../../testing/test-app'
import { execute, maybeOne, rows, sql } from '../db/sql'
import { rateLimitKey } from '../http/rate-limiter'
import { setAccountStatus } from './accounts.queries'

const app = await testApp({ env: { TRUST_PROXY: '1' } })
const build = buildersFor(app.services.db)

const PASSWORD = 'late afternoon'
const WEAK = { memoryCost: 32, timeCost: 1, parallelism: 1 }

async function aParentWithPassword() {
  const parent = await build.aParent()
  await givePassword(app, parent, PASSWORD)
  return parent
}

const signIn = (email: string, password: string, ipAddress = '203.0.113.1') =>
  app.visitor.post('/api/auth/sign-in', { email, password }, { 'x-forwarded-for': ipAddress })

const write = (statement: Parameters<typeof execute>[1]) => execute(app.services.db, statement)
const countDevices = async (accountId: string) =>
  (
    await maybeOne<{ count: number }>(
      app.services.db,
      sql`select count(*) from known_devices where account_id = ${accountId}`,
    )
  )?.count
const guesses = (email: string, count: number, ipAddress?: string) =>
  Promise.all(Array.from({ length: count }, (_, n) => signIn(email, `guess ${n}`, ipAddress)))

describe('signing in', () => {
  it('starts a session for the right password and returns the user', async () => {
    const parent = await aParentWithPassword()
    const browser = browserOf(app)
    const { status, body } = await browser.signIn(parent.email, PASSWORD)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      user: { id: parent.id, email: parent.email, full_name: parent.full_name },
      family_id: parent.id,
      roles: ['parent'],
    })
    expect(await browser.session()).toMatchObject({ user: { id: parent.id }, roles: ['parent'] })
    expect((await browser.get('/api/profile')).status).toBe(200)
  })

  it('takes at most twelve statements, also in a browser that is known, in Spanish and signed in already', async () => {
    const [parent, other] = [await aParentWithPassword(), await aParentWithPassword()]
    let cookies = [`${LANGUAGE_COOKIE}=es`]
    const countStatements = async ({ email }: { email: string }) => {
      const statements = recordStatements(app)
      const headers = { cookie: cookies.join('; '), 'x-forwarded-for': '203.0.113.1' }
      const response = await app.visitor.post('/api/auth/sign-in', { email, password: PASSWORD }, headers)
      expect(response.status).toBe(200)
      const received = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
      cookies = [`${LANGUAGE_COOKIE}=es`, ...received]
      // The live stream reads whose pages show the changed language.
      return statements.stop().filter((text) => !text.includes('from family_members where member_id = $1'))
        .length
    }
    expect([await countStatements(parent), await countStatements(other)]).toEqual([11, 12])
    expect(await countStatements(parent)).toBe(12)
  })

  it('ignores case and surrounding spaces in the email', async () => {
    const parent = await aParentWithPassword()
    expect((await signIn(`  ${parent.email.toUpperCase()} `, PASSWORD)).status).toBe(200)
  })

  it('returns the same error for a wrong password and an unknown email', async () => {
    const parent = await aParentWithPassword()
    const wrong = await signIn(parent.email, 'something else')
    const unknown = await signIn('nobody@example.com', 'something else')
    expect(wrong.status).toBe(401)
    expect(wrong.body).toEqual(unknown.body)
    expect(wrong.body.error.message).toBe('Invalid email or password.')
    expect(cookieOf(wrong)).toBe('')
  })

  it('keeps the secret out of scripts, cross-site requests and the response body', async () => {
    const parent = await aParentWithPassword()
    const response = await signIn(parent.email, PASSWORD)
    const cookie = cookieOf(response)
    expect(cookie).toMatch(/^aftercare_session=[\w-]{27};/)
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain('SameSite=Lax')
    expect(cookie).toContain('Path=/')
    expect(Number(cookie.match(/Max-Age=(\d+)/)?.[1])).toBeCloseTo(30 * 24 * 60 * 60, -2)
    expect(cookie).not.toContain('Secure')
    const secret = cookie.match(/=([\w-]+);/)?.[1] ?? 'none'
    expect(JSON.stringify(response.body)).not.toContain(secret)
    const stored = await storedRows(app.services.db, 'sessions', sql`where account_id = ${parent.id}`)
    expect(stored).toHaveLength(1)
    expect(JSON.stringify(stored)).not.toContain(secret)
  })

  it('never reuses a session secret sent by the browser', async () => {
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

  it('accepts many concurrent right passwords while the hash needs a rehash', async () => {
    const weak = await hash(PASSWORD, WEAK)
    // From one subnet, where they queue, and from twelve, where they don't.
    for (const ipAddressOf of [() => '203.0.113.40', (n: number) => `198.51.100.${40 + n}`]) {
      const parent = await build.aParent()
      await write(sql`update accounts set password_hash = ${weak} where id = ${parent.id}`)
      const responses = await Promise.all(
        Array.from({ length: 12 }, (_, n) => signIn(parent.email, PASSWORD, ipAddressOf(n))),
      )
      expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200))
    }
  })

  it('rejects none of 70 concurrent right passwords from one IP address, ten per account', async () => {
    const parents = await Promise.all(Array.from({ length: 7 }, aParentWithPassword))
    const responses = await Promise.all(
      Array.from({ length: 70 }, (_, n) => signIn(parents[n % 7]?.email ?? '', PASSWORD, '203.0.113.41')),
    )
    expect(responses.filter(({ status }) => status !== 200)).toEqual([])
    // Wrong ones are still limited.
    const guessed = await Promise.all(
      Array.from({ length: 30 }, (_, n) => signIn(parents[0]?.email ?? '', `guess ${n}`, '203.0.113.41')),
    )
    expect(guessed.filter(({ status }) => status === 401)).toHaveLength(8)
    expect(guessed.filter(({ status }) => status === 429)).toHaveLength(22)
  })

  it('states the waiting time after too many attempts; afterwards the right password works', async () => {
    const parent = await aParentWithPassword()
    const attempts = await guesses(parent.email, 20)
    expect(attempts.filter(({ status }) => status === 401)).toHaveLength(8)
    const limited = await signIn(parent.email, PASSWORD)
    expect(limited.status).toBe(429)
    expect(limited.body.error.message).toMatch(/^Too many attempts\. Please try again in \d+ minutes?\.$/)
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
    await write(sql`update rate_limits set tat_ms = 1`)
    expect((await signIn(parent.email, PASSWORD)).status).toBe(200)
  })

  it("is not blocked by a stranger's wrong passwords, from another subnet or in a known browser", async () => {
    const parent = await aParentWithPassword()
    const [atHome, unknown] = ['203.0.113.20', '203.0.113.21']
    const browser = browserOf(app, { 'x-forwarded-for': atHome })
    await browser.signIn(parent.email, PASSWORD)
    await browser.post('/api/auth/sign-out')
    await guesses(parent.email, 12, atHome)
    // Only a new browser on the stranger's subnet has to wait.
    expect((await signIn(parent.email, PASSWORD, atHome)).status).toBe(429)
    expect((await signIn(parent.email, PASSWORD, unknown)).status).toBe(200)
    expect((await browser.signIn(parent.email, PASSWORD)).status).toBe(200)
  })

  it('also limits a known browser, and forgets it after a password change', async () => {
    const parent = await aParentWithPassword()
    const browser = browserOf(app, { 'x-forwarded-for': '203.0.113.30' })
    await browser.signIn(parent.email, PASSWORD)
    const attempts: number[] = []
    for (let n = 0; n < 20; n++) attempts.push((await browser.signIn(parent.email, `guess ${n}`)).status)
    // Its own ten, then the eight that anybody has.
    expect(attempts.filter((status) => status === 401)).toHaveLength(18)
    await write(sql`delete from rate_limits`)
    await browser.signIn(parent.email, PASSWORD)
    expect(await countDevices(parent.id)).toBe(1)
    await browser.post('/api/auth/password', { current_password: PASSWORD, password: 'new words' })
    expect(await countDevices(parent.id)).toBe(0)
  })

  it('sets a device cookie that grants nothing and reveals nothing', async () => {
    const parent = await aParentWithPassword()
    const response = await signIn(parent.email, PASSWORD)
    const device =
      response.headers.getSetCookie().find((cookie) => cookie.startsWith('aftercare_device=')) ?? ''
    expect(device).toMatch(/^aftercare_device=[\w-]{27};.*HttpOnly; SameSite=Lax$/)
    const secret = device.slice('aftercare_device='.length, device.indexOf(';'))
    const asSession = await app.visitor.get('/api/profile', { cookie: `aftercare_session=${secret}` })
    expect(asSession.status).toBe(401)
    const devices = await rows(app.services.db, sql`select * from known_devices`)
    expect(JSON.stringify(devices)).not.toContain(secret)
  })

  it('is slower, but never blocked, after too many wrong passwords for an account or from an IP address', async () => {
    const parent = await aParentWithPassword()
    const other = await aParentWithPassword()
    const flooded = '198.51.100.9'
    await write(sql`insert into rate_limits (key, tat_ms) select key, 9e15 from (values
      (${rateLimitKey(app.services.encryptor.hmac, 'sign-in-account', parent.email)}), (${rateLimitKey(app.services.encryptor.hmac, 'sign-in-ip', flooded)})) as given (key)`)
    const timed = async (email: string, ipAddress: string) => {
      const startedAt = performance.now()
      const { status } = await signIn(email, PASSWORD, ipAddress)
      return { status, elapsedMs: performance.now() - startedAt }
    }
    const [byAccount, byIp] = await Promise.all([
      timed(parent.email, '198.51.100.10'),
      timed(other.email, flooded),
    ])
    expect([byAccount.status, byIp.status]).toEqual([200, 200])
    for (const { elapsedMs } of [byAccount, byIp]) expect(elapsedMs).toBeGreaterThan(4_000)
  })

  it('does not use up shared limits with rejected attempts', async () => {
    const parent = await aParentWithPassword()
    const evening = '198.51.100.20'
    const startedAt = Date.now()
    for (let round = 0; round < 2; round++) await guesses(parent.email, 50, evening)
    const ahead = async (key: string) => {
      const [row] = await rows<{ tat_ms: number }>(
        app.services.db,
        sql`select tat_ms from rate_limits where key = ${key}`,
      )
      return (row?.tat_ms ?? Number.NaN) - Date.now()
    }
    // The eight whose password was verified, of a hundred.
    for (const [key, intervalMs] of [
      [rateLimitKey(app.services.encryptor.hmac, 'sign-in-account', parent.email), 36_000],
      [rateLimitKey(app.services.encryptor.hmac, 'sign-in-ip', evening), 1_500],
    ] as const) {
      const counted = await ahead(key)
      expect(counted).toBeLessThanOrEqual(8 * intervalMs)
      expect(counted).toBeGreaterThanOrEqual(8 * intervalMs - (Date.now() - startedAt))
    }
  })

  it('does not count right passwords against the IP address or the account', async () => {
    await write(sql`delete from rate_limits`)
    const parent = await aParentWithPassword()
    for (let count = 0; count < 12; count++) {
      expect((await signIn(parent.email, PASSWORD)).status).toBe(200)
    }
    const counted = await rows<{ ahead: number }>(
      app.services.db,
      sql`select tat_ms - extract(epoch from now())::bigint * 1000 as ahead from rate_limits`,
    )
    expect(counted).toHaveLength(3)
    for (const { ahead } of counted) expect(ahead).toBeLessThan(2_000)
  })

  it('tells only somebody with the right password that the account is suspended', async () => {
    const parent = await aParentWithPassword()
    await app.services.db.transaction((tx) => setAccountStatus(tx, parent.id, 'suspended'))
    expect((await signIn(parent.email, 'guess')).body.error.code).toBe('bad-credentials')
    const { status, body } = await signIn(parent.email, PASSWORD)
    expect(status).toBe(403)
    expect(body.error.message).toBe('This account is suspended. Please contact the aftercare office.')
  })

  it('allows an inactive parent: the status is only a label', async () => {
    const parent = await aParentWithPassword()
    await app.services.db.transaction((tx) => setAccountStatus(tx, parent.id, 'inactive'))
    expect((await signIn(parent.email, PASSWORD)).status).toBe(200)
  })
})

describe('a password with production hashing cost', () => {
  it('takes as long for an unknown email as for a known one, and a weak hash is upgraded', async () => {
    const real = await startTestApp({ productionHashing: true })
    try {
      const signIn = (email: string, password: string) =>
        real.visitor.post('/api/auth/sign-in', { email, password })
      const parent = await buildersFor(real.services.db).aParent()
      const weak = await hash(PASSWORD, WEAK)
      await execute(
        real.services.db,
        sql`update accounts set password_hash = ${weak} where id = ${parent.id}`,
      )
      expect((await signIn(parent.email, PASSWORD)).status).toBe(200)
      const [row] = await storedRows(real.services.db, 'accounts', sql`where id = ${parent.id}`)
      expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      expect((await signIn(parent.email, PASSWORD)).status).toBe(200)

      // CPU time, so that other load on the machine does not matter.
      const work = async (email: string) => {
        const before = process.cpuUsage()
        expect((await signIn(email, 'something else')).status).toBe(401)
        const { user, system } = process.cpuUsage(before)
        return user + system
      }
      const median = async (email: (n: number) => string) => {
        const times: number[] = []
        for (let n = 0; n < 5; n++) times.push(await work(email(n)))
        return times.sort((a, b) => a - b)[2] ?? 0
      }
      const known = await median(() => parent.email)
      const unknown = await median((n) => `unknown${n}@example.com`)
      // Without hashing it would be a small fraction.
      expect(unknown).toBeGreaterThan(known * 0.3)
    } finally {
      await real.stop()
    }
  })
})
