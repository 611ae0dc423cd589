import { describe, expect, it } from 'vitest'
import { browserOf, givePassword, linkMailedTo, mailsTo, readLink, tokensOf } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { storedRows } from '../../testing/rows'
import { startTestApp, testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'
import type { Viewer } from '../http/context'
import { inviteAdmin, removeAdmin, sendAdminReset } from './admin-accounts.queries'
import { changeAccountEmail } from './change-email'
import { createAdminLink, prepareFirstAdmin } from './first-admin'

const app = await testApp()
const build = buildersFor(app.services.db)

const viewerOf = (account: { id: string; email: string; full_name: string }): Viewer => ({
  account: {
    id: account.id,
    familyId: account.id,
    email: account.email,
    fullName: account.full_name,
    language: null,
    roles: ['admin'],
    sessionId: 'none',
    sessionExpiresAt: '2027-01-01T00:00:00Z',
    sessionSeenAt: '2026-11-16T14:00:00Z',
    passwordEnteredAt: '2026-11-16T14:00:00Z',
  },
  roles: ['admin'],
})

const rolesOf = async (id: string) =>
  (await storedRows(app.services.db, 'user_roles', sql`where user_id = ${id}`)).map(({ role }) => role)

const remove = (id: string, by: Viewer) =>
  app.services.db.transaction((tx) => removeAdmin(tx, app.services, id, by))

const invite = (person: { full_name: string; email: string }, by: Viewer) =>
  app.services.db.transaction((tx) => inviteAdmin(tx, app.services, { ...person, role: 'admin' }, by))

describe('the first admin', () => {
  it('gets a one-time link at each start until a password is set', async () => {
    const own = await startTestApp({ env: { ADMIN_EMAIL: 'Head@School.example' } })
    try {
      const older = readLink((await prepareFirstAdmin(own.services)) ?? '')
      const link = readLink((await prepareFirstAdmin(own.services)) ?? '')
      expect(link.url.pathname).toBe('/admin/login')
      const check = (values: object) => own.visitor.post('/api/auth/recovery/check', values)
      expect((await check(tokensOf(older))).status).toBe(400)
      expect((await check(tokensOf(link))).body).toEqual({
        email: 'head@school.example',
        has_password: false,
      })
      await own.visitor.post('/api/auth/recovery/password', {
        ...tokensOf(link),
        password: 'sunset over water',
      })
      const browser = browserOf(own)
      expect((await browser.signIn('head@school.example', 'sunset over water')).body.roles).toEqual(['admin'])
      expect(await prepareFirstAdmin(own.services)).toBeNull()
    } finally {
      await own.stop()
    }
  })

  it('is created once from ADMIN_PASSWORD if it is set', async () => {
    const own = await startTestApp({
      env: { ADMIN_EMAIL: 'head@school.example', ADMIN_PASSWORD: 'from the settings' },
    })
    try {
      const links = await Promise.all([prepareFirstAdmin(own.services), prepareFirstAdmin(own.services)])
      expect(links).toEqual([null, null])
      const browser = browserOf(own)
      expect((await browser.signIn('head@school.example', 'from the settings')).status).toBe(200)
      expect(await storedRows(own.services.db, 'user_roles')).toHaveLength(1)
    } finally {
      await own.stop()
    }
  })

  it('signs in with a common ADMIN_PASSWORD, also who was a parent before', async () => {
    const env = { ADMIN_EMAIL: 'head@school.example', ADMIN_PASSWORD: 'password1' }
    const own = await startTestApp({ env })
    try {
      await buildersFor(own.services.db).aParent({ email: env.ADMIN_EMAIL })
      expect(await prepareFirstAdmin(own.services)).toBeNull()
      const { status, body } = await browserOf(own).signIn(env.ADMIN_EMAIL, env.ADMIN_PASSWORD)
      expect([status, body.roles]).toEqual([200, ['admin', 'parent']])
    } finally {
      await own.stop()
    }
  })

  it('can be followed by more, created with the admin command', async () => {
    const link = readLink(await createAdminLink(app.services, ' Second@School.example '))
    expect(link.url.pathname).toBe('/admin/login')
    await app.visitor.post('/api/auth/recovery/password', {
      ...tokensOf(link),
      password: 'sunset over water',
    })
    const browser = browserOf(app)
    expect((await browser.signIn('second@school.example', 'sunset over water')).body.roles).toEqual(['admin'])
  })
})

describe('inviting an admin', () => {
  it('emails a link to set a password', async () => {
    const admin = await build.anAdmin()
    const { id } = await invite({ full_name: 'Nora Lind', email: 'nora@example.com' }, viewerOf(admin))
    expect(await rolesOf(id)).toEqual(['admin'])
    const link = await linkMailedTo(app, 'nora@example.com', 'invitation')
    expect(link.url.pathname).toBe('/admin/login')
    await app.visitor.post('/api/auth/recovery/password', {
      ...tokensOf(link),
      password: 'sunset over water',
    })
    expect((await browserOf(app).signIn('nora@example.com', 'sunset over water')).status).toBe(200)
    expect((await mailsTo(app, 'nora@example.com')).map(({ template }) => template)).toEqual(['invitation'])
  })

  it('rejects an email that already belongs to an admin', async () => {
    const admin = await build.anAdmin()
    await expect(invite(admin, viewerOf(admin))).rejects.toMatchObject({ code: 'email-in-use' })
  })

  it('makes a parent an admin as well and keeps the password', async () => {
    const parent = await build.aParent()
    await givePassword(app, parent, 'sunset over water')
    const before = browserOf(app)
    await before.signIn(parent.email, 'sunset over water')
    await invite(parent, viewerOf(await build.anAdmin()))
    // A parent's session lasts a month; a staff session does not.
    expect(await before.session()).toBeNull()
    expect((await rolesOf(parent.id)).sort()).toEqual(['admin', 'parent'])
    expect((await browserOf(app).signIn(parent.email, 'sunset over water')).status).toBe(200)
  })

  it('makes a parent with a common password choose another before signing in', async () => {
    const parent = await build.aParent()
    await givePassword(app, parent, 'sunset')
    const admin = viewerOf(await build.anAdmin())
    await invite(parent, admin)
    for (const _ of Array.from({ length: 10 })) {
      const { status, body } = await browserOf(app).signIn(parent.email, 'sunset')
      expect([status, body.error.code]).toEqual([403, 'common-password'])
    }
    expect((await browserOf(app).signIn(parent.email, 'sunrise')).status).toBe(401)
    const tokens = tokensOf(await linkMailedTo(app, parent.email, 'invitation'))
    const chosen = { ...tokens, password: 'sunset over water' }
    expect((await app.visitor.post('/api/auth/recovery/password', chosen)).status).toBe(200)
    expect((await browserOf(app).signIn(parent.email, 'sunset over water')).status).toBe(200)
  })

  it('lets a parent with a common password sign in again once the role is taken away', async () => {
    const parent = await build.aParent()
    await build.aChild(parent)
    await givePassword(app, parent, 'sunset')
    const admin = viewerOf(await build.anAdmin())
    await invite(parent, admin)
    await remove(parent.id, admin)
    expect((await browserOf(app).signIn(parent.email, 'sunset')).status).toBe(200)
  })

  it('gives no rights to somebody who signed up with the email without confirming it', async () => {
    const stranger = { full_name: 'Teacher', email: 'teacher@example.com' }
    await app.visitor.post('/api/auth/sign-up', { ...stranger, password: 'chosen by a stranger' })
    const browser = browserOf(app)
    await browser.signIn(stranger.email, 'chosen by a stranger')
    await invite(stranger, viewerOf(await build.anAdmin()))
    expect(await browser.session()).toBeNull()
    expect((await browser.signIn(stranger.email, 'chosen by a stranger')).status).toBe(401)
  })
})

describe('a reset from the Admin Users tab', () => {
  it('leads to /auth?reset=true with the tokens in the fragment', async () => {
    const admin = await build.anAdmin()
    await app.services.db.transaction((tx) => sendAdminReset(tx, app.services, admin.id, viewerOf(admin)))
    const { url, type } = await linkMailedTo(app, admin.email, 'recovery')
    expect(url.pathname + url.search).toBe('/auth?reset=true')
    expect(type).toBe('recovery')
  })

  it('is for admins only', async () => {
    const [admin, parent] = [await build.anAdmin(), await build.aParent()]
    const sending = app.services.db.transaction((tx) =>
      sendAdminReset(tx, app.services, parent.id, viewerOf(admin)),
    )
    await expect(sending).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('removing an admin', () => {
  it('removes profile, role and preferences, ends sessions and frees the email', async () => {
    const [admin, other] = [await build.anAdmin(), await build.anAdmin()]
    await givePassword(app, other, 'sunset')
    await execute(app.services.db, sql`insert into admin_email_preferences (user_id) values (${other.id})`)
    const browser = browserOf(app)
    await browser.signIn(other.email, 'sunset')
    await remove(other.id, viewerOf(admin))
    expect(await browser.session()).toBeNull()
    expect((await browser.signIn(other.email, 'sunset')).status).toBe(401)
    expect(await rolesOf(other.id)).toEqual([])
    expect(await storedRows(app.services.db, 'profiles', sql`where id = ${other.id}`)).toEqual([])
    const ofUser = sql`where user_id = ${other.id}`
    expect(await storedRows(app.services.db, 'admin_email_preferences', ofUser)).toEqual([])
    const again = await invite({ full_name: other.full_name, email: other.email }, viewerOf(admin))
    expect(again.id).not.toBe(other.id)
  })

  it('keeps the payments that they recorded', async () => {
    const [admin, other, parent] = [await build.anAdmin(), await build.anAdmin(), await build.aParent()]
    const payment = await build.aPayment(parent, other)
    await remove(other.id, viewerOf(admin))
    const [row] = await storedRows(app.services.db, 'payments', sql`where id = ${payment.id}`)
    expect(row?.recorded_by).toBe(other.id)
    const [account] = await storedRows(app.services.db, 'accounts', sql`where id = ${other.id}`)
    expect(account?.metadata.full_name).toBe(other.full_name)
  })

  it('leaves somebody with children a parent', async () => {
    const [admin, other] = [await build.anAdmin(), await build.anAdmin()]
    await givePassword(app, other, 'sunset')
    await build.aChild(other)
    await remove(other.id, viewerOf(admin))
    expect(await rolesOf(other.id)).toEqual(['parent'])
    expect((await browserOf(app).signIn(other.email, 'sunset')).body.roles).toEqual(['parent'])
  })

  it('fails for oneself and for somebody who is not an admin', async () => {
    const [admin, parent] = [await build.anAdmin(), await build.aParent()]
    await expect(remove(admin.id, viewerOf(admin))).rejects.toMatchObject({ code: 'own-admin' })
    await expect(remove(parent.id, viewerOf(admin))).rejects.toMatchObject({ code: 'not-found' })
  })

  it('always leaves one: of two admins who remove each other at once, one stays', async () => {
    const own = await startTestApp()
    try {
      const builders = buildersFor(own.services.db)
      const [one, two] = [await builders.anAdmin(), await builders.anAdmin()]
      const removal = (id: string, by: Viewer) =>
        own.services.db.transaction((tx) => removeAdmin(tx, own.services, id, by))
      const results = await Promise.allSettled([
        removal(two.id, viewerOf(one)),
        removal(one.id, viewerOf(two)),
      ])
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await storedRows(own.services.db, 'user_roles')).toHaveLength(1)
    } finally {
      await own.stop()
    }
  })
})

describe("changing an account's email", () => {
  it('changes account and profile together and notifies the old address', async () => {
    const parent = await build.aParent()
    await givePassword(app, parent, 'sunset')
    await app.services.db.transaction((tx) =>
      changeAccountEmail(tx, app.services, parent.id, 'new@example.com'),
    )
    const [row] = await storedRows(app.services.db, 'profiles', sql`where id = ${parent.id}`)
    expect(row?.email).toBe('new@example.com')
    const [mail] = await mailsTo(app, parent.email)
    expect(mail?.template).toBe('email-changed')
    expect(mail?.text).toContain('new@example.com')
  })

  it('rejects an email in use and changes nothing', async () => {
    const [parent, other] = [await build.aParent(), await build.aParent()]
    const changing = app.services.db.transaction((tx) =>
      changeAccountEmail(tx, app.services, parent.id, other.email),
    )
    await expect(changing).rejects.toMatchObject({ code: 'email-in-use' })
    const [row] = await storedRows(app.services.db, 'accounts', sql`where id = ${parent.id}`)
    expect(row?.email).toBe(parent.email)
    expect(await mailsTo(app, parent.email)).toEqual([])
  })
})
