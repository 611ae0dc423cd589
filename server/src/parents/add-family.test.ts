import { beforeEach, describe, expect, it } from 'vitest'
import { browserOf, givePassword, mailsTo } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { joinInto } from '../../testing/family'
import { storedRows } from '../../testing/rows'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'

const app = await testApp({ env: { SMTP_URL: 'smtp://localhost:1' } })
const { db } = app.services
const make = buildersFor(db)
const staff: TestClient = await app.as(await make.anAdmin({ full_name: 'Rosa Medina' }))

let count = 0
let email: string
beforeEach(() => {
  email = `linh${++count}@example.com`
})

const family = (values: object = {}) => ({
  full_name: ' Linh Tran ',
  email: ` ${email.toUpperCase()} `,
  phone: '555 010 1234',
  children: [
    { name: 'Mai', allergies: 'Sesame', pickup_people: [{ name: 'Rose', phone: '' }] },
    { name: 'Bao', grade: 'Owls' },
  ],
  send_invitation: false,
  ...values,
})
const add = (values: object = {}, headers?: Record<string, string>) =>
  staff.post('/api/admin/parents', family(values), headers)
const accounts = () => storedRows(db, 'accounts', sql`where email = ${email}`)

describe('adding a family', () => {
  it('creates an account without a password and the children, and records who did', async () => {
    const { status, body } = await add()
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        full_name: 'Linh Tran',
        email,
        phone: '555 010 1234',
        children: ['Bao', 'Mai'],
        status: 'active',
        invitation: { invited_at: null },
      }),
    ])
    expect(await accounts()).toMatchObject([{ password_hash: null, invited_at: null }])
    expect(await storedRows(db, 'children', sql`where parent_id = ${body.id} order by name`)).toMatchObject([
      { name: 'Bao', grade: 'Owls' },
      { name: 'Mai', allergies: 'Sesame', pickup_people: [{ name: 'Rose', phone: null }] },
    ])
    expect(await mailsTo(app, email)).toEqual([])
    expect(await storedRows(db, 'audit_log', sql`where row_id = ${body.id}`)).toMatchObject([
      { action: 'parent.create', actor_role: 'admin', detail: { children: 2, is_invited: false } },
    ])
    const { body: list } = await staff.get(`/api/admin/parents?search=${email}`)
    expect(list.rows).toMatchObject([{ id: body.id, full_name: 'Linh Tran' }])
  })

  it('sends one invitation if asked to, and no email about the children', async () => {
    const { body } = await add({ send_invitation: true, children: [{ name: 'Mai' }], phone: '' })
    expect(body).toMatchObject({ phone: null, invitation: { invited_at: expect.any(String) } })
    const mails = await mailsTo(app, email)
    expect(mails.map(({ template }) => template)).toEqual(['account-invitation'])
  })

  it('stores one family for a double click or a lost response', async () => {
    const key = { 'idempotency-key': `family ${email}` }
    const answers = await Promise.all([
      add({ send_invitation: true }, key),
      add({ send_invitation: true }, key),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await mailsTo(app, email)).toHaveLength(1)
  })

  it('of two colleagues at once creates one, and leads the other to it', async () => {
    const answers = await Promise.all([add(), add({ full_name: 'Linh', children: [] })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [created, refused] = answers[0]?.status === 200 ? answers : [...answers].reverse()
    expect(refused?.body.error).toMatchObject({
      code: 'known-family',
      stored: { id: created?.body.id },
    })
    expect(await accounts()).toHaveLength(1)
  })

  it('says that the database failed, not what the next statement says', async () => {
    await execute(
      db,
      sql`create function fail_once() returns trigger language plpgsql as
        $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$;
        create trigger fail_once before insert on profiles for each row execute function fail_once()`,
    )
    const failed = await add()
    await execute(db, sql`drop trigger fail_once on profiles; drop function fail_once()`)
    expect([failed.status, failed.body.error.code]).toEqual([503, 'unavailable'])
    expect((await add()).status).toBe(200)
  })

  it('takes over a sign-up that nobody confirmed, without its password', async () => {
    await app.visitor.post('/api/auth/sign-up', { email, password: 'sunset over water', full_name: 'X' })
    expect((await add()).body).toMatchObject({ full_name: 'Linh Tran', invitation: { invited_at: null } })
    expect((await browserOf(app).signIn(email, 'sunset over water')).status).toBe(401)
  })
})

describe('an address that is known', () => {
  it.each(['the first adult', 'another adult'])('leads to the family of %s, in any case', async (who) => {
    const dana = await make.aParent({ full_name: 'Dana Okafor', email: `dana${count}@example.com` })
    const kemi = await make.aParent({ full_name: 'Kemi Okafor', email: `kemi${count}@example.com` })
    await joinInto(app, dana, kemi)
    const known = who === 'another adult' ? kemi : dana
    const { status, body } = await add({ email: known.email.toUpperCase(), send_invitation: true })
    const message = 'This address already belongs to the family of Dana Okafor.'
    expect([status, body.error]).toEqual([
      409,
      expect.objectContaining({
        code: 'known-family',
        message,
        fields: { email: message },
        stored: { id: dana.id, name: 'Dana Okafor' },
      }),
    ])
    expect(await storedRows(db, 'children', sql`where parent_id in (${dana.id}, ${kemi.id})`)).toEqual([])
    expect(await mailsTo(app, known.email)).toEqual([])
  })

  it("leads to the family of a colleague who is a parent too, and refuses a colleague's who is not", async () => {
    const admin = await make.anAdmin()
    const refused = await add({ email: admin.email })
    expect([refused.status, refused.body.error.fields]).toEqual([
      409,
      { email: 'This address belongs to a staff account.' },
    ])
    await execute(db, sql`insert into user_roles (user_id, role) values (${admin.id}, 'parent')`)
    expect((await add({ email: admin.email })).body.error.stored).toMatchObject({ id: admin.id })
  })

  it('leads to the family that an address is invited into, by an adult or by a list, also after a sign-up', async () => {
    const dana = await make.aParent({ full_name: 'Dana Okafor', email: `dana${count}@example.com` })
    await (await app.as(dana)).post('/api/family/invitations', { email })
    await app.visitor.post('/api/auth/sign-up', { email, password: 'sunset over water', full_name: 'X' })
    const message = 'This address is invited into the family of Dana Okafor.'
    const stored = { id: dana.id, name: 'Dana Okafor' }
    expect((await add()).body.error).toMatchObject({ code: 'known-family', message, stored })
    const named = `named${count}@example.com`
    await execute(
      db,
      sql`insert into second_adults (parent_id, email, full_name, created_at) values (${dana.id}, ${named}, 'Kemi', now())`,
    )
    expect((await add({ email: named })).body.error).toMatchObject({ message, stored })
    const { body: family } = await (await app.as(dana)).get('/api/family')
    await (await app.as(dana)).delete(`/api/family/invitations/${family.invitations[0].id}`)
    expect((await add()).status).toBe(200)
  })

  it("of a guest is not a family's: the account is created, and what the guest sent can be moved to it", async () => {
    await make.aDropIn('2026-11-17', { guest_parent_email: email, guest_child_name: 'Mai' })
    const { status, body } = await add()
    expect(status).toBe(200)
    expect(await storedRows(db, 'submissions', sql`where parent_id = ${body.id}`)).toEqual([])
  })
})

describe('bad input', () => {
  it.each([
    ['no name', { full_name: ' ' }, { full_name: 'Full name is required' }],
    ['a name too long', { full_name: 'x'.repeat(201) }, { full_name: expect.any(String) }],
    ['no email', { email: '' }, { email: 'Email is required' }],
    ['an email that is none', { email: 'linh' }, { email: 'Please enter a valid email address' }],
    [
      'an email that no mail reaches',
      { email: 'linh@example.c', send_invitation: true },
      { email: 'Please enter a valid email address' },
    ],
    ['a short phone', { phone: '555' }, { phone: 'Please enter a phone number with at least 7 digits.' }],
    ['a child without a name', { children: [{ name: '' }] }, { 'children.0.name': 'Name is required' }],
    [
      'two children of one name',
      { children: [{ name: 'Mai' }, { name: 'Bao' }, { name: 'MAÍ' }] },
      { 'children.2.name': 'Two children have the same name.' },
    ],
  ])('%s is refused at its field, and nothing is stored', async (_, values, fields) => {
    const { status, body } = await add(values)
    expect([status, body.error.fields]).toEqual([422, fields])
    expect(await accounts()).toEqual([])
  })

  it('is for admins only', async () => {
    const dana = await make.aParent()
    await givePassword(app, dana, 'sunset over water')
    for (const client of [await app.as(dana), await app.as(await make.anAide())])
      expect((await client.post('/api/admin/parents', family())).status).toBe(403)
    expect((await app.visitor.post('/api/admin/parents', family())).status).toBe(401)
    expect(await accounts()).toEqual([])
  })
})
