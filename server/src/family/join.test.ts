import { Writable } from 'node:stream'
import { pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { browserOf, givePassword } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { invitationTo, joinInto } from '../../testing/family'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, maybeOne, rows, sql } from '../db/sql'

const PASSWORD = 'sunset over water'
const MONDAY = '2026-11-16T09:00:00-05:00'
const lines: string[] = []
const log = pino(
  { level: 'debug' },
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  }),
)
const app = await testApp({ env: { SMTP_URL: 'smtp://localhost:1' }, log })
const make = buildersFor(app.services.db)

let dana: { id: string; email: string; full_name: string }
let first: TestClient
let kemiEmail = ''
let count = 0

beforeEach(async () => {
  app.setNow(MONDAY)
  kemiEmail = `kemi@j${++count}.example.com`
  dana = await make.aParent({ full_name: 'Dana Okafor' })
  first = await app.as(dana)
})

const membersOf = (family: { id: string }) =>
  rows<{ member_id: string }>(
    app.services.db,
    sql`select member_id from family_members where parent_id = ${family.id}`,
  )

const INVALID = { error: { code: 'invalid-invitation', message: 'This invitation is no longer valid.' } }

async function expectInvalid(token: string) {
  const member = await app.as(await make.aParent())
  for (const [client, path, more] of [
    [app.visitor, '/api/join/preview', {}],
    [app.visitor, '/api/join/sign-up', { full_name: 'Kemi', password: PASSWORD }],
    [member, '/api/join', {}],
  ] as const) {
    const { status, body } = await client.post(path, { token, ...more })
    expect([status, body]).toEqual([404, INVALID])
  }
}

describe('without an account', () => {
  it('creates the account, joins and signs in, in one step', async () => {
    const token = await invitationTo(app, first, kemiEmail)
    expect((await app.visitor.post('/api/join/preview', { token })).body).toEqual({
      invited_by: 'Dana Okafor',
      by_office: false,
      email_hint: `k…@${kemiEmail.split('@')[1]}`,
      email: kemiEmail,
      has_account: false,
      state: 'sign_up',
      reason: null,
      reason_code: null,
    })
    const browser = browserOf(app)
    const { status, body } = await browser.post('/api/join/sign-up', {
      token,
      full_name: 'Kemi Okafor',
      password: PASSWORD,
    })
    expect(status).toBe(200)
    expect(body.user).toMatchObject({ email: kemiEmail, full_name: 'Kemi Okafor' })
    expect((await browser.session()).user.email).toBe(kemiEmail)
    expect((await browser.get('/api/family')).body.adults).toHaveLength(2)
    // The link proved the address, so that signing in needs no further confirmation.
    expect((await browserOf(app).signIn(kemiEmail, PASSWORD)).status).toBe(200)
  })

  it('works once', async () => {
    const token = await invitationTo(app, first, kemiEmail)
    const signUp = () =>
      browserOf(app).post('/api/join/sign-up', { token, full_name: 'Kemi', password: PASSWORD })
    expect((await signUp()).status).toBe(200)
    expect((await signUp()).status).toBe(404)
    await expectInvalid(token)
    expect(await membersOf(dana)).toHaveLength(1)
  })

  it('takes over a sign-up that was never confirmed, and its password stops', async () => {
    await app.visitor.post('/api/auth/sign-up', {
      email: kemiEmail,
      full_name: 'X',
      password: 'a strangers one',
    })
    const token = await invitationTo(app, first, kemiEmail)
    const { status, body } = await browserOf(app).post('/api/join/sign-up', {
      token,
      full_name: 'Kemi',
      password: PASSWORD,
    })
    expect([status, body.user.full_name]).toEqual([200, 'Kemi'])
    expect((await browserOf(app).signIn(kemiEmail, 'a strangers one')).status).toBe(401)
  })

  it('refuses a short password and keeps the invitation', async () => {
    const token = await invitationTo(app, first, kemiEmail)
    const { status, body } = await app.visitor.post('/api/join/sign-up', {
      token,
      full_name: 'K',
      password: 'x',
    })
    expect([status, body.error.fields.password]).toEqual([422, expect.stringContaining('at least 6')])
    expect((await app.visitor.post('/api/join/preview', { token })).status).toBe(200)
  })
})

describe('with an account', () => {
  it('offers to sign in, and joins only when asked to', async () => {
    const kemi = await make.aParent({ email: kemiEmail })
    await givePassword(app, kemi, PASSWORD)
    const token = await invitationTo(app, first, kemiEmail)
    const seen = await app.visitor.post('/api/join/preview', { token })
    expect(seen.body).toMatchObject({ has_account: true, state: 'sign_in' })
    const refused = await app.visitor.post('/api/join/sign-up', { token, full_name: 'K', password: PASSWORD })
    expect([refused.status, refused.body.error.code]).toEqual([409, 'sign-in-first'])
    const browser = browserOf(app)
    await browser.signIn(kemiEmail, PASSWORD)
    expect((await browser.post('/api/join/preview', { token })).body.state).toBe('join')
    expect(await membersOf(dana)).toEqual([])
    expect((await browser.post('/api/join', { token })).body).toEqual({ ok: true })
    expect(await membersOf(dana)).toEqual([{ member_id: kemi.id }])
    await expectInvalid(token)
  })

  it('joins once where the response was lost and the request is sent again, and no longer once removed', async () => {
    const kemi = await make.aParent({ email: kemiEmail })
    const token = await invitationTo(app, first, kemiEmail)
    const client = await app.as(kemi)
    const joins = await Promise.all([
      client.post('/api/join', { token }),
      client.post('/api/join', { token }),
    ])
    joins.push(await client.post('/api/join', { token }))
    expect(joins.map(({ body }) => body)).toEqual([{ ok: true }, { ok: true }, { ok: true }])
    expect(await membersOf(dana)).toEqual([{ member_id: kemi.id }])
    const { db } = app.services
    const joined = sql`select from audit_log where action = 'family.join' and row_id = ${dana.id}`
    expect(await rows(db, joined)).toHaveLength(1)
    const sam = await make.aParent()
    await joinInto(app, dana, sam)
    const other = await app.as(sam)
    expect((await other.post('/api/join', { token })).body).toEqual(INVALID)
    await execute(db, sql`delete from family_members where member_id = ${kemi.id}`)
    expect((await client.post('/api/join', { token })).body).toEqual(INVALID)
  })

  it('must be the invited one, and learns only a part of the other address', async () => {
    const token = await invitationTo(app, first, kemiEmail)
    const other = await app.as(await make.aParent({ email: `a${kemiEmail}` }))
    const { body } = await other.post('/api/join/preview', { token })
    expect(body).toMatchObject({ state: 'other_address', email: null })
    expect(JSON.stringify(body)).not.toContain(kemiEmail)
    const refused = await other.post('/api/join', { token })
    expect([refused.status, refused.body.error.code]).toEqual([409, 'other-address'])
    expect(refused.body.error.message).toContain('k…@')
    expect((await app.visitor.post('/api/join', { token })).status).toBe(401)
    expect(await membersOf(dana)).toEqual([])
  })

  const refusals: [string, () => Promise<{ id: string }>, RegExp][] = [
    [
      'children',
      async () => {
        const kemi = await make.aParent({ email: kemiEmail })
        await make.aChild(kemi)
        return kemi
      },
      /children, registrations or payments of its own/,
    ],
    [
      'payments',
      async () => {
        const kemi = await make.aParent({ email: kemiEmail })
        await make.aPayment(kemi, await make.anAdmin())
        return kemi
      },
      /children, registrations or payments of its own/,
    ],
    ['staff', () => make.anAdmin({ email: kemiEmail }), /A staff account can't join a family/],
    [
      'a member of another family',
      async () => {
        const kemi = await make.aParent({ email: kemiEmail })
        await joinInto(app, await make.aParent(), kemi)
        return kemi
      },
      /already belongs to another family/,
    ],
    [
      'a first adult with members',
      async () => {
        const kemi = await make.aParent({ email: kemiEmail })
        await joinInto(app, kemi, await make.aParent())
        return kemi
      },
      /Other adults share your family/,
    ],
  ]

  it.each(refusals)('is refused with a sentence: %s', async (_, makeAccount, sentence) => {
    const token = await invitationTo(app, first, kemiEmail)
    const client = await app.as(await makeAccount())
    const seen = await client.post('/api/join/preview', { token })
    expect(seen.body).toMatchObject({ state: 'refused', reason: expect.stringMatching(sentence) })
    const { status, body } = await client.post('/api/join', { token })
    expect([status, body.error.code, body.error.message]).toEqual([
      409,
      'join-refused',
      expect.stringMatching(sentence),
    ])
    expect(await membersOf(dana)).toEqual([])
    // Nothing is lost: the invitation is still open.
    expect((await first.get('/api/family')).body.invitations).toHaveLength(1)
  })

  it('is refused to a suspended account, signed in before or now, and keeps the invitation', async () => {
    const kemi = await make.aParent({ email: kemiEmail })
    await givePassword(app, kemi, PASSWORD)
    const client = await app.as(kemi)
    const token = await invitationTo(app, first, kemiEmail)
    await execute(app.services.db, sql`update profiles set status = 'suspended' where id = ${kemi.id}`)
    expect((await client.post('/api/join/preview', { token })).body.state).toBe('sign_in')
    expect((await client.post('/api/join', { token })).status).toBe(401)
    const { status, body } = await browserOf(app).signIn(kemiEmail, PASSWORD)
    expect([status, body.error.message]).toEqual([
      403,
      'This account is suspended. Please contact the aftercare office.',
    ])
    expect(await membersOf(dana)).toEqual([])
    expect((await first.get('/api/family')).body.invitations).toHaveLength(1)
  })

  it('is refused to a suspended account that never confirmed its email', async () => {
    await app.visitor.post('/api/auth/sign-up', { email: kemiEmail, full_name: 'K', password: PASSWORD })
    await execute(app.services.db, sql`update profiles set status = 'suspended' where email = ${kemiEmail}`)
    const token = await invitationTo(app, first, kemiEmail)
    const { status, body } = await app.visitor.post('/api/join/sign-up', {
      token,
      full_name: 'Kemi',
      password: PASSWORD,
    })
    expect([status, body.error.code, body.error.message]).toEqual([
      409,
      'join-refused',
      'This account is suspended. Please contact the aftercare office.',
    ])
    expect(await membersOf(dana)).toEqual([])
    expect((await first.get('/api/family')).body.invitations).toHaveLength(1)
  })

  it("is refused for one's own invitation", async () => {
    const token = await invitationTo(app, first, kemiEmail)
    await execute(app.services.db, sql`update profiles set email = ${kemiEmail} where id = ${dana.id}`)
    await execute(app.services.db, sql`update accounts set email = ${kemiEmail} where id = ${dana.id}`)
    const { body } = await first.post('/api/join', { token })
    expect(body.error.message).toBe('You already belong to this family.')
  })

  it('takes the seats it waits for into the family, and its own invitations end', async () => {
    const kemi = await make.aParent({ email: kemiEmail })
    const own = await app.as(kemi)
    const outer = await invitationTo(app, own, `al-${kemiEmail}`)
    const month = await make.aMonth({ year: 2030 + count, seats: 1 })
    for (const [parent_id, day] of [
      [kemi.id, 9],
      [kemi.id, 10],
      [dana.id, 10],
    ])
      await execute(
        app.services.db,
        sql`insert into seat_watches (parent_id, month_id, day, created_at)
          values (${parent_id}, ${month.id}, ${day}, now())`,
      )
    await own.post('/api/join', { token: await invitationTo(app, first, kemiEmail) })
    const watches = await rows(
      app.services.db,
      sql`select parent_id, day, asked_by from seat_watches where month_id = ${month.id} order by day`,
    )
    expect(watches).toEqual([
      { parent_id: dana.id, day: 9, asked_by: kemi.id },
      { parent_id: dana.id, day: 10, asked_by: null },
    ])
    await expectInvalid(outer)
  })
})

describe('a link that is not valid', () => {
  it('says nothing, however it is wrong', async () => {
    const token = await invitationTo(app, first, kemiEmail)
    const changed = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`
    for (const wrong of [token.slice(0, -1), changed, `${token}A`, token.toLowerCase(), 'x', `${token} `])
      await expectInvalid(wrong)
    expect((await app.visitor.post('/api/join/preview', { token: 'x'.repeat(5_000) })).status).toBe(422)
    expect((await app.visitor.post('/api/join/preview', { token: { $ne: '' } })).status).toBe(422)
    expect((await app.visitor.post('/api/join/preview', { token })).status).toBe(200)
  })

  it('is one that expired, or whose family is suspended or gone', async () => {
    const token = await invitationTo(app, first, kemiEmail)
    await execute(app.services.db, sql`update profiles set status = 'suspended' where id = ${dana.id}`)
    await expectInvalid(token)
    await execute(app.services.db, sql`update profiles set status = 'active' where id = ${dana.id}`)
    expect((await app.visitor.post('/api/join/preview', { token })).status).toBe(200)
    app.setNow('2026-11-23T09:01:00-05:00')
    await expectInvalid(token)
  })

  it('ends with the adult who sent it', async () => {
    const al = await make.aParent()
    await joinInto(app, dana, al)
    const token = await invitationTo(app, await app.as(al), kemiEmail)
    await first.delete(`/api/family/adults/${al.id}`)
    await expectInvalid(token)
  })
})

it('leaves no token in a log, an audit entry or a header', async () => {
  const token = await invitationTo(app, first, kemiEmail)
  const page = await app.visitor.raw(`/join/${token}`)
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  await app.visitor.raw(`/JOIN/${token}`)
  await app.visitor.raw(`/join%2f${token}`)
  await app.visitor.post('/api/join/preview', { token })
  await browserOf(app).post('/api/join/sign-up', { token, full_name: 'Kemi', password: PASSWORD })
  await app.visitor.post('/api/join/preview', { token })
  expect(lines.length).toBeGreaterThan(3)
  expect(lines.filter((line) => line.includes(token))).toEqual([])
  const audited = await maybeOne(
    app.services.db,
    sql`select from audit_log where detail::text like ${`%${token}%`} limit 1`,
  )
  expect(audited).toBeNull()
})
