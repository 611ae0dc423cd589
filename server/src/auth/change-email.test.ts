import { beforeEach, describe, expect, it } from 'vitest'
import { browserOf, givePassword, linkMailedTo, mailsTo } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { invitationTo, joinInto } from '../../testing/family'
import { composeDueEvents } from '../../testing/mails'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, maybeOne, rows, sql } from '../db/sql'
import { retentionJob } from '../jobs/retention'
import { queueEvent } from '../mail-events/queue-events'

const MONDAY = '2026-11-16T09:00:00-05:00'
const PASSWORD = 'sunset words'

// Without a mail server, where accounts otherwise work unconfirmed.
const app = await testApp({ env: { TRUST_PROXY: '1' } })
const { db } = app.services
const make = buildersFor(db)
let staff: TestClient
let count = 0

beforeEach(async () => {
  app.setNow(MONDAY)
  await execute(db, sql`delete from outbox`)
  staff = await app.as(await make.anAdmin())
})

const verify = (access_token: string) => app.visitor.post('/api/auth/verify', { access_token })
/** Each from a network of its own: tries are counted. */
const signIn = (email: string, password = PASSWORD) =>
  browserOf(app, { 'x-forwarded-for': `203.0.113.${++count}` }).signIn(email, password)
const codeOf = ({ status, body }: Awaited<ReturnType<typeof signIn>>) =>
  status === 200 ? 'ok' : body.error.code

async function aParent() {
  const parent = await make.aParent()
  await givePassword(app, parent, PASSWORD)
  return { ...parent, newEmail: `new-${parent.email}` }
}

const changeParent = (id: string, email: string, version = 1) =>
  staff.patch(`/api/admin/parents/${id}`, { email, version })

async function aChangedParent() {
  const parent = await aParent()
  expect((await changeParent(parent.id, parent.newEmail)).status).toBe(200)
  return parent
}

const mailsOf = (id: string) =>
  rows<{ template: string; state: string; to_email: string }>(
    db,
    sql`select template, state, to_email from outbox where account_id = ${id} and event is null order by template`,
  )

describe('an email that staff change', () => {
  it('signs nobody in, under the new or the old address, until its link is used', async () => {
    const parent = await aChangedParent()
    expect(codeOf(await signIn(parent.email))).toBe('bad-credentials')
    expect(codeOf(await signIn(parent.newEmail, 'wrong'))).toBe('bad-credentials')
    expect(codeOf(await signIn(parent.newEmail))).toBe('email-not-confirmed')
    const link = await linkMailedTo(app, parent.newEmail, 'verification')
    expect((await verify(link.access_token)).body).toEqual({ email: parent.newEmail })
    expect(codeOf(await signIn(parent.newEmail))).toBe('ok')
  })

  it('gets a link to choose a password where several sign-ups had left none', async () => {
    const parent = await aParent()
    await execute(
      db,
      sql`update accounts set password_hash = '!', email_verified_at = null where id = ${parent.id}`,
    )
    expect((await changeParent(parent.id, parent.newEmail)).status).toBe(200)
    const [mail, ...more] = await mailsTo(app, parent.newEmail)
    expect([mail?.template, more]).toEqual(['account-invitation', []])
  })

  it('gets the link, and the old address a notice without it', async () => {
    const parent = await aChangedParent()
    const [link, ...more] = await mailsTo(app, parent.newEmail)
    expect(more).toEqual([])
    expect(link?.text).toContain('changed the email address of your')
    const [notice, ...others] = await mailsTo(app, parent.email)
    expect(others).toEqual([])
    expect(notice).toMatchObject({ template: 'email-changed' })
    expect(notice?.text).toContain(parent.newEmail)
    expect(notice?.text).toContain(app.services.config.program.contactEmail)
    expect(notice?.text).not.toContain('token')
  })

  it('gets the link in Spanish where the family reads Spanish', async () => {
    const parent = await aParent()
    await execute(db, sql`update profiles set language = 'es' where id = ${parent.id}`)
    await changeParent(parent.id, parent.newEmail)
    expect((await mailsTo(app, parent.newEmail))[0]?.text).toContain('cambió el correo electrónico')
  })

  it('stops an earlier link with the next change', async () => {
    const parent = await aChangedParent()
    const { access_token } = await linkMailedTo(app, parent.newEmail, 'verification')
    await changeParent(parent.id, `newer-${parent.email}`, 2)
    expect((await verify(access_token)).status).toBe(400)
    // The mistyped address is not told the right one.
    expect((await mailsTo(app, parent.newEmail)).map(({ template }) => template)).toEqual(['verification'])
    const newer = await linkMailedTo(app, `newer-${parent.email}`, 'verification')
    expect((await verify(newer.access_token)).status).toBe(200)
    expect((await verify(newer.access_token)).status).toBe(200)
  })

  it('is no change in other case', async () => {
    const parent = await aParent()
    await changeParent(parent.id, parent.email.toUpperCase())
    expect(await mailsOf(parent.id)).toEqual([])
    expect(codeOf(await signIn(parent.email))).toBe('ok')
  })

  it('is shown as not confirmed in list and detail, until it is', async () => {
    const parent = await aChangedParent()
    const shown = async () => [
      (await staff.get(`/api/admin/parents?search=${parent.newEmail}`)).body.rows[0].has_unconfirmed_email,
      (await staff.get(`/api/admin/parents/${parent.id}`)).body.has_unconfirmed_email,
    ]
    expect(await shown()).toEqual([true, true])
    const { access_token } = await linkMailedTo(app, parent.newEmail, 'verification')
    await verify(access_token)
    expect(await shown()).toEqual([false, false])
  })

  it('ends the sessions and replaces the private calendar link', async () => {
    const parent = await aParent()
    const client = await app.as(parent)
    const pathOf = async (of: TestClient) => new URL((await of.get('/api/calendar-feed')).body.url).pathname
    await client.post('/api/calendar-feed', {})
    const old = await pathOf(client)
    await changeParent(parent.id, parent.newEmail)
    expect((await client.get('/api/profile')).status).toBe(401)
    expect((await app.visitor.get(old)).status).toBe(404)
    const now = await pathOf(await app.as(parent))
    expect(now).not.toBe(old)
    expect((await app.visitor.get(now)).status).toBe(200)
  })

  it('ends the invitations that its owner sent, and no others', async () => {
    const [parent, member] = [await aParent(), await make.aParent()]
    await joinInto(app, parent, member)
    const invite = async (by: { id: string }, email: string) => invitationTo(app, await app.as(by), email)
    const tokens = [
      await invite(parent, `stranger-${parent.email}`),
      await invite(member, `aunt-${parent.email}`),
    ]
    await changeParent(parent.id, parent.newEmail)
    const statusOf = async (token: string | undefined) =>
      (await app.visitor.post('/api/join/preview', { token })).status
    expect([await statusOf(tokens[0]), await statusOf(tokens[1])]).toEqual([404, 200])
  })

  it('is confirmed by a reset link too, which comes by email', async () => {
    const parent = await aChangedParent()
    await app.visitor.post('/api/auth/forgot-password', { email: parent.newEmail })
    const { access_token } = await linkMailedTo(app, parent.newEmail, 'recovery')
    await app.visitor.post('/api/auth/recovery/password', { access_token, password: 'other words' })
    expect(codeOf(await signIn(parent.newEmail, 'other words'))).toBe('ok')
  })

  it('is not taken over by a sign-up with it: the link is sent again', async () => {
    const withMail = await testApp({ env: { SMTP_URL: 'smtp://localhost:1' } })
    const { db: mailed } = withMail.services
    const parent = await buildersFor(mailed).aParent()
    await givePassword(withMail, parent, PASSWORD)
    const client = await withMail.as(await buildersFor(mailed).anAdmin())
    await client.patch(`/api/admin/parents/${parent.id}`, { email: 'shared@example.com', version: 1 })
    const signUp = { email: 'shared@example.com', full_name: 'Mallory', password: 'of a stranger' }
    expect((await withMail.visitor.post('/api/auth/sign-up', signUp)).status).toBe(200)
    expect((await mailsTo(withMail, 'shared@example.com')).map(({ template }) => template)).toEqual([
      'verification',
      'verification',
    ])
    const { access_token } = await linkMailedTo(withMail, 'shared@example.com', 'verification')
    await withMail.visitor.post('/api/auth/verify', { access_token })
    expect((await browserOf(withMail).signIn('shared@example.com', 'of a stranger')).status).toBe(401)
    expect((await browserOf(withMail).signIn('shared@example.com', PASSWORD)).status).toBe(200)
  })

  it('of an invited parent gets the invitation again', async () => {
    const parent = await make.aParent()
    await execute(
      db,
      sql`update accounts set email_verified_at = null, invited_at = now() where id = ${parent.id}`,
    )
    await changeParent(parent.id, 'invited@example.com')
    expect((await mailsOf(parent.id)).map(({ template }) => template)).toEqual(['account-invitation'])
  })
})

describe('mails to an unconfirmed email', () => {
  it('are held, and sent to it once it is confirmed; the other adult gets theirs', async () => {
    const parent = await aParent()
    const other = await make.aParent()
    const child = await make.aChild(parent)
    await joinInto(app, parent, other)
    await changeParent(parent.id, parent.newEmail)
    await execute(db, sql`delete from outbox`)
    await staff.patch(`/api/admin/children/${child.id}`, { notes: 'Naps at four', version: 1 })
    const held = { template: 'child-changed', state: 'held', to_email: parent.newEmail }
    expect(await mailsOf(parent.id)).toEqual([held])
    expect((await mailsOf(other.id)).map(({ state }) => state)).toEqual(['queued'])
    const [listed] = (await staff.get('/api/admin/mail?state=held')).body.rows
    expect(listed).toMatchObject({ to_email: parent.newEmail, state: 'held' })
    const again = await staff.post(`/api/admin/mail/${listed.id}/send-again`)
    expect(codeOf(again)).toBe('mail-held')

    const corrected = `corrected-${parent.email}`
    await changeParent(parent.id, corrected, 2)
    const { access_token } = await linkMailedTo(app, corrected, 'verification')
    await verify(access_token)
    expect((await mailsOf(parent.id)).find(({ template }) => template === 'child-changed')).toEqual({
      ...held,
      state: 'queued',
      to_email: corrected,
    })
  })

  it('about a day that is over are not sent any more', async () => {
    const parent = await aChangedParent()
    await queueEvent(
      db,
      {
        event: {
          kind: 'account',
          mail: { template: 'seat-opened', day: '2026-11-17', monthId: '' },
          language: null,
        },
        accountId: parent.id,
        familyId: parent.id,
      },
      app.services,
    )
    await composeDueEvents(app.services)
    const seat = async () => (await mailsOf(parent.id)).find(({ template }) => template === 'seat-opened')
    expect((await seat())?.state).toBe('held')
    app.setNow('2026-11-17T10:00:00-05:00')
    await app.visitor.post('/api/auth/verification/resend', { email: parent.newEmail })
    const { access_token } = await linkMailedTo(app, parent.newEmail, 'verification')
    await verify(access_token)
    expect((await seat())?.state).toBe('failed')
  })

  it('that were composed while it was confirmed are sent the next night', async () => {
    const parent = await aChangedParent()
    const held = sql`insert into outbox (template, to_email, text, message_id, account_id, state, created_at)
      values ('child-changed', ${parent.newEmail}, 'Ada', '<held@x>', ${parent.id}, 'held', ${MONDAY})`
    const { access_token } = await linkMailedTo(app, parent.newEmail, 'verification')
    await verify(access_token)
    await execute(db, held)
    const { clock, config } = app.services
    await db.transaction((tx) => retentionJob(config, clock).run(tx, clock.now()))
    expect((await mailsOf(parent.id)).map(({ state }) => state)).not.toContain('held')
  })
})

describe("a colleague's email", () => {
  it('is unconfirmed likewise: no sign-in, mails about children held, the page says so', async () => {
    const ben = await make.anAdmin()
    await givePassword(app, ben, PASSWORD)
    const change = { email: `new-${ben.email}`, version: 1 }
    const { body } = await staff.patch(`/api/admin/admins/${ben.id}`, change)
    expect(body).toMatchObject({ email: change.email, has_unconfirmed_email: true })
    expect(codeOf(await signIn(change.email))).toBe('email-not-confirmed')
    await queueEvent(db, { event: { kind: 'daily-report', day: '2026-11-16' } }, app.services)
    await composeDueEvents(app.services)
    expect((await mailsOf(ben.id)).map(({ template, state }) => `${template} ${state}`)).toEqual([
      'daily-report held',
      'email-changed queued',
      'verification queued',
    ])
    const { access_token } = await linkMailedTo(app, change.email, 'verification')
    await verify(access_token)
    expect(codeOf(await signIn(change.email))).toBe('ok')
    expect((await mailsOf(ben.id))[0]).toMatchObject({ state: 'queued', to_email: change.email })
  })

  it('of an admin who has not set a password gets the invitation again', async () => {
    const ines = { full_name: 'Ines', email: 'ines@example.com' }
    const { body } = await staff.post('/api/admin/admins', { ...ines, role: 'admin' })
    await staff.patch(`/api/admin/admins/${body.id}`, { email: 'ines.r@example.com', version: 1 })
    const { access_token } = await linkMailedTo(app, 'ines.r@example.com', 'invitation')
    const password = { access_token, password: PASSWORD }
    expect((await app.visitor.post('/api/auth/recovery/password', password)).status).toBe(200)
    expect(codeOf(await signIn('ines.r@example.com'))).toBe('ok')
  })

  it('changed by themselves signs them out as well', async () => {
    const ben = await make.anAdmin()
    const own = await app.as(ben)
    await own.patch(`/api/admin/admins/${ben.id}`, { email: `own-${ben.email}`, version: 1 })
    expect((await own.get('/api/admin/role')).status).toBe(401)
    const row = await maybeOne(db, sql`select email_verified_at from accounts where id = ${ben.id}`)
    expect(row).toEqual({ email_verified_at: null })
  })
})
