import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { holdLock, untilWaiting } from '../../testing/race-helpers'
import { storedRows } from '../../testing/rows'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'
import type { SubmissionRow } from '../db/tables'
import { createGuestLink } from '../guest-links/guest-links.queries'

const MONDAY = '2026-11-16T09:00:00-05:00'
const TOMORROW = '2026-11-17'

const app = await testApp()
const { db } = app.services
const make = buildersFor(db)
const admin = await make.anAdmin({ full_name: 'Rosa Medina', email: 'rosa@example.com' })
const november = await make.aMonth({ month_name: 'November' })
let staff: TestClient
let parent: { id: string; email: string }
let child: { id: string; parent_id: string }
let family: TestClient

const setRequired = async (required: boolean) => {
  const { version } = (await staff.get('/api/admin/drop-in-approval')).body
  expect((await staff.put('/api/admin/drop-in-approval', { required, version })).status).toBe(200)
}

beforeEach(async () => {
  app.setNow(MONDAY)
  staff = await app.as(admin)
  for (const table of [
    sql`submissions`,
    sql`removed_drop_ins`,
    sql`outbox`,
    sql`seat_watches`,
    sql`rate_limits`,
  ])
    await execute(db, sql`delete from ${table}`)
  await execute(
    db,
    sql`update months set seats = null, day_seats = '{}', cancelled_days = '{}', cancelled_day_types = '{}', day_types = '{}'`,
  )
  await execute(db, sql`delete from settings where key in ('drop_in_prices', 'guest_confirmation')`)
  parent = await make.aParent({ full_name: 'Dana Okafor' })
  child = await make.aChild(parent, { name: 'Amara' })
  family = await app.as(parent)
  await setRequired(true)
})

const GUEST = {
  guest_parent_name: 'Grace Whitfield',
  guest_parent_email: 'grace@example.com',
  guest_child_name: 'Otis Whitfield',
  agreed: true,
}
const ask = async (
  dropin_date = TOMORROW,
  values: object = { child_id: child.id, agreed: true },
  client = family,
) => client.post('/api/drop-ins', { dropin_date, ...values })
const asked = async (dropin_date = TOMORROW) => (await ask(dropin_date)).body.id as string
const answer = (decision: 'approve' | 'decline', id: string, message?: string, client = staff) =>
  client.post(`/api/admin/drop-ins/${id}/${decision}`, message === undefined ? {} : { message })
const code = ({ status, body }: { status: number; body: { error: { code: string } } }) => [
  status,
  body.error.code,
]

const mails = async () =>
  (await storedRows(db, 'outbox', sql`order by template`))
    .map(({ template, to_email }) => `${template} ${to_email}`)
    .sort()
const textOf = async (template: string) =>
  (await storedRows(db, 'outbox', sql`where template = ${template}`))[0]?.text ?? ''

/** Wherever a fee or a balance is added up. */
async function sums() {
  const [detail, dropIns, listed, charts, statement, dashboard] = [
    (await staff.get(`/api/admin/parents/${parent.id}`)).body,
    (await staff.get('/api/admin/drop-ins')).body,
    (await staff.get('/api/admin/parents')).body.rows.find(({ id }: { id: string }) => id === parent.id),
    (await staff.get('/api/admin/dashboard/charts')).body,
    (await family.get('/api/statement?year=2026')).body,
    (await staff.get('/api/admin/dashboard')).body,
  ]
  const year = charts.school_year.reduce(
    (total: number, { fees, uncovered }: { fees: number; uncovered: number }) => total + fees + uncovered,
    0,
  )
  return {
    outstanding: listed.outstanding,
    totals: detail.totals,
    revenue: dropIns.revenue,
    year,
    statement: JSON.stringify(statement).includes(TOMORROW),
    unpaid: dashboard.unpaid,
  }
}

/** Wherever the child would be expected. */
async function expected(day = TOMORROW) {
  const report = (await staff.get(`/api/admin/attendance?date=${day}`)).body
  const board = (await staff.get(`/api/admin/board?date=${day}`)).body
  const charts = (await staff.get('/api/admin/dashboard/charts')).body
  const inChart = charts.months
    .flatMap(({ days }: { days: { day: string; children: number }[] }) => days)
    .find((one: { day: string }) => one.day === day)
  return [report.rows.length, board.cards.length, inChart?.children ?? 0]
}

describe('a drop-in that needs approval', () => {
  it('waits, costs nothing in any sum and is expected nowhere, until staff approve it', async () => {
    const before = await sums()
    const { status, body } = await ask()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'waiting',
      total_fee: 0,
      approval: { fee: 25, decided_at: null, message: null },
      dropin_date: TOMORROW,
      selected_days: [17],
    })
    expect(await sums()).toEqual(before)
    expect(await expected()).toEqual([0, 0, 0])
    expect((await staff.get('/api/admin/dashboard')).body.waiting_drop_ins).toEqual([
      {
        id: body.id,
        child_name: 'Amara',
        parent_name: 'Dana Okafor',
        dropin_date: TOMORROW,
        fee: 25,
        is_day_cancelled: false,
      },
    ])
    expect((await staff.get('/api/admin/submissions?status=waiting')).body).toMatchObject({
      has_waiting: true,
      rows: [{ id: body.id, derived_status: 'waiting', total_fee: 0 }],
    })

    const approved = await answer('approve', body.id, 'See you <i>then</i>')
    expect(approved.status).toBe(200)
    expect(approved.body).toMatchObject({
      status: 'approved',
      total_fee: 25,
      derived_status: 'submitted',
      approval: { fee: 25, message: 'See you <i>then</i>' },
    })
    expect(await expected()).toEqual([1, 1, 1])
    const after = await sums()
    expect([after.outstanding, after.revenue, after.unpaid]).toEqual([25, 25, before.unpaid + 1])
    expect([after.year - before.year, after.statement]).toEqual([50, true])
    expect((await staff.get('/api/admin/dashboard')).body.waiting_drop_ins).toEqual([])
    expect((await family.get(`/api/submissions/${body.id}`)).body).toMatchObject({
      status: 'approved',
      approval: { message: 'See you <i>then</i>' },
    })
  })

  it('stays with the family and staff once it is declined, with the sentence, and costs nothing', async () => {
    const before = await sums()
    const id = await asked()
    expect((await answer('decline', id, 'We are short of staff.')).body).toMatchObject({
      status: 'declined',
      total_fee: 0,
      derived_status: 'declined',
    })
    expect(await sums()).toEqual(before)
    expect(await expected()).toEqual([0, 0, 0])
    expect((await family.get('/api/submissions')).body.rows).toMatchObject([
      { id, status: 'declined', total_fee: 0, approval: { message: 'We are short of staff.' } },
    ])
    expect((await staff.get('/api/admin/drop-ins')).body.rows).toMatchObject([{ id, status: 'declined' }])
    const csv = await (await staff.raw('/api/admin/submissions/export')).text()
    expect(csv).toContain(',0.00,Declined,')
    // The family may ask again, register the day, or leave it.
    expect((await ask()).status).toBe(200)
  })

  it('is mailed as waiting, and every answer to the family, with the optional sentence', async () => {
    const id = await asked()
    expect(await mails()).toEqual(
      [`dropin-admin ${admin.email}`, `dropin-parent ${admin.email}`, `dropin-parent ${parent.email}`].sort(),
    )
    expect(await textOf('dropin-parent')).toContain('It is waiting for approval')
    expect(await textOf('dropin-parent')).toContain('Fee once approved: $25.00')
    expect(await textOf('dropin-admin')).toContain('It waits for your approval.')
    await execute(db, sql`delete from outbox`)
    await answer('approve', id, 'Bring boots.')
    expect(await mails()).toEqual([`dropin-approved ${parent.email}`])
    expect(await textOf('dropin-approved')).toMatch(
      /approved the drop-in of .*Amara[\s\S]*Bring boots\.[\s\S]*\$25\.00/,
    )
    await execute(db, sql`delete from outbox`)
    await answer('decline', await asked('2026-11-16'))
    expect(await mails()).toContainEqual(`dropin-declined ${parent.email}`)
    expect(await textOf('dropin-declined')).not.toContain('This is what the office writes')
  })

  it('cannot be billed, one by one or with others', async () => {
    const id = await asked()
    const other = await make.aRegistration(child, november)
    const patched = await staff.patch(`/api/admin/submissions/${id}`, { billed_status: 'billed', version: 1 })
    expect(code(patched)).toEqual([409, 'drop-in-not-approved'])
    const { body } = await staff.post('/api/admin/submissions/mark-billed', { ids: [id, other.id] })
    expect(body.updated).toBe(1)
    expect((await staff.get(`/api/admin/submissions/${id}`)).body.billed_status).toBe('not_billed')
    // Notes are saved as ever.
    expect(
      (await staff.patch(`/api/admin/submissions/${id}`, { guest_child_notes: 'x', version: 1 })).status,
    ).toBe(200)
  })

  it('costs what was shown when it was requested, whatever the price is now', async () => {
    const id = await asked()
    await execute(
      db,
      sql`insert into settings (key, value) values ('drop_in_prices', '{"family":"40.00","staff":"30.00"}')`,
    )
    expect((await answer('approve', id)).body.total_fee).toBe(25)
  })

  it('counts as booked while it waits, and not once it is declined', async () => {
    const id = await asked()
    expect(code(await ask())).toEqual([409, 'already-booked'])
    const register = () =>
      family.post('/api/submissions', {
        month_id: november.id,
        child_ids: [child.id],
        selected_days: [17],
        agreed: true,
      })
    expect((await register()).status).toBe(409)
    expect((await family.get('/api/submissions/registered')).body.rows).toMatchObject([
      { dropin_date: TOMORROW },
    ])
    await answer('decline', id)
    expect((await family.get('/api/submissions/registered')).body.rows).toEqual([])
    expect((await register()).status).toBe(200)
  })

  it('is not approved, and paid twice, where the child has the day otherwise by now', async () => {
    const id = await asked()
    const entry = { dropin_date: TOMORROW, dismissal_type: 'regular', allow_double_booking: true }
    const entered = await staff.post(`/api/admin/children/${child.id}/drop-ins`, entry)
    expect(entered.status).toBe(200)
    const approved = await answer('approve', id)
    expect([approved.status, approved.body.error.message]).toEqual([
      409,
      'Amara already has a drop-in for Tuesday, November 17, 2026.',
    ])
    expect((await staff.delete(`/api/admin/drop-ins/${entered.body.id}`)).status).toBe(200)
    const values = { parent_id: parent.id, child_id: child.id, selected_days: [17] }
    const registration = await make.aRegistration(child, november, values)
    expect(code(await answer('approve', id))).toEqual([409, 'already-booked'])
    await execute(db, sql`delete from submissions where id = ${registration.id}`)
    expect((await answer('approve', id)).body.total_fee).toBe(25)
  })

  it('is answered once: not again, not after it was withdrawn, not what never waited', async () => {
    const id = await asked()
    await answer('approve', id)
    expect(code(await answer('approve', id))).toEqual([409, 'not-waiting'])
    expect(code(await answer('decline', id))).toEqual([409, 'not-waiting'])
    const { id: byStaff } = await make.aDropIn(TOMORROW)
    expect(code(await answer('approve', byStaff))).toEqual([409, 'not-waiting'])
    const withdrawn = await asked('2026-11-16')
    // Nobody expects the child, so it can be withdrawn on its day too.
    expect((await family.delete(`/api/drop-ins/${withdrawn}`)).status).toBe(200)
    expect(code(await answer('approve', withdrawn))).toEqual([409, 'drop-in-removed'])
    expect(code(await answer('approve', november.id))).toEqual([404, 'not-found'])
    expect((await answer('approve', id, 'x'.repeat(1001))).status).toBe(422)
    expect((await ask('2026-11-16')).status).toBe(200)
  })

  it('takes the first of two answers that meet, and mails one', async () => {
    const id = await asked()
    await execute(db, sql`delete from outbox`)
    const lock = await holdLock(app, 'select 1 from submissions where id = $1 for update', [id])
    const both = Promise.all([answer('approve', id), answer('decline', id)])
    await untilWaiting(app, 2)
    await lock.release()
    expect((await both).map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await mails()).toHaveLength(1)
  })

  it('repeats its answer to a request that is sent again', async () => {
    const id = await asked()
    await execute(db, sql`delete from outbox`)
    const headers = { 'idempotency-key': 'once' }
    const send = () => staff.post(`/api/admin/drop-ins/${id}/approve`, {}, headers)
    expect([(await send()).status, (await send()).status]).toEqual([200, 200])
    expect(await mails()).toHaveLength(1)
  })

  it('is not answered once its day is over but by declining it, and costs nothing', async () => {
    const id = await asked('2026-11-16')
    app.setNow('2026-11-17T09:00:00-05:00')
    staff = await app.as(admin)
    expect((await staff.get('/api/admin/dashboard')).body.waiting_drop_ins).toMatchObject([{ id }])
    expect(code(await answer('approve', id))).toEqual([409, 'drop-in-over'])
    expect((await answer('decline', id)).status).toBe(200)
  })

  it('is only declined on a cancelled day, and approved again once that takes place after all', async () => {
    const id = await asked()
    await execute(
      db,
      sql`update months set cancelled_days = '{17}', cancelled_day_types = '{"17":"regular"}', day_types = '{"17":"unavailable"}'`,
    )
    expect((await staff.get('/api/admin/dashboard')).body.waiting_drop_ins).toMatchObject([
      { id, is_day_cancelled: true },
    ])
    expect(code(await answer('approve', id))).toEqual([409, 'drop-in-day-cancelled'])
    await execute(
      db,
      sql`update months set cancelled_days = '{}', cancelled_day_types = '{}', day_types = '{}'`,
    )
    expect((await answer('approve', id)).body.total_fee).toBe(25)
  })

  it('holds its seat until it is declined or withdrawn, which whoever waits is told', async () => {
    await execute(db, sql`update months set day_seats = '{"17":1}'`)
    const id = await asked()
    const waiting = await make.aParent()
    expect((await ask(TOMORROW, GUEST, app.visitor)).body.error.code).toBe('drop-in-unavailable')
    const watch = { month_id: november.id, day: 17 }
    expect((await (await app.as(waiting)).post('/api/seat-watches', watch)).status).toBe(200)
    await execute(db, sql`delete from outbox`)
    await answer('decline', id)
    expect(await mails()).toContainEqual(`seat-opened ${waiting.email}`)
    expect((await ask(TOMORROW, GUEST, app.visitor)).body.status).toBe('waiting')
  })

  it('is not said to come: not today, not by the calendar, not in the noon mail', async () => {
    const id = await asked('2026-11-16')
    expect((await family.get('/api/today')).body.children).toEqual([])
    expect(code(await family.post(`/api/submissions/${id}/not-coming`, {}))).toEqual([
      409,
      'absence-rejected',
    ])
    const { url } = (await family.post('/api/calendar-feed', {})).body
    const feed = async () => (await app.visitor.raw(new URL(url).pathname)).text()
    expect(await feed()).not.toContain('Amara')
    await answer('approve', id)
    expect(await feed()).toContain('Amara')
    expect((await family.get('/api/today')).body.children).toHaveLength(1)
  })
})

describe('who decides', () => {
  it('is an admin, not the Attendance role, a parent or a guest', async () => {
    const id = await asked()
    const aide = await app.as(await make.anAide())
    for (const client of [aide, family])
      expect((await answer('approve', id, undefined, client)).status).toBe(403)
    expect((await answer('approve', id, undefined, app.visitor)).status).toBe(401)
    expect((await answer('approve', id)).status).toBe(200)
  })

  it('is written in the log, with the switch', async () => {
    await answer('decline', await asked(), 'Sorry')
    const { rows } = (await staff.get('/api/admin/activity?size=100')).body
    const log = rows.map(({ sentence }: { sentence: string }) => sentence).join('\n')
    expect(log).toMatch(/requested a drop-in for .*Amara.* on Nov 17, 2026 \(\$25 once approved\)/)
    expect(log).toMatch(/Rosa Medina declined a drop-in for .*Amara.* on Nov 17, 2026 \(\$0\)/)
    expect(log).toContain('switched on "Drop-ins need approval"')
  })
})

it('leaves what staff enter, and what was requested while it was off; switched off it approves nothing', async () => {
  const entry = { ...GUEST, guest_parent_phone: '555-123-4567', dropin_date: TOMORROW }
  expect((await staff.post('/api/admin/drop-ins', entry)).body).toMatchObject({
    status: 'pending',
    total_fee: 30,
    approval: null,
  })
  const id = await asked()
  await setRequired(false)
  expect((await family.get(`/api/submissions/${id}`)).body.status).toBe('waiting')
  expect((await ask('2026-11-16')).body).toMatchObject({ status: 'pending', total_fee: 25, approval: null })
  expect((await app.visitor.get('/api/drop-ins/availability')).body.needs_approval).toBe(false)
  expect((await answer('approve', id)).status).toBe(200)
})

it('lets each of several children wait, and answers them one by one', async () => {
  const second = await make.aChild(parent, { name: 'Noah' })
  const { body } = await ask(TOMORROW, { child_ids: [child.id, second.id], agreed: true, fee: 50 })
  expect(body.rows).toMatchObject(Array(2).fill({ status: 'waiting', total_fee: 0, approval: { fee: 25 } }))
  const [first, other] = body.rows
  await answer('approve', first.id)
  await answer('decline', other.id)
  const { rows } = (await family.get('/api/submissions')).body
  const statuses = Object.fromEntries(rows.map(({ id, status }: SubmissionRow) => [id, status]))
  expect(statuses).toEqual({ [first.id]: 'approved', [other.id]: 'declined' })
})

it('keeps a guest up to date by the private link, which withdraws it too', async () => {
  const { body } = await ask('2026-11-16', GUEST, app.visitor)
  expect(body).toMatchObject({ status: 'waiting', total_fee: 0 })
  const secret = (await createGuestLink(db, body.id, app.services.clock.now())) ?? ''
  const page = async () => (await app.visitor.post('/api/guest-registration', { secret })).body
  expect(await page()).toMatchObject({ status: 'waiting', approval: { fee: 25 }, may_withdraw: true })
  await answer('decline', body.id, 'Full')
  expect(await page()).toMatchObject({
    status: 'declined',
    approval: { message: 'Full' },
    may_withdraw: false,
  })
  expect((await app.visitor.post('/api/guest-registration/withdraw', { secret })).body.error.code).toBe(
    'drop-in-declined',
  )
})

it("shows the office's sentence by the private link until a family has claimed the drop-in", async () => {
  const { body } = await ask('2026-11-16', GUEST, app.visitor)
  const secret = (await createGuestLink(db, body.id, app.services.clock.now())) ?? ''
  await answer('decline', body.id, 'Ada is banned')
  const child = await make.aChild(await make.aParent())
  await execute(
    db,
    sql`update submissions set parent_id = ${child.parent_id}, child_id = ${child.id} where id = ${body.id}`,
  )
  const page = (await app.visitor.post('/api/guest-registration', { secret })).body
  expect(page).toMatchObject({ is_claimed: true, status: 'declined', approval: { message: null } })
})

it('waits for a guest only from confirming on, if it needs approval then', async () => {
  const { version } = (await staff.get('/api/admin/guest-confirmation')).body
  await staff.put('/api/admin/guest-confirmation', { required: true, version })
  const confirm = async () => {
    await execute(db, sql`delete from outbox`)
    expect((await ask(TOMORROW, GUEST, app.visitor)).body).toMatchObject({ total_fee: 25 })
    const [mail] = await storedRows(db, 'outbox', sql``)
    const secret = /guest-confirmation\/([\w-]+)/.exec(JSON.stringify(mail))?.[1]
    const { body } = await app.visitor.post('/api/guest-confirmation', { secret })
    expect(body.state).toBe('confirmed')
    const [stored] = await storedRows(db, 'submissions')
    expect(body.is_waiting).toBe(stored?.status === 'waiting')
    return (await storedRows(db, 'submissions', sql`order by submitted_at desc, id`))[0]
  }
  expect(await confirm()).toMatchObject({ status: 'waiting', total_fee_cents: 0, approval: { fee: 25 } })
  await execute(db, sql`delete from submissions`)
  await setRequired(false)
  expect(await confirm()).toMatchObject({ status: 'pending', total_fee_cents: 2500, approval: null })
})
