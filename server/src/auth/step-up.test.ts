import { beforeEach, describe, expect, it } from 'vitest'
import { browserOf, givePassword } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { holdLock, untilWaiting } from '../../testing/race-helpers'
import { testApp } from '../../testing/test-app'
import { execute, hasRow, rows, sql } from '../db/sql'
import type { StepUp } from '../http/step-up'

const SIGNED_IN = '2026-11-16T09:00:00-05:00'
const BEFORE_TEN_MINUTES = '2026-11-16T09:09:50-05:00'
const LATER = '2026-11-16T09:10:01-05:00'
const PASSWORD = 'sunset words'

const app = await testApp({ env: { TRUST_PROXY: '1' } })
const { db } = app.services
const make = buildersFor(db)
let count = 0

beforeEach(() => app.setNow(SIGNED_IN))

async function signedIn(person: { id: string; email: string }) {
  await givePassword(app, person, PASSWORD)
  // Each from a network of their own, because wrong passwords are counted.
  count += 1
  const browser = browserOf(app, { 'x-forwarded-for': `203.0.113.${count}` })
  expect((await browser.signIn(person.email, PASSWORD)).status).toBe(200)
  return browser
}
const aSignedInAdmin = async () => signedIn(await make.anAdmin())
const enter = (browser: Awaited<ReturnType<typeof signedIn>>, password: string) =>
  browser.post('/api/auth/reauthenticate', { password })

describe('routes that ask for the password again', () => {
  it('are these', async () => {
    const { body } = await app.visitor.get('/api/openapi.json')
    const operations = Object.entries(
      body.paths as Record<string, Record<string, { 'x-step-up'?: StepUp }>>,
    ).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, operation['x-step-up']]),
    )
    expect(Object.fromEntries(operations.filter(([, stepUp]) => stepUp))).toEqual({
      'post /api/admin/admins': 'always',
      'patch /api/admin/admins/{id}': 'for-some-changes',
      'delete /api/admin/admins/{id}': 'always',
      'post /api/admin/admins/{id}/reset-two-factor': 'always',
      'post /api/admin/two-factor/start': 'always',
      'put /api/admin/two-factor/required': 'always',
      'post /api/admin/two-factor/turn-off': 'in-request',
      'post /api/admin/two-factor/recovery-codes': 'in-request',
      'patch /api/admin/parents/{id}': 'for-some-changes',
      'post /api/admin/parents/{id}/erasure': 'always',
      'get /api/own-data': 'always',
      'post /api/own-data/delete-account': 'in-request',
      'post /api/auth/password': 'in-request',
      'post /api/auth/reauthenticate': 'in-request',
    })
  })

  it('refuse, and change nothing, ten minutes after signing in, however the session was used', async () => {
    const admin = await aSignedInAdmin()
    const other = await make.anAdmin()
    const stored = () =>
      rows(
        db,
        sql`select a.email, p.full_name, r.role from accounts a join profiles p on p.id = a.id
          join user_roles r on r.user_id = a.id order by a.id, r.role`,
      )
    const requests = [
      () => admin.post('/api/admin/admins', { full_name: 'Ines', email: 'ines@example.com' }),
      () => admin.patch(`/api/admin/admins/${other.id}`, { email: 'mistyped@example.com', version: 1 }),
      () => admin.delete(`/api/admin/admins/${other.id}`),
      () => admin.post(`/api/admin/admins/${other.id}/reset-two-factor`),
      () => admin.patch(`/api/admin/parents/${other.id}`, { email: 'mistyped@example.com', version: 1 }),
      () => admin.post('/api/admin/two-factor/start'),
      () => admin.put('/api/admin/two-factor/required', { is_required: true }),
      () => admin.get('/api/own-data'),
    ]
    app.setNow(BEFORE_TEN_MINUTES)
    expect((await admin.get('/api/own-data')).status).toBe(200)
    app.setNow(LATER)
    const before = await stored()
    for (const request of requests) {
      const { status, body } = await request()
      expect({ status, body }).toEqual({
        status: 403,
        body: { error: { code: 'password-needed', message: 'Please enter your password to continue.' } },
      })
    }
    expect(await stored()).toEqual(before)
    expect((await enter(admin, PASSWORD)).body).toEqual({ ok: true })
    for (const request of requests) expect((await request()).body.error?.code).not.toBe('password-needed')
  })

  it("ask for a colleague's email only, not for name, phone and preferences", async () => {
    const admin = await aSignedInAdmin()
    const other = await make.anAdmin()
    app.setNow(LATER)
    const path = `/api/admin/admins/${other.id}`
    const preferences = { daily_attendance_report: false }
    const same = { full_name: 'Omar Haddad', phone: '555 0142', email: other.email.toUpperCase() }
    expect((await admin.patch(path, { ...same, version: 1 })).status).toBe(200)
    expect((await admin.put(`${path}/preferences`, preferences)).status).toBe(200)
    const changed = await admin.patch(path, { email: 'new@example.com', version: 2 })
    expect(changed.body.error.code).toBe('password-needed')
  })

  it('check again in the transaction: a session that ended meanwhile changes nothing', async () => {
    const person = await make.anAdmin()
    const admin = await signedIn(person)
    const other = await make.anAdmin()
    const holder = await holdLock(app, 'select from accounts where id = $1 for update', [other.id])
    const removal = admin.delete(`/api/admin/admins/${other.id}`)
    await untilWaiting(app, 1)
    await execute(db, sql`delete from sessions where account_id = ${person.id}`)
    await holder.release()
    expect((await removal).body.error.code).toBe('signed-out')
    expect(await hasRow(db, sql`select from user_roles where user_id = ${other.id}`)).toBe(true)
  })

  it('are satisfied by the password that a request contains', async () => {
    const parent = await signedIn(await make.aParent())
    app.setNow(LATER)
    await parent.post('/api/auth/password', { current_password: PASSWORD, password: 'other words' })
    expect((await parent.get('/api/own-data')).status).toBe(200)
    const admin = await aSignedInAdmin()
    app.setNow('2026-11-16T09:20:02-05:00')
    // Refused, because it is not on; the password was right all the same.
    const off = await admin.post('/api/admin/two-factor/turn-off', { password: PASSWORD, code: '123456' })
    expect(off.body.error.code).toBe('two-factor-off')
    expect((await admin.get('/api/own-data')).status).toBe(200)
  })
})

describe('entering the password again', () => {
  it('counts for this session alone, and for ten minutes', async () => {
    const person = await make.aParent()
    const [here, elsewhere] = [await signedIn(person), await signedIn(person)]
    app.setNow(LATER)
    await enter(here, PASSWORD)
    expect((await here.get('/api/own-data')).status).toBe(200)
    expect((await elsewhere.get('/api/own-data')).status).toBe(403)
    app.setNow('2026-11-16T09:20:02-05:00')
    expect((await here.get('/api/own-data')).status).toBe(403)
  })

  it('names the field of a wrong password, and leaves the session as it is', async () => {
    const parent = await signedIn(await make.aParent())
    const wrong = await enter(parent, 'wrong')
    expect(wrong.status).toBe(401)
    expect(wrong.body.error).toMatchObject({
      code: 'wrong-password',
      fields: { password: 'Incorrect password.' },
    })
    expect((await enter(parent, '')).body.error.fields).toEqual({ password: 'Password is required' })
    expect((await parent.get('/api/profile')).status).toBe(200)
    expect((await app.visitor.post('/api/auth/reauthenticate', { password: PASSWORD })).status).toBe(401)
  })

  it('counts wrong ones with wrong sign-ins from the network, and right ones not at all', async () => {
    const person = await make.aParent()
    const parent = await signedIn(person)
    const stranger = browserOf(app, { 'x-forwarded-for': `203.0.113.${count}` })
    for (let n = 0; n < 4; n++) {
      expect((await stranger.signIn(person.email, 'wrong')).status).toBe(401)
      expect((await enter(parent, PASSWORD)).status).toBe(200)
    }
    // The right ones in between have cleared the count.
    for (let n = 0; n < 4; n++) {
      expect((await stranger.signIn(person.email, 'wrong')).status).toBe(401)
      expect((await enter(parent, 'wrong')).status).toBe(401)
    }
    for (const refused of [await enter(parent, PASSWORD), await stranger.signIn(person.email, PASSWORD)]) {
      expect(refused.status).toBe(429)
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    }
  })

  it('counts wrong ones of many at once', async () => {
    const parent = await signedIn(await make.aParent())
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => enter(parent, `guess ${n}`)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(8)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(12)
  })
})
