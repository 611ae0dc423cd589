import { beforeEach, describe, expect, it } from 'vitest'
import { linkMailedTo, type MailedLink, mailsTo, tokensOf } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { composeAllEvents } from '../../testing/mails'
import { storedRows } from '../../testing/rows'
import { startTestApp, testApp } from '../../testing/test-app'
import { execute, maybeOne, rows, sql } from '../db/sql'

const app = await testApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2525' } })

const signUp = (values: object) => app.visitor.post('/api/auth/sign-up', values)
const signUpInTurn = async (everyone: object[]) => {
  const responses = []
  for (const values of everyone) responses.push(await signUp(values))
  return responses
}
const verify = (access_token: string) => app.visitor.post('/api/auth/verify', { access_token })
const confirm = async (email: string) => verify((await linkMailedTo(app, email, 'verification')).access_token)
const signIn = (email: string, password: string) => app.visitor.post('/api/auth/sign-in', { email, password })

describe('signing up', () => {
  it('creates account, profile and parent role, and emails a link to the site root', async () => {
    const response = await signUp({
      full_name: 'Dana Okafor',
      email: ' Dana@Example.com',
      password: 'sunset',
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('set-cookie')).toBeNull()
    const [account] = await storedRows(app.services.db, 'accounts', sql`where email = 'dana@example.com'`)
    expect(account?.metadata).toEqual({ full_name: 'Dana Okafor' })
    expect(account?.password_hash).toMatch(/^\$argon2id\$/)
    const id = account?.id ?? ''
    const [profile] = await storedRows(app.services.db, 'profiles', sql`where id = ${id}`)
    expect(profile).toMatchObject({
      full_name: 'Dana Okafor',
      email: 'dana@example.com',
      phone: null,
      status: 'active',
    })
    const roles = await storedRows(app.services.db, 'user_roles', sql`where user_id = ${id}`)
    expect(roles).toEqual([{ user_id: id, role: 'parent' }])
    const { url } = await linkMailedTo(app, 'dana@example.com', 'verification')
    expect(url.pathname).toBe('/')
  })

  it('does not allow signing in until the email is confirmed, and says so', async () => {
    const { status, body } = await signIn('dana@example.com', 'sunset')
    expect(status).toBe(403)
    expect(body.error).toEqual({ code: 'email-not-confirmed', message: 'Email not confirmed' })
    expect((await signIn('dana@example.com', 'guess')).body.error.code).toBe('bad-credentials')
  })

  it('confirms the email through the link, which may be opened twice, and says which', async () => {
    const { access_token } = await linkMailedTo(app, 'dana@example.com', 'verification')
    const truncated = await app.visitor.post('/api/auth/verify', { access_token: access_token.slice(0, -1) })
    expect(truncated.body.error.code).toBe('invalid-verification')
    expect((await verify(access_token)).body).toEqual({ email: 'dana@example.com' })
    const other = await app.as(await buildersFor(app.services.db).aParent())
    expect((await other.post('/api/auth/verify', { access_token })).body).toEqual({
      email: 'dana@example.com',
    })
    expect((await signIn('dana@example.com', 'sunset')).status).toBe(200)
  })

  it('sends a new confirmation link on request, which voids the older one', async () => {
    await signUp({ full_name: 'Lena', email: 'lena@example.com', password: 'sunset' })
    const older = await linkMailedTo(app, 'lena@example.com', 'verification')
    await app.visitor.post('/api/auth/verification/resend', { email: 'lena@example.com' })
    const newer = await linkMailedTo(app, 'lena@example.com', 'verification')
    expect(newer.access_token).not.toBe(older.access_token)
    expect((await verify(older.access_token)).status).toBe(400)
    expect((await verify(newer.access_token)).status).toBe(200)
    await app.visitor.post('/api/auth/verification/resend', { email: 'lena@example.com' })
    expect(await mailsTo(app, 'lena@example.com')).toHaveLength(2)
  })

  it('voids a confirmation link after a day', async () => {
    await signUp({ full_name: 'Omar', email: 'omar@example.com', password: 'sunset' })
    const { access_token } = await linkMailedTo(app, 'omar@example.com', 'verification')
    app.setNow('2026-11-17T10:00:00-05:00')
    expect((await app.visitor.post('/api/auth/verify', { access_token })).status).toBe(400)
    app.setNow('2026-11-16T09:00:00-05:00')
  })

  it('does not let a confirmation link set a password', async () => {
    const { access_token } = await linkMailedTo(app, 'omar@example.com', 'verification')
    const response = await app.visitor.post('/api/auth/recovery/password', {
      access_token,
      password: 'another one',
    })
    expect(response.body.error.code).toBe('invalid-link')
  })

  it('reveals only to its owner that an email has an account', async () => {
    const fresh = { full_name: 'Ines', email: 'ines@example.com', password: 'sunset' }
    const first = await signUp(fresh)
    await confirm(fresh.email)
    const [before] = await storedRows(app.services.db, 'accounts', sql`where email = ${fresh.email}`)
    const second = await signUp({ ...fresh, full_name: 'Somebody Else', password: 'other words' })
    expect(second.status).toBe(first.status)
    expect(second.body).toEqual(first.body)
    const [after] = await storedRows(app.services.db, 'accounts', sql`where email = ${fresh.email}`)
    expect(after).toEqual(before)
    expect((await mailsTo(app, fresh.email)).map(({ template }) => template)).toEqual([
      'account-exists',
      'verification',
    ])
  })

  it('cannot take over an invited admin, a confirmed account or a family', async () => {
    const { db } = app.services
    const password_hash = 'unchanged'
    const build = buildersFor(db)
    const unconfirmed = async (person: { id: string }) =>
      execute(
        db,
        sql`update accounts set email_verified_at = null, password_hash = ${password_hash} where id = ${person.id}`,
      )
    const [admin, family, confirmed] = [await build.anAdmin(), await build.aParent(), await build.aParent()]
    await build.aChild(family)
    await Promise.all([admin, family].map(unconfirmed))
    await execute(db, sql`update accounts set password_hash = ${password_hash} where id = ${confirmed.id}`)
    for (const { email } of [admin, family, confirmed]) {
      expect((await signUp({ full_name: 'Eve', email, password: 'chosen by eve' })).status).toBe(200)
      const [row] = await storedRows(db, 'accounts', sql`where email = ${email}`)
      expect(row?.password_hash).toBe(password_hash)
      expect((await mailsTo(app, email))[0]?.template).toBe('account-exists')
    }
  })

  it('takes at least the same time for a known and a new email', async () => {
    const time = async (email: string) => {
      const startedAt = performance.now()
      await signUp({ full_name: 'Ines', email, password: 'sunset' })
      return performance.now() - startedAt
    }
    const known = await time('ines@example.com')
    const fresh = await time('fresh@example.com')
    expect(Math.min(known, fresh)).toBeGreaterThanOrEqual(249)
  })

  it('creates one account from several concurrent sign-ups', async () => {
    const responses = await Promise.all(
      Array.from({ length: 5 }, () =>
        signUp({ full_name: 'Twin', email: 'twin@example.com', password: 'sunset' }),
      ),
    )
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    await composeAllEvents(app.services)
    const templates = (await mailsTo(app, 'twin@example.com')).map(({ template }) => template)
    expect(new Set(templates)).toEqual(new Set(['verification']))
    expect(
      await storedRows(
        app.services.db,
        'tokens',
        sql`where account_id in
      (select id from accounts where email = 'twin@example.com')`,
      ),
    ).toHaveLength(1)
  })

  it('stores the email as the name if none is given', async () => {
    await signUp({ email: 'nameless@example.com', password: 'sunset' })
    const [row] = await storedRows(app.services.db, 'profiles', sql`where email = 'nameless@example.com'`)
    expect(row?.full_name).toBe('nameless@example.com')
  })

  it('accepts any six characters as a password and rejects five', async () => {
    const response = await signUp({ full_name: 'Kai', email: 'kai@example.com', password: '12345' })
    expect(response.status).toBe(422)
    expect(response.body.error.fields).toEqual({ password: 'Password must be at least 6 characters long.' })
    expect((await signUp({ full_name: 'Kai', email: 'kai@example.com', password: 'aaaaaa' })).status).toBe(
      200,
    )
  })

  it('ignores a role, a status or a confirmation in the request', async () => {
    await signUp({
      full_name: 'Eve',
      email: 'eve@example.com',
      password: 'sunset',
      role: 'admin',
      roles: ['admin'],
      status: 'inactive',
      email_verified_at: '2026-01-01T00:00:00Z',
    })
    const row = await maybeOne(
      app.services.db,
      sql`select r.role, p.status, a.email_verified_at as verified from accounts a
        join profiles p on p.id = a.id join user_roles r on r.user_id = a.id
        where a.email = 'eve@example.com'`,
    )
    expect(row).toEqual({ role: 'parent', status: 'active', verified: null })
  })

  it('rejects line breaks and lists in names and emails', async () => {
    const invalid = [
      { full_name: 'Eve\r\nBcc: all@example.com', email: 'crlf@example.com' },
      { full_name: 'Eve', email: 'eve@example.com\r\nBcc: all@example.com' },
      { full_name: 'Eve', email: 'a@example.com, b@example.com' },
      { full_name: 'Eve', email: 'Eve <eve@example.com>' },
      { full_name: 'x'.repeat(121), email: 'long@example.com' },
    ]
    for (const values of invalid) {
      expect((await signUp({ ...values, password: 'sunset' })).status, JSON.stringify(values)).toBe(422)
    }
  })

  it('delays emails to an address that signs up repeatedly, and sends the newest', async () => {
    const email = 'popular@example.com'
    for (let count = 0; count < 6; count++) {
      const response = await signUp({ full_name: `Person ${count}`, email, password: 'sunset' })
      expect(response.status).toBe(200)
    }
    const waiting = await rows<{ wait: number }>(
      app.services.db,
      sql`select extract(epoch from next_attempt_at - now())::int as wait from outbox
        where account_id = (select id from accounts where email = ${email}) order by created_at desc, next_attempt_at desc`,
    )
    expect(waiting).toHaveLength(4)
    expect(waiting[0]?.wait).toBeGreaterThan(500)
    expect(waiting.slice(1).every(({ wait }) => wait <= 0)).toBe(true)
    await composeAllEvents(app.services)
    const [newest] = await mailsTo(app, email)
    // Whoever signed up typed the name, and may be a stranger.
    expect(newest).toMatchObject({ to_name: null, text: expect.not.stringContaining('Person') })
    await confirm(email)
    expect((await signIn(email, 'sunset')).status).toBe(200)
  })
})

describe('several sign-ups with one unconfirmed email', () => {
  const owner = { full_name: 'The Owner', password: 'the owner knows' }
  const stranger = { full_name: 'A Stranger', password: 'the stranger knows' }
  let people = 0
  let email = ''
  beforeEach(() => {
    email = `contested${++people}@example.com`
  })
  const signUpAs = (...everyone: (typeof owner)[]) =>
    signUpInTurn(everyone.map((each) => ({ ...each, email })))
  const signInAs = async ({ password }: typeof owner) => (await signIn(email, password)).status
  const templates = async () => (await mailsTo(app, email)).map(({ template }) => template)
  const stored = async () => (await storedRows(app.services.db, 'accounts', sql`where email = ${email}`))[0]
  const choose = async (link: MailedLink, password: string) =>
    (await app.visitor.post('/api/auth/recovery/password', { ...tokensOf(link), password })).status
  const resend = () => app.visitor.post('/api/auth/verification/resend', { email })

  it.each([
    ['after', [owner, stranger]],
    ['before', [stranger, owner]],
    ['before and after', [stranger, owner, stranger]],
    ['twice after', [owner, stranger, stranger]],
  ])(
    'keep a stranger out who signs up %s the owner: the newest mail lets its reader choose a password',
    async (_, everyone) => {
      const [first, ...others] = await signUpAs(...everyone)
      for (const other of others) expect([other.status, other.body]).toEqual([first?.status, first?.body])
      const newest = (await mailsTo(app, email))[0]
      expect(newest?.template).toBe('account-invitation')
      const link = await linkMailedTo(app, email, 'account-invitation')
      const check = await app.visitor.post('/api/auth/recovery/check', tokensOf(link))
      expect(check.body).toEqual({ email, has_password: false })
      expect([await signInAs(owner), await signInAs(stranger)]).toEqual([401, 401])
      expect(await choose(link, 'chosen by the owner')).toBe(200)
      expect([await signInAs(owner), await signInAs(stranger)]).toEqual([401, 401])
      expect((await signIn(email, 'chosen by the owner')).status).toBe(200)
      expect(await templates()).not.toContain('password-changed')
    },
  )

  it('void the links mailed before, which confirmed a password', async () => {
    await signUpAs(owner)
    const ownersLink = await linkMailedTo(app, email, 'verification')
    await signUpAs(stranger)
    expect((await verify(ownersLink.access_token)).body.error.code).toBe('invalid-verification')
    await resend()
    expect(await templates()).toEqual(['account-invitation', 'account-invitation', 'verification'])
    expect((await stored())?.email_verified_at).toBeNull()
  })

  it('with the same password, as after a lost mail, confirm it by the newest link', async () => {
    await signUpAs(owner, { ...owner, full_name: 'The Owner, again' })
    expect(await templates()).toEqual(['verification', 'verification'])
    await confirm(email)
    expect((await signIn(email, owner.password)).body.user.full_name).toBe('The Owner, again')
  })

  it('leave a stranger nothing to confirm after having been first', async () => {
    await signUpAs(stranger, owner, stranger, stranger)
    expect(await templates()).toEqual(['account-invitation', 'account-invitation', 'verification'])
    expect((await stored())?.password_hash).toBe('!')
    for (const password of ['!', '!!!!!!', stranger.password, owner.password])
      expect((await signIn(email, password)).body.error?.code, password).toBe('bad-credentials')
  })

  it('leave the newest link valid once the rate limit is reached, and mail no more', async () => {
    await signUpAs(owner, stranger, stranger)
    const link = await linkMailedTo(app, email, 'account-invitation')
    await signUpAs(stranger, stranger, stranger)
    expect((await resend()).status).toBe(429)
    expect(await templates()).toHaveLength(3)
    expect(await choose(link, 'chosen by the owner')).toBe(200)
  })

  it('greet nobody, in any mail with a link, and keep neither name nor language', async () => {
    const post = (values: object, language: string) =>
      app.visitor.post('/api/auth/sign-up', { email, ...values }, { cookie: `language=${language}` })
    await post(owner, 'en')
    await app.visitor.post('/api/auth/forgot-password', { email })
    await post(stranger, 'es')
    const mails = await mailsTo(app, email)
    expect(mails.map(({ template }) => template)).toEqual(['account-invitation', 'recovery', 'verification'])
    for (const { text, to_name } of mails) {
      expect(to_name).toBeNull()
      expect(text).not.toMatch(/Owner|Stranger|^(Hello|Hola) \S+@/m)
    }
    expect(mails[0]?.text).toContain('con contraseñas distintas')
    const [profile] = await storedRows(app.services.db, 'profiles', sql`where email = ${email}`)
    expect(profile).toMatchObject({ full_name: email, language: null })
    expect((await stored())?.metadata).toEqual({ full_name: email })
  })

  it('keep a name that was typed each time', async () => {
    await signUpAs(owner, { ...stranger, full_name: owner.full_name })
    await choose(await linkMailedTo(app, email, 'account-invitation'), 'chosen by the owner')
    const { body } = await signIn(email, 'chosen by the owner')
    expect(body.user.full_name).toBe(owner.full_name)
  })

  it('give way to a family that staff add', async () => {
    await signUpAs(owner, stranger)
    const link = await linkMailedTo(app, email, 'account-invitation')
    const staff = await app.as(await buildersFor(app.services.db).anAdmin())
    const family = { full_name: 'Dana Okafor', email, phone: '', send_invitation: false }
    const added = await staff.post('/api/admin/parents', family)
    expect(added.body).toMatchObject({ full_name: 'Dana Okafor', invitation: { invited_at: null } })
    expect(await choose(link, 'chosen before')).toBe(400)
    expect((await stored())?.password_hash).toBeNull()
  })

  it('take as long as one', async () => {
    await signUpAs(owner)
    for (const person of [owner, stranger, stranger]) {
      const startedAt = performance.now()
      await signUpAs(person)
      expect(performance.now() - startedAt).toBeGreaterThanOrEqual(249)
    }
  })
})

describe('signing up without a mail server', () => {
  it('needs no confirmation', async () => {
    const local = await startTestApp()
    try {
      await local.visitor.post('/api/auth/sign-up', {
        full_name: 'Dana Okafor',
        email: 'dana@example.com',
        password: 'sunset',
      })
      const response = await local.visitor.post('/api/auth/sign-in', {
        email: 'dana@example.com',
        password: 'sunset',
      })
      expect(response.status).toBe(200)
      expect((await linkMailedTo(local, 'dana@example.com', 'verification')).url.pathname).toBe('/')
    } finally {
      await local.stop()
    }
  })

  it('says that an email is taken, as its owner cannot be notified', async () => {
    const local = await startTestApp()
    const taken = { full_name: 'Dana Okafor', email: 'dana@example.com', password: 'sunset' }
    expect((await local.visitor.post('/api/auth/sign-up', taken)).status).toBe(200)
    const again = { ...taken, email: ' DANA@example.com', password: 'a stranger' }
    const { status, body } = await local.visitor.post('/api/auth/sign-up', again)
    const message = 'This email address is already in use.'
    const code = 'email-in-use'
    const field_codes = { email: { code, params: {} } }
    expect([status, body.error]).toEqual([409, { code, message, fields: { email: message }, field_codes }])
    const [mails, signedIn] = await Promise.all([
      mailsTo(local, 'dana@example.com'),
      local.visitor.post('/api/auth/sign-in', { email: taken.email, password: 'a stranger' }),
    ])
    expect(mails.map(({ template }) => template)).toEqual(['verification'])
    expect(signedIn.status).toBe(401)
    // A longer or shorter email is a different one.
    for (const email of ['idana@example.com', 'dana@example.com.mx', 'ana@example.com'])
      expect((await local.visitor.post('/api/auth/sign-up', { ...taken, email })).status, email).toBe(200)
    await local.stop()
  })
})
