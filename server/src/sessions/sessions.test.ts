import { describe, expect, it } from 'vitest'
import { browserOf, givePassword } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { type TestClient, testApp } from '../../testing/test-app'
import { maybeOne, rows, sql } from '../db/sql'

const FIREFOX = 'Mozilla/5.0 (Android 15; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0'
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'
const PASSWORD = 'late afternoon'
const MONDAY = '2026-11-16T09:00:00-05:00'

const app = await testApp({ now: MONDAY })
const build = buildersFor(app.services.db)

async function signedIn(account: { email: string }, userAgent: string) {
  const browser = browserOf(app, { 'user-agent': userAgent })
  expect((await browser.signIn(account.email, PASSWORD)).status).toBe(200)
  return browser
}

async function twoBrowsers(role: 'parent' | 'admin' = 'parent') {
  const person = role === 'parent' ? await build.aParent() : await build.anAdmin()
  await givePassword(app, person, PASSWORD)
  return { person, phone: await signedIn(person, FIREFOX), desk: await signedIn(person, SAFARI) }
}

type ListedSession = { id: string; browser: string; system: string; seen_at: string; is_current: boolean }
const listSessions = async (browser: Pick<TestClient, 'get'>) =>
  (await browser.get('/api/sessions')).body.rows as ListedSession[]

const seenAt = async (accountId: string) =>
  (
    await maybeOne<{ seen_at: string; expires_at: string }>(
      app.services.db,
      sql`select seen_at, expires_at from sessions where account_id = ${accountId}`,
    )
  )?.seen_at

describe.each(['parent', 'admin'] as const)('the sessions of a %s account', (role) => {
  it('are listed with browser, system and last use, the current one first and marked', async () => {
    const { person, phone, desk } = await twoBrowsers(role)
    await build.aParent()
    expect(await listSessions(phone)).toMatchObject([
      { browser: 'Firefox', system: 'Android', is_current: true },
      { browser: 'Safari', system: 'macOS', is_current: false },
    ])
    const [first] = await listSessions(desk)
    expect(first).toMatchObject({ browser: 'Safari', is_current: true })
    expect(Math.abs(new Date(first?.seen_at ?? 0).getTime() - new Date(MONDAY).getTime())).toBeLessThan(
      60_000,
    )
    // A session is identified by its handle: neither secret nor hash leaves the server.
    const stored = await rows<{ id: string }>(
      app.services.db,
      sql`select id from sessions where account_id = ${person.id}`,
    )
    const response = JSON.stringify((await phone.get('/api/sessions')).body)
    for (const { id } of stored) expect(response).not.toContain(id)
  })

  it('can be ended one by one: the other browser is signed out with its next request', async () => {
    const { person, phone, desk } = await twoBrowsers(role)
    const other = (await listSessions(desk)).find((session) => !session.is_current)
    expect((await desk.delete(`/api/sessions/${other?.id}`)).status).toBe(200)
    expect((await phone.get('/api/sessions')).status).toBe(401)
    expect(await listSessions(desk)).toHaveLength(1)
    expect((await desk.delete(`/api/sessions/${other?.id}`)).status).toBe(404)
    const audited = await rows(
      app.services.db,
      sql`select actor_id, actor_role, detail from audit_log where action = 'sessions.end' and row_id = ${person.id}`,
    )
    expect(audited).toEqual([{ actor_id: person.id, actor_role: role, detail: { ended: 1 } }])
  })

  it('can all be ended except the current one, without affecting other accounts', async () => {
    const { person, phone, desk } = await twoBrowsers(role)
    const other = await twoBrowsers(role)
    await signedIn(person, FIREFOX)
    expect((await desk.post('/api/sessions/end-others')).body).toEqual({ ended: 2 })
    expect((await desk.post('/api/sessions/end-others')).body).toEqual({ ended: 0 })
    expect((await phone.get('/api/sessions')).status).toBe(401)
    expect(await listSessions(desk)).toHaveLength(1)
    expect(await listSessions(other.phone)).toHaveLength(2)
  })
})

describe('a session', () => {
  it('of another account is not found', async () => {
    const [own, foreign] = [await twoBrowsers(), await twoBrowsers()]
    const [theirs] = await listSessions(foreign.desk)
    expect((await own.desk.delete(`/api/sessions/${theirs?.id}`)).status).toBe(404)
    expect(await listSessions(foreign.desk)).toHaveLength(2)
  })

  it('is not listed once it has expired', async () => {
    const { phone, desk, person } = await twoBrowsers()
    await listSessions(phone)
    const [first] = await listSessions(desk)
    await rows(
      app.services.db,
      sql`update sessions set expires_at = created_at where account_id = ${person.id} and handle <> ${first?.id}`,
    )
    expect(await listSessions(desk)).toHaveLength(1)
  })

  it('stores a truncated user agent', async () => {
    const parent = await build.aParent()
    await givePassword(app, parent, PASSWORD)
    const browser = await signedIn(parent, `Firefox/1 (Windows ${'x'.repeat(5_000)})`)
    expect(await listSessions(browser)).toMatchObject([{ browser: 'Firefox', system: 'Windows' }])
    const stored = sql`select length(user_agent) as length from sessions where account_id = ${parent.id}`
    expect(await maybeOne(app.services.db, stored)).toEqual({ length: 300 })
  })

  it.each(['parent', 'admin'] as const)(
    'of %s records its last use, at most every ten minutes',
    async (role) => {
      const person = role === 'parent' ? await build.aParent() : await build.anAdmin()
      const client = await app.as(person)
      const first = await seenAt(person.id)
      app.setNow('2026-11-16T09:09:00-05:00')
      await client.get('/api/sessions')
      expect(await seenAt(person.id)).toBe(first)
      app.setNow('2026-11-16T09:11:00-05:00')
      // Requests that an open page makes on its own don't count.
      await client.get('/api/auth/session')
      expect(await seenAt(person.id)).toBe(first)
      await client.get('/api/sessions')
      const second = await seenAt(person.id)
      expect(second?.slice(0, 15)).toBe('2026-11-16T14:1')
      await client.get('/api/sessions')
      expect(await seenAt(person.id)).toBe(second)
      app.setNow(MONDAY)
    },
  )
})
