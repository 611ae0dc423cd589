import { DEFAULT_PICKUP_SETTINGS, DEFAULT_PICKUP_TIMES } from '@aftercare/domain/board/pickup-times'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { countRows, storedRows } from '../../testing/rows'
import { type TestClient, testApp } from '../../testing/test-app'
import { saveSetting } from '../db/settings'
import { execute, sql } from '../db/sql'
import type { MonthRow } from '../db/tables'
import { setClause } from '../db/write'

const MONDAY = '2026-11-16T09:00:00-05:00'

const app = await testApp()
const make = buildersFor(app.services.db)

beforeEach(async () => {
  app.setNow(MONDAY)
  await execute(app.services.db, sql`delete from outbox`)
  await execute(app.services.db, sql`delete from submissions`)
  await execute(app.services.db, sql`delete from months`)
  await make.aMonth({ month_name: 'November', year: 2026 })
})

const setNovember = (values: Partial<MonthRow>) =>
  execute(
    app.services.db,
    sql`update months set ${setClause('months', values)} where month_name = ${'November'}`,
  )

async function availability() {
  const { body } = await app.visitor.get('/api/drop-ins/availability')
  return body.options as { key: string; date: string; available: boolean }[]
}
const available = async () => (await availability()).map((option) => option.available)

const guest = (values: Record<string, unknown> = {}) => ({
  guest_parent_name: 'Grace Whitfield',
  guest_parent_email: 'grace@example.com',
  guest_child_name: 'Otis Whitfield',
  dropin_date: '2026-11-16',
  agreed: true,
  ...values,
})

const newest = async () => {
  const [row] = await storedRows(app.services.db, 'submissions', sql`order by submitted_at desc`)
  return row
}

describe('the dates offered for a drop-in', () => {
  it("are today and tomorrow in the programme's time zone, even late in the evening", async () => {
    app.setNow('2026-11-16T23:30:00-05:00')
    expect(await availability()).toEqual([
      { key: 'today', date: '2026-11-16', available: true },
      { key: 'tomorrow', date: '2026-11-17', available: true },
    ])
  })

  describe('after the pick-up time', () => {
    const OFFERED = [true, true]
    const TOO_LATE = [false, true]
    const request = (email: string) => app.visitor.post('/api/drop-ins', guest({ guest_parent_email: email }))
    const save = (settings: object) =>
      app.services.db.transaction((tx) => saveSetting(tx, 'pickup_times', settings, MONDAY))
    afterEach(() => execute(app.services.db, sql`delete from settings where key = 'pickup_times'`))

    it.each([
      ['17:29', 'off', OFFERED],
      ['17:31', 'off', OFFERED],
      ['21:00', 'off', OFFERED],
      ['17:29', 'on', OFFERED],
      ['17:30', 'on', OFFERED],
      ['17:31', 'on', TOO_LATE],
      ['21:00', 'on', TOO_LATE],
    ])(
      'at %s, with late drop-ins switched %s, the form and a request agree: %j',
      async (time, state, offered) => {
        if (state === 'on') await save({ ...DEFAULT_PICKUP_SETTINGS, no_late_drop_ins: true })
        app.setNow(`2026-11-16T${time}:30-05:00`)
        expect(await available()).toEqual(offered)
        const { status, body } = await request(`${state}-${time.replace(':', '-')}@example.com`)
        expect([status, body.error?.code]).toEqual(
          offered === TOO_LATE ? [409, 'drop-in-unavailable'] : [200, undefined],
        )
      },
    )

    it("follow the day's own time, and a setting of before the switch leaves it off", async () => {
      app.setNow('2026-11-16T17:31:00-05:00')
      await save({ ...DEFAULT_PICKUP_SETTINGS, monday: '18:00', no_late_drop_ins: true })
      expect(await available()).toEqual(OFFERED)
      await setNovember({ day_types: { 16: 'noon' } })
      expect(await available()).toEqual(TOO_LATE)
      await save(DEFAULT_PICKUP_TIMES)
      expect(await available()).toEqual(OFFERED)
    })
  })

  it('are unavailable on weekends: tomorrow on a Friday, both on a Saturday', async () => {
    app.setNow('2026-11-20T09:00:00-05:00')
    expect(await available()).toEqual([true, false])
    app.setNow('2026-11-21T09:00:00-05:00')
    expect(await available()).toEqual([false, false])
  })

  it('are unavailable if closed, of type unavailable or without school; special days are available', async () => {
    await setNovember({ closed_days: [16] })
    expect(await available()).toEqual([false, true])
    await setNovember({ closed_days: [], day_types: { 16: 'unavailable', 17: 'no_school' } })
    expect(await available()).toEqual([false, false])
    await setNovember({ day_types: { 17: 'noon' }, special_days: [16] })
    expect(await available()).toEqual([true, true])
  })

  it('depend on their own month, even if it is a draft', async () => {
    app.setNow('2026-11-30T09:00:00-05:00')
    expect(await available()).toEqual([true, false])
    await make.aMonth({ month_name: 'December', year: 2026, is_active: false })
    expect(await available()).toEqual([true, true])
    await setNovember({ is_active: false })
    expect(await available()).toEqual([true, true])
  })
})

describe('a drop-in', () => {
  it('of a guest is stored with its date, the fee of 25 and the standard sentence in its notes', async () => {
    const { status, body } = await app.visitor.post(
      '/api/drop-ins',
      guest({
        guest_parent_phone: '555-0199',
        additional_notes: ' late bus ',
        guest_child_allergies: 'Nuts',
        total_fee: 1,
      }),
    )
    expect(status).toBe(200)
    expect(body.total_fee).toBe(25)
    expect(await newest()).toMatchObject({
      parent_id: null,
      child_id: null,
      month_id: null,
      selected_days: [16],
      dropin_date: '2026-11-16',
      total_fee_cents: 2500,
      status: 'pending',
      guest_parent_name: 'Grace Whitfield',
      guest_parent_email: 'grace@example.com',
      guest_parent_phone: '555-0199',
      guest_child_name: 'Otis Whitfield',
      guest_child_allergies: 'Nuts',
      guest_child_notes: 'Day Drop-In Request for Monday, November 16, 2026 - late bus',
      agreed_at: expect.any(String),
    })
    const mails = await storedRows(app.services.db, 'outbox')
    expect(mails.map((mail) => mail.to_email)).toEqual(['grace@example.com'])
    expect(mails[0]?.text).toContain('Monday, November 16, 2026')
    const log = await storedRows(app.services.db, 'audit_log', sql`where row_id = ${body.id}`)
    expect(log).toMatchObject([{ action: 'submission.create', actor_id: null, actor_role: 'visitor' }])
    const agreed = await storedRows(
      app.services.db,
      'agreement_texts',
      sql`where id = (select agreement_id from submissions where id = ${body.id})`,
    )
    expect(agreed.map(({ items }) => items[0])).toEqual(['Day-of drop-ins are subject to availability.'])
  })

  it('of a parent references parent and child, and takes names and allergies from profile and child', async () => {
    const parent = await make.aParent({ full_name: 'Dana Okafor', email: 'dana@example.com' })
    const child = await make.aChild(parent, { name: 'Amara', allergies: 'Eggs' })
    const client = await app.as(parent)
    const request = {
      child_id: child.id,
      dropin_date: '2026-11-17',
      agreed: true,
      guest_parent_email: 'victim@example.com',
    }
    expect((await client.post('/api/drop-ins', request)).status).toBe(200)
    expect(await newest()).toMatchObject({
      parent_id: parent.id,
      child_id: child.id,
      month_id: null,
      selected_days: [17],
      guest_parent_name: 'Dana Okafor',
      guest_parent_email: 'dana@example.com',
      guest_child_name: 'Amara',
      guest_child_allergies: 'Eggs',
      guest_child_notes: 'Day Drop-In Request for Tuesday, November 17, 2026',
      total_fee_cents: 2500,
      status: 'pending',
    })
    const mails = await storedRows(app.services.db, 'outbox')
    expect(mails.map((mail) => mail.to_email)).toEqual(['dana@example.com'])
  })

  it('is rejected on any other day, on a closed day and without a month, naming the date', async () => {
    for (const day of ['2026-11-15', '2026-11-18', '2026-11-13']) {
      const { status, body } = await app.visitor.post('/api/drop-ins', guest({ dropin_date: day }))
      expect(status).toBe(409)
      expect(body.error.code).toBe('drop-in-unavailable')
    }
    await setNovember({ closed_days: [16] })
    const closed = await app.visitor.post('/api/drop-ins', guest())
    expect(closed.body.error.message).toBe('Aftercare is not available on Monday, November 16, 2026.')
    await execute(app.services.db, sql`delete from months`)
    expect((await app.visitor.post('/api/drop-ins', guest())).status).toBe(409)
    expect(await newest()).toBeUndefined()
  })

  it('needs its fields, a real date and the agreement', async () => {
    const { status, body } = await app.visitor.post('/api/drop-ins', { agreed: false })
    expect(status).toBe(422)
    expect(Object.keys(body.error.fields).sort()).toEqual([
      'agreed',
      'dropin_date',
      'guest_child_name',
      'guest_parent_email',
      'guest_parent_name',
    ])
    for (const day of ['2026-02-30', 'tomorrow', '', 20261116]) {
      expect((await app.visitor.post('/api/drop-ins', guest({ dropin_date: day }))).status).toBe(422)
    }
    const long = await app.visitor.post('/api/drop-ins', guest({ additional_notes: 'x'.repeat(10_000) }))
    expect(long.body.error.fields).toHaveProperty('additional_notes')
  })

  it('rejects another family’s child as unknown', async () => {
    const stranger = await make.aChild(await make.aParent())
    const client = await app.as(await make.aParent())
    const request = { child_id: stranger.id, dropin_date: '2026-11-16', agreed: true }
    expect((await client.post('/api/drop-ins', request)).status).toBe(404)
    expect((await app.visitor.post('/api/drop-ins', request)).status).toBe(401)
  })

  it('clicked ten times at once is stored once and emailed once', async () => {
    const headers = { 'idempotency-key': 'one-click' }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        app.visitor.post('/api/drop-ins', guest({ guest_parent_email: 'ten@example.com' }), headers),
      ),
    )
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await countRows(app.services.db, 'submissions')).toBe(1)
    expect(await countRows(app.services.db, 'outbox')).toBe(1)
  })
})

describe('requesting the drop-in email', () => {
  const ask = (client: TestClient, body: object) =>
    client.post('/api/functions/send-dropin-submission-email', body)

  it('confirms the email about the visitor’s own new drop-in without sending a second one', async () => {
    const { body } = await app.visitor.post(
      '/api/drop-ins',
      guest({ guest_parent_email: 'mail@example.com' }),
    )
    const forged = { submission_id: body.id, parentEmail: 'victim@example.com', parentName: 'x', fee: 1 }
    expect((await ask(app.visitor, forged)).body).toEqual({ queued: true })
    const mails = await storedRows(app.services.db, 'outbox')
    expect(mails.map((mail) => mail.to_email)).toEqual(['mail@example.com'])
  })

  it('queues an email that could not be queued with the drop-in', async () => {
    const { body } = await app.visitor.post(
      '/api/drop-ins',
      guest({ guest_parent_email: 'late@example.com' }),
    )
    await execute(app.services.db, sql`delete from outbox`)
    await ask(app.visitor, { submission_id: body.id })
    expect(await countRows(app.services.db, 'outbox')).toBe(1)
  })

  it('does not find other people’s drop-ins, those of staff, or old ones', async () => {
    const parent = await make.aParent()
    const child = await make.aChild(parent)
    const own = await app.as(parent)
    const dropIn = { child_id: child.id, dropin_date: '2026-11-16', agreed: true }
    const { body } = await own.post('/api/drop-ins', dropIn)
    const byStaff = await make.aDropIn('2026-11-16', { submitted_at: '2026-11-16T13:59:00Z' })
    expect((await ask(app.visitor, { submission_id: body.id })).status).toBe(404)
    expect((await ask(app.visitor, { submission_id: byStaff.id })).status).toBe(404)
    expect((await ask(own, { submission_id: body.id })).status).toBe(200)
    app.setNow('2026-11-16T09:20:00-05:00')
    expect((await ask(own, { submission_id: body.id })).status).toBe(404)
    expect((await ask(own, {})).status).toBe(422)
  })
})

// Last: admins get mails about new drop-ins.
describe('for staff', () => {
  it('a drop-in may be added after the pick-up time', async () => {
    app.setNow('2026-11-16T20:00:00-05:00')
    const settings = { ...DEFAULT_PICKUP_SETTINGS, no_late_drop_ins: true }
    await app.services.db.transaction((tx) => saveSetting(tx, 'pickup_times', settings, MONDAY))
    const staff = await app.as(await make.anAdmin())
    const { status } = await staff.post('/api/admin/drop-ins', {
      ...guest(),
      guest_parent_phone: '555-0100',
      dismissal_type: 'regular',
    })
    expect(status).toBe(200)
    await execute(app.services.db, sql`delete from settings where key = 'pickup_times'`)
  })

  it("a guest's phone number is shown in the report, the list of drop-ins and the parents", async () => {
    await app.visitor.post('/api/drop-ins', guest({ guest_parent_phone: '555-0199' }))
    await app.visitor.post(
      '/api/drop-ins',
      guest({ guest_child_name: 'Ida Whitfield', guest_parent_phone: ' ' }),
    )
    const staff = await app.as(await make.anAdmin())
    const report = await staff.get('/api/admin/attendance?date=2026-11-16')
    const phones = (rows: { child?: string; phone: string | null }[]) => rows.map(({ phone }) => phone).sort()
    expect(phones(report.body.rows)).toEqual(['-', '555-0199'])
    expect(phones((await staff.get('/api/admin/drop-ins')).body.rows)).toEqual(['555-0199', null].sort())
    const parents = await staff.get('/api/admin/parents?search=grace')
    expect(phones(parents.body.rows)).toEqual(['555-0199'])
  })
})
