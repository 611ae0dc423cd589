import { beforeEach, describe, expect, it } from 'vitest'
import { linkMailedTo, mailsTo, readLink, tokensOf } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { countRows, storedRows } from '../../testing/rows'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'
import { createAccount } from './accounts.queries'

const app = await testApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2525' } })
const { db, clock } = app.services
const make = buildersFor(db)

let staff: TestClient
let families = 0
beforeEach(async () => {
  app.setNow('2026-11-16T09:00:00-05:00')
  await execute(db, sql`delete from rate_limits`)
  staff = await app.as(await make.anAdmin())
})

/** As staff import it: without a password. */
async function anImportedParent() {
  const person = { email: `dana${++families}@example.com`, full_name: 'Dana Okafor' }
  const account = { ...person, role: 'parent', passwordHash: null } as const
  const id = (await db.transaction((tx) => createAccount(tx, account, clock.now()))) ?? ''
  return { id, ...person }
}

async function anInvitedParent() {
  const parent = await anImportedParent()
  expect((await invite(parent)).status).toBe(200)
  return { parent, link: await linkMailedTo(app, parent.email, 'account-invitation') }
}

const invite = ({ id }: { id: string }) => staff.post(`/api/admin/parents/${id}/invitation`, {})
const post = (path: string, values: object) => app.visitor.post(`/api/auth/${path}`, values)
const check = (link: object) => post('recovery/check', link)
const choose = (link: object, password: string) => post('recovery/password', { ...link, password })
const signIn = (email: string, password: string) => post('sign-in', { email, password })
const invitationOf = async ({ id }: { id: string }) =>
  (await staff.get(`/api/admin/parents/${id}`)).body.invitation
const templatesTo = async (email: string) => (await mailsTo(app, email)).map(({ template }) => template)

describe('inviting a parent whose account has no password', () => {
  it('mails a link to choose one, stores only its hash and shows that they are invited', async () => {
    const parent = await anImportedParent()
    expect(await invitationOf(parent)).toEqual({ invited_at: null })
    const { body } = await invite(parent)
    expect(body.invitation).toEqual({ invited_at: expect.stringMatching(/^2026-11-16T14:00/) })
    const link = await linkMailedTo(app, parent.email, 'account-invitation')
    expect([link.url.pathname, link.url.search, link.type]).toEqual(['/auth', '', 'recovery'])
    const [mail] = await storedRows(db, 'outbox', sql`where to_email = ${parent.email}`)
    expect(mail).toMatchObject({ is_secret: true, subject: expect.stringContaining('Choose a password') })
    expect(mail?.text.replace(/\s+/g, ' ')).toContain('works once and expires in 7 days')
    const tokens = await storedRows(db, 'tokens', sql`where account_id = ${parent.id}`)
    expect(JSON.stringify(tokens)).not.toContain(link.access_token)
    const log = await storedRows(db, 'audit_log', sql`where row_id = ${parent.id}`)
    expect(log.map(({ action }) => action)).toEqual(['parent.invite'])
    expect(JSON.stringify(log)).not.toContain(link.access_token)
  })

  it('lets them choose a password once and sign in, to the account that staff created', async () => {
    const { parent, link } = await anInvitedParent()
    expect((await check(tokensOf(link))).body).toEqual({ email: parent.email, has_password: false })
    expect((await choose(tokensOf(link), 'chosen by dana')).status).toBe(200)
    expect((await choose(tokensOf(link), 'chosen again')).body.error.code).toBe('invalid-link')
    const { status, body } = await signIn(parent.email, 'chosen by dana')
    expect([status, body.user.id]).toEqual([200, parent.id])
    expect(await templatesTo(parent.email)).toEqual(['account-invitation'])
    expect(await invitationOf(parent)).toBeNull()
    expect((await invite(parent)).body.error.code).toBe('has-password')
  })

  it('is refused while the account is suspended, to which nobody can sign in', async () => {
    const parent = await anImportedParent()
    const setStatus = (status: string, version: number) =>
      staff.patch(`/api/admin/parents/${parent.id}`, { status, version })
    expect((await setStatus('suspended', 1)).status).toBe(200)
    const { status, body } = await invite(parent)
    expect([status, body.error.message]).toEqual([409, 'This family is suspended. Change the status first.'])
    expect(await templatesTo(parent.email)).toEqual([])
    expect((await setStatus('active', 2)).status).toBe(200)
    expect((await invite(parent)).status).toBe(200)
  })

  it('ends after seven days; sent again, only the new link works', async () => {
    const { parent, link } = await anInvitedParent()
    app.setNow('2026-11-23T08:59:00-05:00')
    expect((await check(tokensOf(link))).status).toBe(200)
    app.setNow('2026-11-23T09:01:00-05:00')
    expect((await choose(tokensOf(link), 'too late')).status).toBe(400)
    staff = await app.as(await make.anAdmin())
    expect(await invitationOf(parent)).toEqual({ invited_at: expect.stringMatching(/^2026-11-16T14:00/) })
    await invite(parent)
    const newer = await linkMailedTo(app, parent.email, 'account-invitation')
    app.setNow('2026-11-23T09:03:00-05:00')
    await invite(parent)
    const newest = await linkMailedTo(app, parent.email, 'account-invitation')
    expect((await check(tokensOf(newer))).status).toBe(400)
    expect((await check(tokensOf(newest))).status).toBe(200)
  })

  it('sends one email for two colleagues at once, and tells the others when it can be sent again', async () => {
    const parent = await anImportedParent()
    const responses = await Promise.all([invite(parent), invite(parent), invite(parent)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 429, 429])
    expect(await templatesTo(parent.email)).toHaveLength(1)
    expect(await countRows(db, 'audit_log', sql`where row_id = ${parent.id}`)).toBe(1)
  })

  it('is not sent again within a minute, and says how long to wait', async () => {
    app.setNow('2026-11-16T09:30:00-05:00')
    const parent = await anImportedParent()
    await invite(parent)
    app.setNow('2026-11-16T09:30:20-05:00')
    const tooSoon = await invite(parent)
    expect(tooSoon.status).toBe(429)
    // The clock went on after the first one.
    expect(tooSoon.body.error.message).toMatch(
      /^An invitation was just sent\. You can send it again in (41|40) seconds\.$/,
    )
    expect(tooSoon.headers.get('retry-after')).toMatch(/^(41|40)$/)
    expect(await templatesTo(parent.email)).toHaveLength(1)
    app.setNow('2026-11-16T09:32:00-05:00')
    expect((await invite(parent)).status).toBe(200)
    expect(await templatesTo(parent.email)).toHaveLength(2)
  })

  it('is not possible for guests, unknown parents and admins, nor by a parent', async () => {
    await make.aDropIn('2026-11-17', { guest_parent_email: 'grace@example.com' })
    expect((await invite({ id: 'guest-grace@example.com' })).body.error.code).toBe('guest-edit')
    expect((await invite({ id: '00000000-0000-4000-8000-000000000000' })).status).toBe(404)
    expect((await invite(await make.anAdmin())).body.error.code).toBe('has-password')
    const parent = await anImportedParent()
    const family = await app.as(await make.aParent())
    expect((await family.post(`/api/admin/parents/${parent.id}/invitation`, {})).status).toBe(403)
    expect(await templatesTo(parent.email)).toEqual([])
  })

  it('says so where no email can be sent to the address', async () => {
    const parent = await anImportedParent()
    await execute(db, sql`update accounts set email = 'obrien@example.c' where id = ${parent.id}`)
    expect((await invite(parent)).body.error.code).toBe('undeliverable')
    expect(await invitationOf(parent)).toEqual({ invited_at: null })
  })

  it('goes to a corrected email address, of which the mistyped one learns nothing', async () => {
    const { parent, link } = await anInvitedParent()
    const corrected = { email: `corrected-${parent.email}`, version: 1 }
    expect((await staff.patch(`/api/admin/parents/${parent.id}`, corrected)).status).toBe(200)
    expect((await check(tokensOf(link))).status).toBe(400)
    expect(await templatesTo(parent.email)).toEqual(['account-invitation'])
    expect(await templatesTo(corrected.email)).toEqual(['account-invitation'])
  })
})

describe('before a password is chosen', () => {
  it('nobody can sign in, and the response is that of an unknown address', async () => {
    const { parent } = await anInvitedParent()
    const unknown = await signIn('nobody@example.com', 'anything')
    for (const password of ['anything', '', ' ', 'null', parent.email]) {
      const { status, body } = await signIn(parent.email, password)
      if (password) expect([status, body]).toEqual([unknown.status, unknown.body])
      else expect(status).toBe(422)
    }
  })

  it.each([['with a child'], ['without children']])(
    "a stranger's sign-up changes nothing, %s: no password, no second account, and the mailed link still works",
    async (which) => {
      const { parent, link } = await anInvitedParent()
      if (which === 'with a child') await make.aChild(parent)
      const fresh = { full_name: 'Eve', email: `eve${families}@example.com`, password: 'chosen by eve' }
      const unknown = await post('sign-up', fresh)
      const { status, body } = await post('sign-up', { ...fresh, email: ` ${parent.email.toUpperCase()}` })
      expect([status, body]).toEqual([unknown.status, unknown.body])
      expect((await signIn(parent.email, fresh.password)).status).toBe(401)
      const [account, ...more] = await storedRows(db, 'accounts', sql`where email = ${parent.email}`)
      expect([account?.id, account?.password_hash, more]).toEqual([parent.id, null, []])
      const [profile] = await storedRows(db, 'profiles', sql`where id = ${parent.id}`)
      expect(profile?.full_name).toBe('Dana Okafor')
      expect((await choose(tokensOf(link), 'chosen by dana')).status).toBe(200)
      expect((await signIn(parent.email, fresh.password)).status).toBe(401)
      expect((await signIn(parent.email, 'chosen by dana')).body.user.id).toBe(parent.id)
    },
  )

  it('signing up leads the owner to the same account by a link, which a stranger cannot use up', async () => {
    const parent = await anImportedParent()
    const signUp = () =>
      post('sign-up', { full_name: 'Dana', email: parent.email, password: 'typed at sign-up' })
    for (let count = 0; count < 6; count++) expect((await signUp()).status).toBe(200)
    expect(await templatesTo(parent.email)).toEqual(Array(3).fill('account-invitation'))
    expect(await countRows(db, 'tokens', sql`where account_id = ${parent.id}`)).toBe(1)
    const mails = await mailsTo(app, parent.email)
    expect(mails[0]?.text.replace(/\s+/g, ' ')).toContain('tried to sign up with this address')
    const links = mails.map(({ text }) => text.match(/https?:\/\/\S+access_token=\S+/)?.[0] ?? '')
    const chosen = await Promise.all(links.map((link) => choose(tokensOf(readLink(link)), 'chosen by dana')))
    expect(chosen.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect((await signIn(parent.email, 'typed at sign-up')).status).toBe(401)
    expect((await signIn(parent.email, 'chosen by dana')).body.user.id).toBe(parent.id)
  })

  it('"Forgot Password?" leads to the same account and does not void the invitation until it is used', async () => {
    const { parent, link } = await anInvitedParent()
    await post('forgot-password', { email: parent.email })
    const reset = await linkMailedTo(app, parent.email, 'recovery')
    expect((await check(tokensOf(link))).status).toBe(200)
    expect((await choose(tokensOf(reset), 'chosen by dana')).status).toBe(200)
    expect((await check(tokensOf(link))).status).toBe(400)
    expect((await signIn(parent.email, 'chosen by dana')).body.user.id).toBe(parent.id)
  })

  it('a request for the confirmation link sends the link to choose a password instead', async () => {
    const { parent, link } = await anInvitedParent()
    await post('verification/resend', { email: parent.email })
    expect(await templatesTo(parent.email)).toEqual(['account-invitation', 'account-invitation'])
    expect((await check(tokensOf(link))).status).toBe(200)
  })

  it('responses to sign-up and reset take at least the same time as for an unknown address', async () => {
    const { parent } = await anInvitedParent()
    for (const path of ['sign-up', 'forgot-password', 'verification/resend']) {
      const startedAt = performance.now()
      await post(path, { full_name: 'Eve', email: parent.email, password: 'chosen by eve' })
      expect(performance.now() - startedAt, path).toBeGreaterThanOrEqual(249)
    }
  })
})
