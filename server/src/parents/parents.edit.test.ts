import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startWithStaff } from '../../testing/parents'
import { storedRows } from '../../testing/rows'
import { execute, sql } from '../db/sql'
import { insertInto } from '../db/write'

let given: Awaited<ReturnType<typeof startWithStaff>>
beforeAll(async () => {
  given = await startWithStaff()
})
beforeEach(() => given.empty())
afterAll(() => given.app.stop())

describe('editing a parent', () => {
  const change = { full_name: 'Dana O. Okafor', email: 'New@Example.com ', status: 'inactive', version: 1 }

  it('changes account and profile together, notifies the old email and records it', async () => {
    const parent = await given.dana()
    await execute(
      given.db,
      insertInto('tokens', [
        {
          id: 'a-link',
          account_id: parent.id,
          purpose: 'recovery',
          expires_at: '2027-01-01T00:00:00Z',
        },
      ]),
    )
    const { status, body } = await given.staff.patch(`/api/admin/parents/${parent.id}`, change)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      full_name: 'Dana O. Okafor',
      email: 'new@example.com',
      status: 'inactive',
      version: 2,
    })
    const { db } = given.app.services
    expect(await storedRows(db, 'accounts', sql`where id = ${parent.id}`)).toMatchObject([
      { email: 'new@example.com' },
    ])
    expect(await storedRows(db, 'outbox', sql`order by template`)).toMatchObject([
      { template: 'email-changed', to_email: 'dana@example.com' },
      { template: 'verification', to_email: 'new@example.com' },
    ])
    expect(await storedRows(db, 'tokens', sql`where account_id = ${parent.id}`)).toMatchObject([
      { purpose: 'verify' },
    ])
    expect(await storedRows(db, 'audit_log')).toMatchObject([
      {
        actor_id: given.admin.id,
        action: 'parent.update',
        row_id: parent.id,
        detail: {
          before: { email: 'dana@example.com', status: 'active' },
          after: { email: 'new@example.com' },
        },
      },
    ])
  })

  it('accepts any text as the name, even none, and sends nothing if the email address does not change', async () => {
    const parent = await given.dana()
    const { body } = await given.staff.patch(`/api/admin/parents/${parent.id}`, {
      ...change,
      full_name: '',
      email: 'dana@example.com',
    })
    expect(body.full_name).toBe('')
    expect(await storedRows(given.db, 'outbox')).toEqual([])
  })

  it('adds a phone of at least 7 digits, removes it, and leaves an older one alone', async () => {
    const parent = await given.dana({ phone: '555' })
    const save = (values: object) => given.staff.patch(`/api/admin/parents/${parent.id}`, values)
    expect((await save({ full_name: 'Dana', version: 1 })).body).toMatchObject({ phone: '555', version: 2 })
    const short = await save({ phone: '555 014', version: 2 })
    expect([short.status, short.body.error.fields]).toEqual([
      422,
      { phone: 'Please enter a phone number with at least 7 digits.' },
    ])
    expect((await save({ phone: ' 555 0142 ', version: 2 })).body).toMatchObject({
      phone: '555 0142',
      version: 3,
    })
    const stale = await save({ phone: '555 0143', version: 2 })
    expect([stale.status, stale.body.error.stored]).toEqual([
      409,
      expect.objectContaining({ phone: '555 0142' }),
    ])
    expect((await save({ phone: '', version: 3 })).body).toMatchObject({ phone: null, version: 4 })
    const log = await storedRows(given.db, 'audit_log', sql`where row_id = ${parent.id} order by id`)
    expect(log.map(({ detail }) => detail)).toMatchObject([
      { before: { phone: '555' }, after: { full_name: 'Dana' } },
      { before: { phone: '555' }, after: { phone: '555 0142' } },
      { before: { phone: '555 0142' }, after: { phone: null } },
    ])
  })

  it("keeps the account's email if none is sent, whatever the profile's is", async () => {
    const parent = await given.dana()
    await execute(given.db, sql`update profiles set email = 'older@example.com' where id = ${parent.id}`)
    const { status } = await given.staff.patch(`/api/admin/parents/${parent.id}`, {
      full_name: 'D',
      version: 1,
    })
    expect(status).toBe(200)
    expect(await storedRows(given.db, 'accounts', sql`where id = ${parent.id}`)).toMatchObject([
      { email: 'dana@example.com' },
    ])
    expect(await storedRows(given.db, 'outbox')).toEqual([])
  })

  it('stores since when the account has its status, whatever else changes later', async () => {
    const parent = await given.dana({ created_at: '2026-09-01T12:00:00Z' })
    const edit = (values: object) =>
      given.staff.patch(`/api/admin/parents/${parent.id}`, {
        ...change,
        email: 'dana@example.com',
        ...values,
      })
    const since = async () => (await given.detail(parent.id)).body.status_since
    expect(await since()).toBe('2026-09-01T12:00:00.000Z')
    await edit({ status: 'active', version: 1 })
    expect(await since()).toBe('2026-09-01T12:00:00.000Z')
    await edit({ status: 'suspended', version: 2 })
    await edit({ status: 'active', version: 3 })
    expect(await since()).toMatch(/^2026-11-16T14:/)
  })

  it('ends the sessions of a suspended parent at once', async () => {
    const parent = await given.dana()
    const family = await given.app.as(parent)
    expect((await family.get('/api/children')).status).toBe(200)
    await given.staff.patch(`/api/admin/parents/${parent.id}`, {
      ...change,
      email: 'dana@example.com',
      status: 'suspended',
    })
    expect((await family.get('/api/children')).status).toBe(401)
    expect((await given.list()).rows[0]?.status).toBe('suspended')
  })

  it.each([
    ['no address', { email: '' }, 422, { email: 'Email is required' }],
    ['an address that is none', { email: 'abc' }, 422, { email: 'Please enter a valid email address' }],
    ['an unknown status', { status: 'guest' }, 422, { status: 'Please choose a status' }],
    [
      'an address in use',
      { email: 'taken@example.com' },
      409,
      { email: 'This email address is already in use.' },
    ],
    [
      "an admin's address",
      { email: 'ROSA@office.example' },
      409,
      { email: 'This email address is already in use.' },
    ],
    ['a stale version', { version: 7 }, 409, undefined],
    [
      'a line break in the name',
      { full_name: 'Dana\r\nBcc: x@y.example' },
      422,
      { full_name: expect.any(String) },
    ],
  ])('rejects %s and changes nothing', async (_, values, expected, fields) => {
    const parent = await given.dana()
    await given.build.aParent({ email: 'taken@example.com' })
    const { status, body } = await given.staff.patch(`/api/admin/parents/${parent.id}`, {
      ...change,
      ...values,
    })
    expect([status, body.error.fields]).toEqual([expected, fields])
    const { db } = given.app.services
    expect(await storedRows(db, 'profiles', sql`where id = ${parent.id}`)).toMatchObject([
      { full_name: 'Dana Okafor', email: 'dana@example.com', status: 'active', version: 1 },
    ])
    expect(await storedRows(db, 'accounts', sql`where id = ${parent.id}`)).toMatchObject([
      { email: 'dana@example.com' },
    ])
    expect(await storedRows(db, 'outbox')).toEqual([])
    expect(await storedRows(db, 'audit_log')).toEqual([])
  })

  it('rejects suspending an admin, editing a guest and editing an unknown parent', async () => {
    const parent = await given.dana()
    await execute(given.db, insertInto('user_roles', [{ user_id: parent.id, role: 'admin' }]))
    await given.build.aDropIn('2026-11-17')
    const suspend = { ...change, status: 'suspended' }
    const responses = await Promise.all([
      given.staff.patch(`/api/admin/parents/${parent.id}`, suspend),
      given.staff.patch('/api/admin/parents/guest-grace@example.com', change),
      given.staff.patch('/api/admin/parents/00000000-0000-4000-8000-000000000000', change),
    ])
    expect(responses.map(({ status, body }) => [status, body.error.code])).toEqual([
      [409, 'admin-suspension'],
      [409, 'guest-edit'],
      [404, 'not-found'],
    ])
    await execute(given.db, sql`delete from user_roles where user_id = ${parent.id}`)
  })
})
