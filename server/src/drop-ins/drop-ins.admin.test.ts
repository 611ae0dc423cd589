import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { joinInto } from '../../testing/family'
import { countRows, storedRows } from '../../testing/rows'
import { testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'

const app = await testApp()
const make = buildersFor(app.services.db)
const staff = await make.anAdmin()
const admin = await app.as(staff)
beforeEach(async () => {
  await execute(app.services.db, sql`delete from submissions`)
  await execute(app.services.db, sql`delete from outbox`)
})

const form = (values: Record<string, unknown> = {}) => ({
  dropin_date: '2026-11-21',
  guest_child_name: 'Wren Abernathy',
  guest_parent_name: 'Joel Abernathy',
  guest_parent_email: 'joel@example.com',
  guest_parent_phone: '555 0142',
  guest_child_allergies: '',
  guest_child_notes: '  ',
  dismissal_type: 'regular',
  ...values,
})

const PATH = '/api/admin/drop-ins'
const stored = async (id: string) =>
  (await storedRows(app.services.db, 'submissions', sql`where id = ${id}`))[0]
const auditOf = (id: string) =>
  storedRows(app.services.db, 'audit_log', sql`where table_name = 'submissions' and row_id = ${id}`)

describe('a drop-in entered by staff', () => {
  it('is stored as pending with its date, phone and dismissal, on a weekend without a month too', async () => {
    const { status, body } = await admin.post(PATH, form())
    expect(status).toBe(200)
    expect(body.total_fee).toBe(30)
    expect(await stored(body.id)).toMatchObject({
      parent_id: null,
      child_id: null,
      month_id: null,
      dropin_date: '2026-11-21',
      selected_days: [21],
      total_fee_cents: 3000,
      status: 'pending',
      billed_status: 'not_billed',
      guest_child_name: 'Wren Abernathy',
      guest_parent_name: 'Joel Abernathy',
      guest_parent_email: 'joel@example.com',
      guest_parent_phone: '555 0142',
      guest_child_allergies: null,
      guest_child_notes: null,
      dismissal_type: 'regular',
      agreed_at: null,
    })
  })

  it('costs 30 whatever the dismissal, whatever the request says, and on past days', async () => {
    for (const dismissal_type of ['regular', 'noon', 'early']) {
      const values = form({ dismissal_type, dropin_date: '2025-03-04', total_fee: 1, total_fee_cents: 1 })
      const { body } = await admin.post(PATH, values)
      expect(await stored(body.id)).toMatchObject({ total_fee_cents: 3000, dismissal_type })
    }
  })

  it('keeps allergies and notes, is recorded in the audit log and sends no email', async () => {
    const { body } = await admin.post(
      PATH,
      form({ guest_child_allergies: ' Kiwi ', guest_child_notes: 'Aunt picks up' }),
    )
    expect(await stored(body.id)).toMatchObject({
      guest_child_allergies: 'Kiwi',
      guest_child_notes: 'Aunt picks up',
    })
    expect(await auditOf(body.id)).toMatchObject([
      { action: 'submission.create', actor_id: staff.id, actor_role: 'admin' },
    ])
    expect(await countRows(app.services.db, 'outbox')).toBe(0)
  })

  it('names every missing or wrong field at once and stores nothing', async () => {
    const { status, body } = await admin.post(PATH, { guest_parent_email: 'abc', dropin_date: '2026-02-30' })
    expect(status).toBe(422)
    expect(body.error.fields).toEqual({
      dropin_date: 'Please choose a valid date',
      guest_child_name: 'Child name is required',
      guest_parent_name: 'Parent name is required',
      guest_parent_email: 'Please enter a valid email address',
      guest_parent_phone: 'Parent phone is required',
    })
    const bad = [{ dismissal_type: 'late' }, { guest_child_name: '   ' }, { guest_parent_phone: 'a\nb' }]
    for (const values of bad) expect((await admin.post(PATH, form(values))).status).toBe(422)
    expect(await countRows(app.services.db, 'submissions')).toBe(0)
  })

  it('clicked ten times at once is stored once', async () => {
    const headers = { 'idempotency-key': 'one-click' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => admin.post(PATH, form(), headers)))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await countRows(app.services.db, 'submissions')).toBe(1)
  })
})

describe('a drop-in for a child already booked on that day', () => {
  const HELD = 'Amara Okafor already has a'
  let december: { id: string }
  let parent: { id: string; email: string; full_name: string }
  let child: { id: string; parent_id: string }
  const entry = (values: Record<string, unknown> = {}) =>
    form({
      dropin_date: '2026-12-17',
      guest_child_name: '  amara OKAFOR ',
      guest_parent_email: parent.email.toUpperCase(),
      ...values,
    })

  beforeAll(async () => {
    december = await make.aMonth()
  })
  beforeEach(async () => {
    parent = await make.aParent({ phone: '555 0100' })
    child = await make.aChild(parent, { name: 'Amara Okafor' })
  })

  it.each([
    ['a registration', 'registration'],
    ["the family's drop-in", 'drop-in'],
    ["staff's own drop-in", 'drop-in'],
  ])('needs confirmation because of %s, and is stored once staff confirm', async (how, kind) => {
    if (how === 'a registration') {
      await make.aRegistration(child, december, { selected_days: [16, 17] })
    } else if (how === "the family's drop-in") {
      const ofChild = { parent_id: child.parent_id, child_id: child.id, agreed_at: '2026-11-16T12:00:00Z' }
      await make.aDropIn('2026-12-17', ofChild)
    } else expect((await admin.post(PATH, entry())).status).toBe(200)

    const refused = await admin.post(PATH, entry())
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      { code: 'already-booked', message: `${HELD} ${kind} for Thursday, December 17, 2026.` },
    ])
    expect(await countRows(app.services.db, 'submissions')).toBe(1)
    expect((await admin.post(PATH, entry({ dropin_date: '2026-12-18' }))).status).toBe(200)
    expect((await admin.post(PATH, entry({ allow_double_booking: true }))).status).toBe(200)
    expect(await countRows(app.services.db, 'submissions')).toBe(3)
  })

  it("needs confirmation under the email of any adult of the family, however the child's name is spelt", async () => {
    const other = await make.aParent()
    await joinInto(app, parent, other)
    await make.aRegistration(child, december, { selected_days: [17] })
    const byOther = { guest_parent_email: ` ${other.email.toUpperCase()}`, guest_child_name: 'Okafor, Ámara' }
    const message = `${HELD} registration for Thursday, December 17, 2026.`
    expect((await admin.post(PATH, entry(byOther))).body.error?.message).toBe(message)

    const eighteenth = { dropin_date: '2026-12-18' }
    expect((await admin.post(PATH, entry({ ...byOther, ...eighteenth }))).status).toBe(200)
    for (const again of [byOther, {}])
      expect((await admin.post(PATH, entry({ ...again, ...eighteenth }))).status).toBe(409)
    const onFile = await admin.post(`/api/admin/children/${child.id}/drop-ins`, eighteenth)
    expect(onFile.body.error?.code).toBe('already-booked')
  })

  it('does not conflict with another name, another email or a guest', async () => {
    await make.aDropIn('2026-12-17', {
      guest_child_name: 'Amara Okafor',
      guest_parent_email: parent.email,
      agreed_at: '2026-11-16T12:00:00Z',
    })
    expect((await admin.post(PATH, entry())).status).toBe(200)
    expect((await admin.post(PATH, entry({ guest_child_name: 'Zuri Okafor' }))).status).toBe(200)
    expect((await admin.post(PATH, entry({ guest_parent_email: 'other@example.org' }))).status).toBe(200)
  })

  describe('on file', () => {
    const forChild = (values: Record<string, unknown> = {}, id = child.id) =>
      admin.post(`/api/admin/children/${id}/drop-ins`, { dropin_date: '2026-12-17', ...values })
    const guests = async () => {
      const { body } = await admin.get('/api/admin/parents?size=100')
      return body.rows.filter((row: { is_guest: boolean }) => row.is_guest)
    }

    it("belongs to the family, with the family's own details, and makes nobody a guest", async () => {
      await execute(
        app.services.db,
        sql`update children set allergies = 'Nuts, <b>eggs</b>' where id = ${child.id}`,
      )
      const { status, body } = await forChild({
        guest_child_notes: ' late bus ',
        dismissal_type: 'noon',
        guest_parent_email: 'victim@example.com',
        total_fee: 1,
      })
      expect(status).toBe(200)
      expect(await stored(body.id)).toMatchObject({
        parent_id: parent.id,
        child_id: child.id,
        guest_parent_name: parent.full_name,
        guest_parent_email: parent.email,
        guest_parent_phone: '555 0100',
        guest_child_name: 'Amara Okafor',
        guest_child_allergies: 'Nuts, <b>eggs</b>',
        guest_child_notes: 'late bus',
        dismissal_type: 'noon',
        total_fee_cents: 3000,
        agreed_at: null,
      })
      expect(await guests()).toEqual([])
      const { body: own } = await (await app.as(parent)).get('/api/submissions')
      expect(own.rows.map((row: { id: string }) => row.id)).toEqual([body.id])
      expect(await countRows(app.services.db, 'outbox')).toBe(0)
      expect((await auditOf(body.id)).map((entry) => entry.action)).toEqual(['submission.create'])
    })

    it('names the parent by email if the profile has no name', async () => {
      await execute(app.services.db, sql`update profiles set full_name = '' where id = ${parent.id}`)
      const { body } = await forChild()
      expect(await stored(body.id)).toMatchObject({ guest_parent_name: parent.email })
    })

    it("shares the rules for double bookings with the family's own and with typed drop-ins", async () => {
      expect((await admin.post(PATH, entry())).status).toBe(200)
      const refused = await forChild()
      expect([refused.status, refused.body.error.code]).toEqual([409, 'already-booked'])
      expect((await forChild({ allow_double_booking: true })).status).toBe(200)
      expect((await forChild({ dropin_date: '2026-12-18' })).status).toBe(200)
      const typed = await admin.post(PATH, entry({ dropin_date: '2026-12-18' }))
      expect(typed.body.error.code).toBe('already-booked')
    })

    it('is stored once for two concurrent admins', async () => {
      const answers = await Promise.all(Array.from({ length: 4 }, () => forChild()))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    })

    it('needs a date and a child that the family has not removed, and is for staff only', async () => {
      expect((await forChild({ dropin_date: '' })).body.error.fields).toEqual({
        dropin_date: 'Please select a date',
      })
      expect((await forChild({ guest_child_notes: 'x'.repeat(1001) })).status).toBe(422)
      const url = `/api/admin/children/${child.id}/drop-ins`
      expect((await (await app.as(parent)).post(url, { dropin_date: '2026-12-17' })).status).toBe(403)
      await execute(app.services.db, sql`update children set deleted_at = now() where id = ${child.id}`)
      expect((await forChild()).status).toBe(404)
      expect(await countRows(app.services.db, 'submissions')).toBe(0)
    })
  })

  it('is stored for one of two concurrent admins, and the other is asked to confirm', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => admin.post(PATH, entry())))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  })
})

describe('the list of drop-ins', () => {
  it('is searched like submissions, while count and revenue are those of all', async () => {
    const parent = await make.aParent({ full_name: 'Linh Nguyen', email: 'linh@example.com' })
    const child = await make.aChild(parent, { name: 'Joanna' })
    await make.aDropIn('2026-11-16', { parent_id: parent.id, child_id: child.id })
    for (const guest_child_name of ['Ann', 'Anna']) await make.aDropIn('2026-11-17', { guest_child_name })
    const all = (await admin.get(PATH)).body
    const children = async (search: string) => {
      const { body } = await admin.get(`${PATH}?search=${encodeURIComponent(search)}`)
      expect(body).toMatchObject({ count: all.count, revenue: all.revenue, total: body.rows.length })
      return body.rows.map((row: { child_name: string }) => row.child_name).sort()
    }
    expect(await children('anna')).toEqual(['Anna', 'Joanna'])
    expect(await children('nguyen  linh')).toEqual(['Joanna'])
    expect(await children('joanna nguyen')).toEqual(['Joanna'])
    expect(await children('anna nguyen')).toEqual(['Joanna'])
    expect(await children('zzz')).toEqual([])
    expect((await admin.get(`${PATH}?search=ann&size=1&page=2`)).body.rows).toHaveLength(1)
  })

  it('has the drop-ins of parents, guests and staff, newest first, without registrations', async () => {
    const parent = await make.aParent({
      full_name: 'Dana Okafor',
      email: 'dana@example.com',
      phone: '555 0100',
    })
    const child = await make.aChild(parent, { name: 'Amara', allergies: 'Eggs' })
    await make.aDropIn('2026-11-16', {
      parent_id: parent.id,
      child_id: child.id,
      submitted_at: '2026-11-16T13:00:00Z',
    })
    await make.aDropIn('2026-11-17', { submitted_at: '2026-11-16T12:00:00Z' })
    await make.aGuestRegistration(await make.aMonth({ month_name: 'November' }))
    const { body: added } = await admin.post(PATH, form({ dismissal_type: 'noon' }))
    const { body } = await admin.get(PATH)
    expect(body.rows[0]).toMatchObject({
      id: added.id,
      dropin_date: '2026-11-21',
      child_name: 'Wren Abernathy',
      parent_name: 'Joel Abernathy',
      parent_email: 'joel@example.com',
      phone: '555 0142',
      allergies: 'None',
      guest_child_notes: null,
      dismissal_type: 'noon',
      total_fee: 30,
      status: 'pending',
    })
    expect(body.rows[1]).toMatchObject({
      child_name: 'Amara',
      parent_name: 'Dana Okafor',
      parent_email: 'dana@example.com',
      phone: '555 0100',
      allergies: 'Eggs',
      dismissal_type: null,
      total_fee: 25,
    })
    expect(body).toMatchObject({ total: 3, revenue: 80, page: 1, size: 25 })
  })

  it('is returned page by page, with count and sum over all pages', async () => {
    for (let n = 0; n < 7; n++) {
      await make.aDropIn('2026-11-16', {
        guest_child_name: `Child ${n}`,
        total_fee_cents: 1010,
        submitted_at: `2026-11-16T12:0${n}:00Z`,
      })
    }
    const { body } = await admin.get(`${PATH}?page=2&size=3`)
    expect(body.rows.map((row: { child_name: string }) => row.child_name)).toEqual([
      'Child 3',
      'Child 2',
      'Child 1',
    ])
    expect(body).toMatchObject({ total: 7, revenue: 70.7, page: 2, size: 3 })
    expect((await admin.get(`${PATH}?page=9&size=3`)).body).toMatchObject({ rows: [], total: 7 })
    expect((await admin.get(`${PATH}?page=0`)).status).toBe(422)
  })

  it("says who reads Spanish, as submissions do: the account's choice, else what was read at the request", async () => {
    const parent = await make.aParent()
    const setLanguage = (language: string | null) =>
      execute(app.services.db, sql`update profiles set language = ${language} where id = ${parent.id}`)
    const languages = async () => {
      const lists = [PATH, '/api/admin/submissions'].map((path) => admin.get(`${path}?size=50`))
      const found = (await Promise.all(lists)).map(({ body }) =>
        body.rows.map((row: { parent_id: string | null; language: string }) => [
          row.parent_id === null ? 'guest' : 'family',
          row.language,
        ]),
      )
      return found.map((rows) => Object.fromEntries(rows))
    }
    await make.aDropIn('2026-11-17', { language: 'es' })
    const child = await make.aChild(parent)
    await make.aDropIn('2026-11-18', { parent_id: parent.id, child_id: child.id, language: 'es' })
    for (const [chosen, shown] of [
      [null, 'es'],
      ['en', 'en'],
      ['es', 'es'],
    ] as const) {
      await setLanguage(chosen)
      expect(await languages()).toEqual(Array(2).fill({ guest: 'es', family: shown }))
    }
  })

  it('is empty at first', async () => {
    expect((await admin.get(PATH)).body).toMatchObject({ rows: [], total: 0, revenue: 0 })
  })
})

describe('deleting a drop-in', () => {
  it('removes the row, keeps its payments as general ones and leaves a record', async () => {
    const parent = await make.aParent()
    const child = await make.aChild(parent)
    const dropIn = await make.aDropIn('2026-11-16', { parent_id: parent.id, child_id: child.id })
    const payment = await make.aPayment(parent, staff, { submission_id: dropIn.id })
    const { status, body } = await admin.delete(`${PATH}/${dropIn.id}`)
    expect([status, body]).toEqual([200, { id: dropIn.id }])
    expect(await stored(dropIn.id)).toBeUndefined()
    const [kept] = await storedRows(app.services.db, 'payments', sql`where id = ${payment.id}`)
    expect(kept).toMatchObject({ submission_id: null, amount_cents: 2000, parent_id: parent.id })
    expect(await auditOf(dropIn.id)).toMatchObject([
      {
        action: 'submission.remove',
        actor_id: staff.id,
        detail: { dropin_date: '2026-11-16', total_fee_cents: 2500, payment_ids: [payment.id] },
      },
    ])
  })

  it('does not find monthly registrations or deleted drop-ins', async () => {
    const registration = await make.aGuestRegistration(
      await make.aMonth({ month_name: 'January', year: 2027 }),
    )
    expect((await admin.delete(`${PATH}/${registration.id}`)).status).toBe(404)
    expect(await stored(registration.id)).toBeDefined()
    const dropIn = await make.aDropIn('2026-11-16')
    expect((await admin.delete(`${PATH}/${dropIn.id}`)).status).toBe(200)
    expect((await admin.delete(`${PATH}/${dropIn.id}`)).status).toBe(404)
    expect((await admin.delete(`${PATH}/none`)).status).toBe(422)
  })

  it('is for staff only', async () => {
    const dropIn = await make.aDropIn('2026-11-16')
    const parent = await app.as(await make.aParent())
    expect((await parent.delete(`${PATH}/${dropIn.id}`)).status).toBe(403)
    expect((await app.visitor.delete(`${PATH}/${dropIn.id}`)).status).toBe(401)
    expect((await app.visitor.post(PATH, form())).status).toBe(401)
    expect(await stored(dropIn.id)).toBeDefined()
  })
})
