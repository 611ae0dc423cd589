import { DEFAULT_EMAIL_PREFERENCES } from '@aftercare/domain/admins/email-preferences'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { emptyTables } from '../../testing/databases'
import { storedRows } from '../../testing/rows'
import { type TestClient, testApp } from '../../testing/test-app'
import { sql } from '../db/sql'

const PATH = '/api/admin/admins'
type Person = { id: string; email: string; full_name: string }

let rosa: Person
let ben: Person
let staff: TestClient

const app = await testApp()
const make = buildersFor(app.services.db)
beforeEach(async () => {
  await emptyTables(
    app.services.pool,
    'outbox, submissions, children, user_roles, profiles, accounts, rate_limits',
  )
  rosa = await make.anAdmin({ full_name: 'Rosa Medina', created_at: '2026-01-01T00:00:00Z' })
  ben = await make.anAdmin({ full_name: 'Ben Castellano', created_at: '2026-02-01T00:00:00Z' })
  staff = await app.as(rosa)
})

const profileOf = async (id: string) =>
  (await storedRows(app.services.db, 'profiles', sql`where id = ${id}`))[0]
const mailsTo = async (email: string) =>
  (await storedRows(app.services.db, 'outbox', sql`where to_email = ${email}`)).map(
    ({ template }) => template,
  )
const change = (person: Person, values: object = {}) => ({
  full_name: person.full_name,
  email: person.email,
  phone: '',
  version: 1,
  ...values,
})

describe('the list of admins', () => {
  test('has only people with the role, newest first, with all preferences on by default', async () => {
    await make.aParent()
    const { body } = await staff.get(PATH)
    expect(body.rows.map(({ full_name }: Person) => full_name)).toEqual(['Ben Castellano', 'Rosa Medina'])
    expect(body.total).toBe(2)
    expect(body.rows[0]).toEqual({
      id: ben.id,
      full_name: 'Ben Castellano',
      email: ben.email,
      phone: null,
      role: 'admin',
      created_at: expect.stringContaining('2026-02-01'),
      version: 1,
      has_password: false,
      has_unconfirmed_email: false,
      has_two_factor: false,
      preferences: DEFAULT_EMAIL_PREFERENCES,
    })
  })

  test('is denied to parents and visitors', async () => {
    const parent = await app.as(await make.aParent())
    expect((await parent.get(PATH)).status).toBe(403)
    expect((await app.visitor.get(PATH)).status).toBe(401)
  })
})

describe('editing an admin', () => {
  test('changes profile, email and preferences together and notifies the old address', async () => {
    const preferences = { ...DEFAULT_EMAIL_PREFERENCES, daily_attendance_report: false }
    const { status, body } = await staff.patch(
      `${PATH}/${ben.id}`,
      change(ben, { full_name: ' Ben C. ', email: 'Ben.New@example.com', phone: '555 0199', preferences }),
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({
      full_name: 'Ben C.',
      email: 'ben.new@example.com',
      phone: '555 0199',
      version: 2,
      preferences,
    })
    const [account] = await storedRows(app.services.db, 'accounts', sql`where id = ${ben.id}`)
    expect(account?.email).toBe('ben.new@example.com')
    expect(await mailsTo(ben.email)).toEqual(['email-changed'])
  })

  test.each([
    ['no email', { email: ' ' }, 'email', 'Email is required'],
    ['an invalid email', { email: 'ben@' }, 'email', 'Please enter a valid email address'],
    [
      'a name of 121 characters',
      { full_name: 'x'.repeat(121) },
      'full_name',
      'Must be at most 120 characters',
    ],
    ['no version', { version: undefined }, 'version', expect.anything()],
  ])('is rejected with %s', async (_, values, field, message) => {
    const { status, body } = await staff.patch(`${PATH}/${ben.id}`, change(ben, values))
    expect(status).toBe(422)
    expect(body.error.fields).toEqual({ [field]: message })
  })

  test('is rejected with an email in use, and nothing changes', async () => {
    const preferences = { ...DEFAULT_EMAIL_PREFERENCES, daily_attendance_report: false }
    const rejected = await staff.patch(
      `${PATH}/${ben.id}`,
      change(ben, { full_name: 'Changed', email: rosa.email, preferences }),
    )
    expect(rejected).toMatchObject({ status: 409, body: { error: { code: 'email-in-use' } } })
    expect(await profileOf(ben.id)).toMatchObject({ full_name: 'Ben Castellano', version: 1 })
    expect(await storedRows(app.services.db, 'admin_email_preferences')).toEqual([])
  })

  test('is rejected if stale, for a parent, and to parents', async () => {
    await staff.patch(`${PATH}/${ben.id}`, change(ben, { full_name: 'First' }))
    expect((await staff.patch(`${PATH}/${ben.id}`, change(ben, { full_name: 'Second' }))).status).toBe(409)
    expect((await profileOf(ben.id))?.full_name).toBe('First')
    const dana = await make.aParent()
    expect((await staff.patch(`${PATH}/${dana.id}`, change(dana))).status).toBe(404)
    expect((await (await app.as(dana)).patch(`${PATH}/${ben.id}`, change(ben))).status).toBe(403)
  })
})

describe('the email preferences of an admin', () => {
  test('are saved in one row, independently of each other', async () => {
    await staff.put(`${PATH}/${ben.id}/preferences`, { dropin_submission_admin: false })
    const { body } = await staff.put(`${PATH}/${ben.id}/preferences`, { daily_attendance_report: false })
    const expected = {
      ...DEFAULT_EMAIL_PREFERENCES,
      dropin_submission_admin: false,
      daily_attendance_report: false,
    }
    expect(body.preferences).toEqual(expected)
    const rows = await storedRows(app.services.db, 'admin_email_preferences')
    expect(rows).toEqual([expect.objectContaining({ user_id: ben.id, ...expected })])
  })

  test('are rejected if invalid or for somebody who is not an admin', async () => {
    const wrong = await staff.put(`${PATH}/${ben.id}/preferences`, { daily_attendance_report: 'no' })
    expect(wrong.status).toBe(422)
    const dana = await make.aParent()
    expect((await staff.put(`${PATH}/${dana.id}/preferences`, {})).status).toBe(404)
  })
})

describe('inviting an admin', () => {
  test('creates an account without a password, lists it and emails a link that is not shown to staff', async () => {
    const { status, body } = await staff.post(PATH, { full_name: 'Ingrid', email: 'Ingrid@example.com' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ full_name: 'Ingrid', email: 'ingrid@example.com', has_password: false })
    expect(await mailsTo('ingrid@example.com')).toEqual(['invitation'])
    const log = await staff.get('/api/admin/mail')
    expect(log.body.rows[0]).toMatchObject({ template: 'invitation', is_secret: true })
    expect(JSON.stringify(log.body)).not.toContain('token')
  })

  test('needs a name and an email that is not an admin yet', async () => {
    const blank = await staff.post(PATH, { full_name: ' ', email: 'x' })
    expect(blank.body.error.fields).toEqual({
      full_name: 'Full name is required',
      email: 'Please enter a valid email address',
    })
    expect((await staff.post(PATH, { full_name: 'Ben', email: ben.email })).status).toBe(409)
    const parent = await app.as(await make.aParent())
    expect((await parent.post(PATH, { full_name: 'Me', email: 'me@example.com' })).status).toBe(403)
  })
})

describe('deleting an admin', () => {
  test('removes profile, role and preferences and ends the session', async () => {
    const asBen = await app.as(ben)
    await staff.put(`${PATH}/${ben.id}/preferences`, { daily_attendance_report: false })
    expect((await staff.delete(`${PATH}/${ben.id}`)).status).toBe(200)
    expect(await profileOf(ben.id)).toBeUndefined()
    expect(await storedRows(app.services.db, 'user_roles', sql`where user_id = ${ben.id}`)).toEqual([])
    expect(await storedRows(app.services.db, 'admin_email_preferences')).toEqual([])
    expect((await asBen.get(PATH)).status).toBe(401)
    expect((await staff.get(PATH)).body.total).toBe(1)
  })

  test('leaves somebody with children a parent', async () => {
    await make.aChild(ben)
    expect((await staff.delete(`${PATH}/${ben.id}`)).status).toBe(200)
    expect(await profileOf(ben.id)).toMatchObject({ full_name: 'Ben Castellano' })
    expect((await (await app.as(ben)).get('/api/children')).body).toMatchObject({
      total: 1,
      rows: [{ parent_id: ben.id }],
    })
  })

  test('is rejected for oneself, for somebody who is not an admin, and to parents', async () => {
    const own = await staff.delete(`${PATH}/${rosa.id}`)
    expect(own).toMatchObject({ status: 409, body: { error: { code: 'own-admin' } } })
    const dana = await make.aParent()
    expect((await staff.delete(`${PATH}/${dana.id}`)).status).toBe(404)
    expect((await (await app.as(dana)).delete(`${PATH}/${ben.id}`)).status).toBe(403)
  })
})

describe('a password reset sent from the list', () => {
  test('goes to admins only and is rate limited', async () => {
    const sent = await staff.post(`${PATH}/${ben.id}/send-reset`)
    expect(sent).toMatchObject({ status: 200, body: { email: ben.email } })
    expect(await mailsTo(ben.email)).toEqual(['recovery'])
    for (let count = 0; count < 4; count += 1) await staff.post(`${PATH}/${ben.id}/send-reset`)
    expect((await staff.post(`${PATH}/${ben.id}/send-reset`)).status).toBe(429)
    const dana = await make.aParent()
    expect((await staff.post(`${PATH}/${dana.id}/send-reset`)).status).toBe(404)
    expect((await (await app.as(dana)).post(`${PATH}/${rosa.id}/send-reset`)).status).toBe(403)
    expect(await mailsTo(dana.email)).toEqual([])
  })
})
