import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { browserOf, cookieOf, givePassword, mailsTo } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { emptyTables } from '../../testing/databases'
import { listenerFor } from '../../testing/live'
import { storedRows } from '../../testing/rows'
import { type TestApp, type TestClient, type TestResponse, testApp } from '../../testing/test-app'
import { removeAdmin } from '../auth/admin-accounts.queries'
import { createAdminLink } from '../auth/first-admin'
import { sql } from '../db/sql'

const PATH = '/api/admin/admins'
const DAY = '2026-11-16'
const PASSWORD = 'a long password'
const app = await testApp()
const make = buildersFor(app.services.db)
const listen = listenerFor(app)

let rosa: { id: string; email: string; full_name: string }
let aya: { id: string; email: string; full_name: string }
let asRosa: TestClient
let asAya: TestClient

beforeEach(async () => {
  app.setNow('2026-11-16T09:00:00-05:00')
  await emptyTables(
    app.services.pool,
    'outbox, attendance_marks, submissions, children, months, user_roles, profiles, accounts, sessions, audit_log, idempotency_keys',
  )
  rosa = await make.anAdmin()
  aya = await make.anAide()
  asRosa = await app.as(rosa)
  asAya = await app.as(aya)
})

const changeRole = (client: TestClient, id: string, role: string, version = 1) =>
  client.patch(`${PATH}/${id}`, { role, version })
const roleOf = async (id: string) =>
  (await storedRows(app.services.db, 'user_roles', sql`where user_id = ${id}`)).map(({ role }) => role)

/** A registration and a drop-in for the day, at fees that are found in any text. */
async function aPaidDay() {
  const parent = await make.aParent()
  const child = await make.aChild(parent, { name: 'Wren' })
  const month = await make.aMonth({ month_name: 'November', regular_price_cents: 73191 })
  const registration = await make.aRegistration(child, month, { selected_days: [16], total_fee_cents: 73191 })
  await make.aDropIn(DAY, { total_fee_cents: 84219, guest_child_name: 'Gus' })
  return { parent, child, registration }
}

const FORM = {
  dropin_date: DAY,
  guest_child_name: 'Ida',
  guest_parent_name: 'Ivo',
  guest_parent_email: 'ivo@example.com',
  guest_parent_phone: '555 0142',
  guest_child_allergies: '',
  guest_child_notes: '',
  dismissal_type: 'regular',
}

const MONEY = /fee|price|revenue|cents|amount|paid|balance|credit|billed|\$|731\.9|842\.1/i
/** Ids and times hold such digits by chance. */
const withoutIds = (body: unknown) =>
  (typeof body === 'string' ? body : JSON.stringify(body)).replaceAll(
    /[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-][\d:]+)/g,
    '',
  )

describe('the Attendance role', () => {
  it('gets no amount in any response of its pages, their exports and the drop-in form', async () => {
    const { parent, child, registration } = await aPaidDay()
    const mark = {
      submission_id: registration.id,
      day: DAY,
      change: 'arrived',
      at: '2026-11-16T14:00:00.000Z',
      version: 0,
    }
    const noted = await asAya.post('/api/admin/drop-ins', FORM)
    const responses = {
      role: await asAya.get('/api/admin/role'),
      profile: await asAya.get('/api/admin/profile'),
      board: await asAya.get(`/api/admin/board?date=${DAY}`),
      mark: await asAya.post('/api/admin/board/marks', mark),
      late: await asAya.get('/api/admin/board/late'),
      lateExport: await asAya.get('/api/admin/board/late/export'),
      report: await asAya.get(`/api/admin/attendance?date=${DAY}`),
      export: await asAya.get(`/api/admin/attendance/export?date=${DAY}`),
      children: await asAya.get('/api/admin/children?search=wren'),
      ofEmail: await asAya.get(`/api/admin/children?email=${parent.email}`),
      dropIn: noted,
      booked: await asAya.post(`/api/admin/children/${child.id}/drop-ins`, {
        dropin_date: DAY,
        dismissal_type: 'regular',
      }),
      invalid: await asAya.post('/api/admin/drop-ins', {}),
      otherFee: await asAya.post('/api/admin/drop-ins', { ...FORM, guest_child_name: 'Una', fee: 1 }),
    }
    for (const [name, { body }] of Object.entries(responses))
      expect(withoutIds(body).replaceAll('@example.com', ''), name).not.toMatch(MONEY)
    expect(responses.report.body.rows.map(({ child }: { child: string }) => child)).toEqual([
      'Gus',
      'Ida',
      'Wren',
    ])
    expect(responses.dropIn.status).toBe(200)
    expect(responses.otherFee.status).toBe(200)
    expect(responses.booked.status).toBe(409)
    expect(responses.invalid.status).toBe(422)
    // What is left out is there for admins.
    const report = await asRosa.get(`/api/admin/attendance?date=${DAY}`)
    expect(withoutIds(report.body)).toMatch(/"fee":731.91.*"revenue":/)
    expect((await asRosa.get(`/api/admin/attendance/export?date=${DAY}`)).body).toContain('731.91')
  })

  it('gets no amount from an earlier response to its drop-in either, made as an admin', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const omar = await make.anAdmin()
    const asOmar = await app.as(omar)
    expect((await asOmar.post('/api/admin/drop-ins', FORM, key)).body).toHaveProperty('total_fee')
    await changeRole(asRosa, omar.id, 'attendance')
    const again = await asOmar.post('/api/admin/drop-ins', FORM, key)
    expect(again).toMatchObject({ status: 200, body: { guest_child_name: 'Ida' } })
    expect(again.body).not.toHaveProperty('total_fee')
  })

  it("is answered by parents' routes as an account without a family", async () => {
    await aPaidDay()
    const lists = ['/api/children', '/api/submissions']
    for (const list of lists) expect((await asAya.get(list)).body).toMatchObject({ rows: [], total: 0 })
    expect((await asAya.get('/api/profile')).body).toMatchObject({ email: aya.email })
  })

  it('gets the noon list, and no mail with fees', async () => {
    const wants = async () => {
      const { listAdminRecipients } = await import('../mail/admin-recipients.queries')
      const found = await listAdminRecipients(app.services.db)
      return Object.fromEntries(
        found.map(({ id, wants }) => [id, Object.entries(wants).flatMap(([name, on]) => (on ? [name] : []))]),
      )
    }
    expect((await wants())[aya.id]).toEqual(['daily_attendance_report'])
    expect((await wants())[rosa.id]).toHaveLength(5)
    await asRosa.put(`${PATH}/${aya.id}/preferences`, { dropin_submission_admin: true })
    expect((await wants())[aya.id]).toEqual(['daily_attendance_report'])
  })

  it('must set up two-step sign-in first where it is required', async () => {
    await app.services.pool.query(
      `insert into settings (key, value) values ('two_factor_required', 'true') on conflict (key) do update set value = 'true'`,
    )
    try {
      const board = await asAya.get('/api/admin/board')
      expect(board).toMatchObject({ status: 403, body: { error: { code: 'two-factor-required' } } })
      expect((await asAya.get('/api/admin/role')).body).toEqual({
        role: 'attendance',
        must_set_up_two_factor: true,
      })
      expect((await asAya.get('/api/admin/two-factor')).status).toBe(200)
    } finally {
      await app.services.pool.query(`delete from settings where key = 'two_factor_required'`)
    }
  })
})

describe('a role', () => {
  it('is chosen in an invitation, Admin if nothing is said, and shown in the list', async () => {
    const invited = await asRosa.post(PATH, {
      full_name: 'Ian',
      email: 'ian@example.com',
      role: 'attendance',
    })
    expect(invited).toMatchObject({ status: 200, body: { role: 'attendance', email: 'ian@example.com' } })
    const [mail] = await mailsTo(app, 'ian@example.com')
    expect(mail?.text).toContain('has given you access to the attendance board')
    const other = await asRosa.post(PATH, { full_name: 'Ina', email: 'ina@example.com' })
    expect(other.body.role).toBe('admin')
    const { body } = await asRosa.get(PATH)
    expect(body.rows.map(({ role }: { role: string }) => role).sort()).toEqual([
      'admin',
      'admin',
      'attendance',
      'attendance',
    ])
    const again = { full_name: 'Aya', email: aya.email, role: 'admin' }
    expect(await asRosa.post(PATH, again)).toMatchObject({ body: { error: { code: 'email-in-use' } } })
    expect(await roleOf(aya.id)).toEqual(['attendance'])
  })

  it.each(['principal', 'parent', '', null])('that does not exist, %j, is rejected', async (role) => {
    const message = { role: 'Please choose Admin or Attendance' }
    const invited = await asRosa.post(PATH, { full_name: 'Ian', email: 'ian@example.com', role })
    expect(invited).toMatchObject({ status: 422, body: { error: { fields: message } } })
    const edited = await changeRole(asRosa, aya.id, role as string)
    expect(edited).toMatchObject({ status: 422, body: { error: { fields: message } } })
    expect(await roleOf(aya.id)).toEqual(['attendance'])
  })

  it('counts with the next request after it was changed, and stays in the log', async () => {
    const { status, body } = await changeRole(asRosa, aya.id, 'admin')
    expect({ status, role: body.role }).toEqual({ status: 200, role: 'admin' })
    expect((await asAya.get(PATH)).status).toBe(200)
    await changeRole(asRosa, aya.id, 'attendance', 2)
    expect(await asAya.get(PATH)).toMatchObject({ status: 403, body: { error: { code: 'admins-only' } } })
    expect((await asAya.get('/api/admin/board')).status).toBe(200)
    expect((await asAya.get('/api/auth/session')).body.roles).toEqual(['attendance'])
    const log = await asRosa.get('/api/admin/activity?kind=admins')
    expect(log.body.rows).toHaveLength(2)
    expect(JSON.stringify(log.body.rows[0])).toMatch(/changed the role of .* from Admin to Attendance/)
  })

  it('is not changed for the last admin, nor by oneself', async () => {
    const last = await changeRole(asRosa, rosa.id, 'attendance')
    expect(last.status).toBe(409)
    expect(last.body.error).toMatchObject({
      code: 'last-admin-role',
      fields: { role: 'The last admin cannot be changed. Make someone else an admin first.' },
    })
    await make.anAdmin()
    const own = await changeRole(asRosa, rosa.id, 'attendance')
    expect(own).toMatchObject({ status: 409, body: { error: { code: 'own-role' } } })
    expect(await roleOf(rosa.id)).toEqual(['admin'])
    const unchanged = await changeRole(asRosa, rosa.id, 'admin')
    expect(unchanged.status).toBe(200)
  })

  it('of two admins who demote each other at once stays with one', async () => {
    const ben = await make.anAdmin()
    const asBen = await app.as(ben)
    const statuses = await Promise.all([
      changeRole(asRosa, ben.id, 'attendance').then(({ status }) => status),
      changeRole(asBen, rosa.id, 'attendance').then(({ status }) => status),
    ])
    expect(statuses.sort()).toEqual([200, 403])
    expect([...(await roleOf(rosa.id)), ...(await roleOf(ben.id))].sort()).toEqual(['admin', 'attendance'])
  })

  it('of an Attendance account ends with its removal; it does not count as an admin', async () => {
    const viewer = { account: null, roles: ['admin' as const] }
    const remove = (id: string) =>
      app.services.db.transaction((tx) => removeAdmin(tx, app.services, id, viewer))
    await expect(remove(rosa.id)).rejects.toMatchObject({ code: 'last-admin' })
    expect((await asRosa.delete(`${PATH}/${aya.id}`)).status).toBe(200)
    expect((await asAya.get('/api/admin/board')).status).toBe(401)
    expect(await roleOf(aya.id)).toEqual([])
  })

  it('becomes Admin by the admin command', async () => {
    await createAdminLink(app.services, aya.email)
    expect(await roleOf(aya.id)).toEqual(['admin'])
  })

  it('limits an open event stream as soon as it is changed', async () => {
    const ben = await make.anAdmin()
    const stream = await listen(await app.as(ben))
    await stream.next()
    await changeRole(asRosa, ben.id, 'attendance')
    let event = await stream.next()
    while (event?.event !== 'user_roles') event = await stream.next()
    expect(event.data).toMatchObject({ user_id: ben.id })
    await asRosa.post(PATH, { full_name: 'Ina', email: 'ina@example.com' })
    await aPaidDay()
    const seen = []
    do {
      event = await stream.next()
      seen.push(event?.event)
    } while (event?.event !== 'submissions')
    expect(seen).not.toContain('audit_log')
    expect(seen).not.toContain('outbox')
    expect(seen).not.toContain('user_roles')
    await stream.stop()
  })
})

describe('an Attendance session', () => {
  const maxAgeDays = (response: TestResponse) =>
    Math.round(Number(/Max-Age=(\d+)/.exec(cookieOf(response))?.[1]) / 86_400)
  const DAY_MS = 86_400_000
  const START = Date.parse('2026-11-16T14:00:00Z')
  const after = (of: TestApp, days: number) => of.setNow(new Date(START + days * DAY_MS).toISOString())

  it('lasts 60 days from its last use, and its cookie with it', async () => {
    after(app, 0)
    await givePassword(app, aya, PASSWORD)
    const browser = browserOf(app)
    const signedIn = await browser.signIn(aya.email, PASSWORD)
    expect(signedIn.body.roles).toEqual(['attendance'])
    expect(maxAgeDays(signedIn)).toBe(60)
    after(app, 59.9)
    const used = await browser.get('/api/admin/board')
    expect(used.status).toBe(200)
    expect(maxAgeDays(used)).toBe(60)
    after(app, 119.8)
    // An open page is not use.
    expect((await browser.post('/api/auth/refresh')).body.roles).toEqual(['attendance'])
    after(app, 119.95)
    expect((await browser.get('/api/admin/board')).status).toBe(401)
  })

  it('expires as an admin session once its owner is an admin, and longer once demoted', async () => {
    after(app, 0)
    const client = await app.as(aya)
    await changeRole(asRosa, aya.id, 'admin')
    after(app, 0.49)
    expect((await client.get(PATH)).status).toBe(200)
    await changeRole(await app.as(rosa), aya.id, 'attendance', 2)
    after(app, 50)
    expect((await client.get('/api/admin/board')).status).toBe(200)
    await changeRole(await app.as(rosa), aya.id, 'admin', 3)
    expect((await client.get('/api/admin/board')).status).toBe(401)
  })
})

describe('where staff are signed in', () => {
  const list = async (client: TestClient) => (await client.get('/api/admin/sessions')).body

  it('lists every open session of staff with name, role, browser and last use', async () => {
    await app.as(await make.aParent())
    const { rows, total } = await list(asRosa)
    expect(total).toBe(2)
    expect(rows).toContainEqual({
      id: expect.any(String),
      account_id: aya.id,
      full_name: aya.full_name,
      email: aya.email,
      role: 'attendance',
      browser: null,
      system: null,
      created_at: expect.any(String),
      seen_at: expect.any(String),
      is_current: false,
    })
    expect(rows.filter(({ is_current }: { is_current: boolean }) => is_current)).toHaveLength(1)
    expect((await asRosa.get('/api/admin/sessions?page=2&size=1')).body.rows).toHaveLength(1)
    expect((await asAya.get('/api/admin/sessions')).status).toBe(403)
  })

  it('ends one, which is logged and told to its page and to open lists', async () => {
    const parent = await app.as(await make.aParent())
    const [tablet, desk] = [await listen(asAya, 'with sessions'), await listen(asRosa, 'with sessions')]
    await Promise.all([tablet.next(), desk.next()])
    const { rows } = await list(asRosa)
    const { id } = rows.find(({ account_id }: { account_id: string }) => account_id === aya.id)
    expect((await asAya.delete(`/api/admin/sessions/${id}`)).status).toBe(403)
    expect((await asRosa.delete(`/api/admin/sessions/${id}`)).status).toBe(200)
    expect((await tablet.next())?.event).toBe('signed-out')
    expect(await desk.next()).toMatchObject({ event: 'sessions', data: { account_id: aya.id } })
    await desk.stop()
    expect((await asAya.get('/api/admin/board')).status).toBe(401)
    expect((await asRosa.delete(`/api/admin/sessions/${id}`)).status).toBe(404)
    expect(await storedRows(app.services.db, 'audit_log', sql`where action = 'admins.end-session'`)).toEqual([
      expect.objectContaining({ actor_id: rosa.id, row_id: aya.id }),
    ])
    const [theirs] = (await parent.get('/api/sessions')).body.rows
    expect((await asRosa.delete(`/api/admin/sessions/${theirs.id}`)).status).toBe(404)
  })
})
