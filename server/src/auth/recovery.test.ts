import { beforeEach, describe, expect, it } from 'vitest'
import { browserOf, givePassword, linkMailedTo, mailsTo, tokensOf } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { storedRows } from '../../testing/rows'
import { testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'
import { inviteAdmin } from './admin-accounts.queries'
import { changeAccountEmail } from './change-email'

const app = await testApp()
const build = buildersFor(app.services.db)
beforeEach(() => execute(app.services.db, sql`delete from rate_limits`))

const OLD = 'the old password'
const NEW = 'the new password'

async function aParentWithLink(portal: 'parent' | 'staff' = 'parent') {
  const parent = await build.aParent()
  await givePassword(app, parent, OLD)
  await app.visitor.post('/api/auth/forgot-password', { email: parent.email, portal })
  return { parent, link: await linkMailedTo(app, parent.email, 'recovery') }
}

const check = (values: object) => app.visitor.post('/api/auth/recovery/check', values)
const setPassword = (values: object) => app.visitor.post('/api/auth/recovery/password', values)
const signIn = (email: string, password: string) => app.visitor.post('/api/auth/sign-in', { email, password })

describe('a forgotten password', () => {
  it('sends a link to /auth with the tokens in the fragment', async () => {
    const { link } = await aParentWithLink()
    expect(link.url.pathname + link.url.search).toBe('/auth')
    expect(link.type).toBe('recovery')
    expect(link.access_token).not.toBe(link.refresh_token)
  })

  it('sends staff a link to /admin/login with the tokens in the query string', async () => {
    const { link } = await aParentWithLink('staff')
    expect(link.url.pathname).toBe('/admin/login')
    expect(link.url.searchParams.get('type')).toBe('recovery')
    expect(link.url.hash).toBe('')
  })

  it('gets the same response whether or not the account exists', async () => {
    const parent = await build.aParent()
    const time = async (email: string) => {
      const startedAt = performance.now()
      const { status, body } = await app.visitor.post('/api/auth/forgot-password', { email })
      return { status, body, ms: performance.now() - startedAt }
    }
    const known = await time(parent.email)
    const unknown = await time('nobody@example.com')
    expect(unknown.status).toBe(known.status)
    expect(unknown.body).toEqual(known.body)
    expect(Math.min(unknown.ms, known.ms)).toBeGreaterThanOrEqual(249)
    expect(await mailsTo(app, 'nobody@example.com')).toEqual([])
  })

  it('sends few emails however often a stranger requests them, and the last link stays valid', async () => {
    const parent = await build.aParent()
    const request = () => app.visitor.post('/api/auth/forgot-password', { email: parent.email })
    for (let count = 0; count < 3; count++) expect((await request()).status).toBe(200)
    for (let count = 0; count < 6; count++) expect((await request()).status).toBe(429)
    expect(await mailsTo(app, parent.email)).toHaveLength(3)
    const link = await linkMailedTo(app, parent.email, 'recovery')
    expect((await check(tokensOf(link))).status).toBe(200)
    // Ten minutes later a new one is sent.
    await execute(app.services.db, sql`update rate_limits set tat_ms = tat_ms - 601000`)
    await request()
    expect(await mailsTo(app, parent.email)).toHaveLength(4)
    // And at once if the last link was used: only the owner can do that.
    const newest = await linkMailedTo(app, parent.email, 'recovery')
    expect((await setPassword({ ...tokensOf(newest), password: NEW })).status).toBe(200)
    await request()
    expect((await mailsTo(app, parent.email)).filter(({ template }) => template === 'recovery')).toHaveLength(
      5,
    )
  })

  it.each(['forgot-password', 'verification/resend'])(
    'says when %s sends another email, to everybody alike',
    async (path) => {
      const parent = await build.aParent()
      const fourth = async (email: string) => {
        const send = () => app.visitor.post(`/api/auth/${path}`, { email })
        for (let count = 0; count < 3; count++) expect((await send()).body).toEqual({ ok: true })
        const { status, body } = await send()
        return { status, message: body.error.message }
      }
      const said = {
        status: 429,
        message: 'Please use the link in the last email we sent. You can ask for it again in 10 minutes.',
      }
      expect(await fourth(parent.email)).toEqual(said)
      expect(await fourth(`nobody-${path.length}@example.com`)).toEqual(said)
    },
  )

  it('is replaced through the link, which ends every session and sends a notification', async () => {
    const { parent, link } = await aParentWithLink()
    const browser = browserOf(app)
    await browser.signIn(parent.email, OLD)
    expect((await setPassword({ ...tokensOf(link), password: NEW })).status).toBe(200)
    expect(await browser.session()).toBeNull()
    expect((await signIn(parent.email, OLD)).status).toBe(401)
    expect((await signIn(parent.email, NEW)).status).toBe(200)
    expect((await mailsTo(app, parent.email))[0]?.template).toBe('password-changed')
  })

  it('ends the session of the browser that used the link', async () => {
    const other = await build.aParent()
    await givePassword(app, other, OLD)
    const browser = browserOf(app)
    await browser.signIn(other.email, OLD)
    const { link } = await aParentWithLink()
    await browser.post('/api/auth/recovery/password', { ...tokensOf(link), password: NEW })
    expect(browser.cookie).toBeUndefined()
    expect(await browser.session()).toBeNull()
  })

  it('also confirms the email, because the link was sent to it', async () => {
    const { parent, link } = await aParentWithLink()
    await execute(app.services.db, sql`update accounts set email_verified_at = null where id = ${parent.id}`)
    await setPassword({ ...tokensOf(link), password: NEW })
    const [row] = await storedRows(app.services.db, 'accounts', sql`where id = ${parent.id}`)
    expect(row?.email_verified_at).toMatch(/^2026-11-16/)
  })
})

describe('a recovery link', () => {
  it('can be opened in two tabs but used only once', async () => {
    const { parent, link } = await aParentWithLink()
    expect((await check(tokensOf(link))).body).toEqual({ email: parent.email, has_password: true })
    expect((await check(tokensOf(link))).status).toBe(200)
    expect((await setPassword({ ...tokensOf(link), password: NEW })).status).toBe(200)
    const second = await setPassword({ ...tokensOf(link), password: 'a third one' })
    expect(second.status).toBe(400)
    expect(second.body.error.message).toBe('The password reset link is invalid or has expired.')
    expect((await check(tokensOf(link))).status).toBe(400)
    expect((await signIn(parent.email, NEW)).status).toBe(200)
  })

  it('works for exactly one of twenty concurrent uses', async () => {
    const { parent, link } = await aParentWithLink()
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => setPassword({ ...tokensOf(link), password: `password ${n}` })),
    )
    const winners = responses.flatMap(({ status }, n) => (status === 200 ? [n] : []))
    expect(winners).toHaveLength(1)
    expect((await signIn(parent.email, `password ${winners[0]}`)).status).toBe(200)
    expect(
      (await mailsTo(app, parent.email)).filter((mail) => mail.template === 'password-changed'),
    ).toHaveLength(1)
  })

  it('can be checked concurrently any number of times', async () => {
    const { link } = await aParentWithLink()
    const checks = await Promise.all(Array.from({ length: 20 }, () => check(tokensOf(link))))
    expect(checks.every(({ status }) => status === 200)).toBe(true)
  })

  it('is void after a newer one', async () => {
    const { parent, link } = await aParentWithLink()
    await app.visitor.post('/api/auth/forgot-password', { email: parent.email })
    const newer = await linkMailedTo(app, parent.email, 'recovery')
    expect((await check(tokensOf(link))).status).toBe(400)
    expect((await setPassword({ ...tokensOf(link), password: NEW })).status).toBe(400)
    expect((await check(tokensOf(newer))).status).toBe(200)
  })

  it('does not void an invitation, but setting a password voids them all', async () => {
    const person = { full_name: 'Nora Lind', email: 'nora@example.com', role: 'admin' as const }
    await app.services.db.transaction((tx) =>
      inviteAdmin(tx, app.services, person, { account: null, roles: [] }),
    )
    const invitation = await linkMailedTo(app, person.email, 'invitation')
    await app.visitor.post('/api/auth/forgot-password', { email: person.email })
    expect((await check(tokensOf(invitation))).status).toBe(200)
    const reset = await linkMailedTo(app, person.email, 'recovery')
    await setPassword({ ...tokensOf(reset), password: NEW })
    expect((await check(tokensOf(invitation))).status).toBe(400)
  })

  it('is void after an hour', async () => {
    const { link } = await aParentWithLink()
    app.setNow('2026-11-16T09:58:00-05:00')
    expect((await check(tokensOf(link))).status).toBe(200)
    app.setNow('2026-11-16T10:01:00-05:00')
    expect((await check(tokensOf(link))).status).toBe(400)
    expect((await setPassword({ ...tokensOf(link), password: NEW })).status).toBe(400)
    app.setNow('2026-11-16T09:00:00-05:00')
  })

  it('is rejected if truncated, mixed with another, swapped or made up', async () => {
    const mine = await aParentWithLink()
    const other = await aParentWithLink()
    const { access_token, refresh_token } = mine.link
    const invalid = [
      { access_token: access_token.slice(0, -1), refresh_token },
      { access_token, refresh_token: refresh_token.slice(0, -1) },
      { access_token, refresh_token: other.link.refresh_token },
      { access_token: other.link.access_token, refresh_token },
      { access_token: refresh_token, refresh_token: access_token },
      { access_token: refresh_token },
      { access_token: "' or 1=1 --" },
    ]
    for (const values of invalid) {
      expect((await check(values)).body.error.code, JSON.stringify(values)).toBe('invalid-link')
      expect((await setPassword({ ...values, password: NEW })).status).toBe(400)
    }
    expect((await signIn(mine.parent.email, OLD)).status).toBe(200)
    expect((await check(tokensOf(mine.link))).status).toBe(200)
  })

  it('is not used up by a password that is too short', async () => {
    const { link } = await aParentWithLink()
    expect((await setPassword({ ...tokensOf(link), password: '12345' })).status).toBe(422)
    expect((await setPassword({ ...tokensOf(link), password: '123456' })).status).toBe(200)
  })

  it('is not a session: it only sets a new password', async () => {
    const { link } = await aParentWithLink()
    const response = await app.visitor.get('/api/profile', {
      cookie: `aftercare_session=${link.access_token}`,
    })
    expect(response.status).toBe(401)
  })

  it('is stored only as a hash', async () => {
    const { parent, link } = await aParentWithLink()
    const rows = await storedRows(app.services.db, 'tokens', sql`where account_id = ${parent.id}`)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(link.access_token)
    expect(JSON.stringify(rows)).not.toContain(link.refresh_token)
  })

  it('sent to an old email is void once the email has changed', async () => {
    const { parent, link } = await aParentWithLink()
    await app.services.db.transaction((tx) =>
      changeAccountEmail(tx, app.services, parent.id, 'moved@example.com'),
    )
    expect((await check(tokensOf(link))).status).toBe(400)
  })
})
