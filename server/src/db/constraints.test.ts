import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { storedRows } from '../../testing/rows'
import { testApp } from '../../testing/test-app'
import { sqlStateOf } from './client'
import { execute, rows, sql } from './sql'
import { insertInto, setClause } from './write'

const app = await testApp()
const build = buildersFor(app.services.db)

const CHECK = '23514'
const FOREIGN_KEY = '23503'
const UNIQUE = '23505'

async function expectRejected(change: Promise<unknown>, state: string) {
  const error = await change.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(sqlStateOf(error)).toBe(state)
}

/** Columns that the specification names, table by table. */
const SPECIFIED_COLUMNS: Record<string, string> = {
  profiles: 'id full_name email phone created_at status',
  user_roles: 'user_id role',
  children: 'id parent_id name allergies notes created_at grade',
  months:
    'id month_name year regular_price special_price special_days closed_days day_types is_active created_at',
  submissions:
    'id parent_id child_id month_id selected_days total_fee billed_status status submitted_at updated_at is_edited edit_history original_selected_days guest_parent_name guest_parent_email guest_child_name guest_child_allergies guest_child_notes guest_parent_phone dismissal_type dropin_date agreed_at',
  attendance_marks: 'submission_id day arrived_at left_at picked_up_by not_coming_at note version',
  payments: 'id parent_id amount payment_method submission_id notes payment_date recorded_by',
  site_content: 'section_name title description content updated_at updated_by',
  admin_email_preferences:
    'user_id monthly_submission_parent monthly_submission_admin dropin_submission_parent dropin_submission_admin daily_attendance_report',
}

describe('the database schema', () => {
  it('has few functions and triggers, each explained in docs/architecture.md', async () => {
    const { db } = app.services
    const text = readFileSync(new URL('../../../docs/architecture.md', import.meta.url), 'utf8')
    const functions = await rows<{ name: string }>(
      db,
      sql`select distinct proname as name from pg_proc p where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`,
    )
    expect(functions.length).toBeLessThanOrEqual(18)
    expect(functions.filter(({ name }) => !text.includes(`\`${name}\``))).toEqual([])
    const triggers = await rows(
      db,
      sql`select tgname from pg_trigger where tgrelid = 'submissions'::regclass and not tgisinternal`,
    )
    expect(triggers.length).toBeLessThanOrEqual(3)
  })

  it.each(Object.entries(SPECIFIED_COLUMNS))('has the specified columns of %s', async (table, names) => {
    const columns = await rows<{ column_name: string }>(
      app.services.db,
      sql`select column_name from information_schema.columns where table_name = ${table}`,
    )
    expect(columns.map((row) => row.column_name)).toEqual(expect.arrayContaining(names.split(' ')))
  })

  it('matches the diagram in docs/architecture.md: every table, and only real foreign keys', async () => {
    const { db } = app.services
    const text = readFileSync(new URL('../../../docs/architecture.md', import.meta.url), 'utf8')
    const section = text.slice(text.indexOf('## The tables'), text.indexOf('## What the database holds'))
    const tables = await rows<{ name: string }>(
      db,
      sql`select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    expect(tables.map(({ name }) => name).filter((name) => !section.includes(name))).toEqual([])
    const keys = await rows<{ key: string }>(
      db,
      sql`select confrelid::regclass || ' ' || conrelid::regclass as key from pg_constraint where contype = 'f'`,
    )
    const documented = [...section.matchAll(/^ {4}(\w+) \|\|--o[{|] (\w+) :/gm)].map(
      (line) => `${line[1]} ${line[2]}`,
    )
    expect(documented.length).toBeGreaterThan(20)
    expect(documented.filter((line) => !keys.some(({ key }) => key === line))).toEqual([])
  })

  it('rejects values outside their sets', async () => {
    const { db } = app.services
    const parent = await build.aParent()
    const month = await build.aMonth({ month_name: 'January', year: 2027 })
    await expectRejected(execute(db, sql`update profiles set status = 'gone' where id = ${parent.id}`), CHECK)
    await expectRejected(
      execute(db, insertInto('user_roles', [{ user_id: parent.id, role: 'owner' as 'admin' }])),
      CHECK,
    )
    await expectRejected(
      execute(db, sql`update months set ${setClause('months', { closed_days: [32] })}`),
      CHECK,
    )
    await expectRejected(
      execute(db, sql`update months set ${setClause('months', { closed_days: [3, 3] })}`),
      CHECK,
    )
    await expectRejected(
      execute(db, sql`update months set ${setClause('months', { day_types: { 5: 'party' as 'noon' } })}`),
      CHECK,
    )
    await expectRejected(
      execute(db, sql`update months set ${setClause('months', { regular_price_cents: -1 })}`),
      CHECK,
    )
    for (const types of ['[]', '{"0":"noon"}', '{"05":"noon"}', '{"32":"noon"}', '{"5":7}', '{"5":null}'])
      await expectRejected(execute(db, sql`update months set day_types = ${types}`), CHECK)
    for (const seats of ['[]', '{"0":5}', '{"5":0}', '{"5":501}', '{"5":1.5}', '{"5":"5"}', '{"5":5,"x":5}'])
      await expectRejected(execute(db, sql`update months set day_seats = ${seats}`), CHECK)
    await execute(
      db,
      sql`update months set day_types = '{"1":"noon","31":"no_school"}', day_seats = '{"9":1,"30":500}'`,
    )
    await expectRejected(build.aGuestRegistration(month, { billed_status: 'maybe' as 'billed' }), CHECK)
    await expectRejected(build.aGuestRegistration(month, { selected_days: [] }), CHECK)
    await expectRejected(build.aGuestRegistration(month, { total_fee_cents: -100 }), CHECK)
  })

  it('rejects impossible attendance marks, and a second one for a submission and day', async () => {
    const { id: submission_id } = await build.aDropIn('2026-11-16')
    const mark = { submission_id, day: '2026-11-16', arrived_at: '2026-11-16T20:00:00Z' }
    const left = { left_at: '2026-11-16T21:00:00Z', picked_up_by: 'Ana', pickup_time: '17:30' }
    const impossible = [
      { ...mark, ...left, arrived_at: null },
      { ...mark, ...left, left_at: '2026-11-16T19:59:00Z' },
      { ...mark, picked_up_by: 'Ana' },
      { ...mark, late_minutes: 3 },
      { ...mark, not_on_list: true },
      { ...mark, ...left, pickup_time: '5:30' },
      { ...mark, note: 'x'.repeat(2001) },
      { ...mark, not_coming_by: 'parent' as const },
    ]
    const store = (row: (typeof impossible)[number] | typeof mark) =>
      execute(app.services.db, insertInto('attendance_marks', [row]))
    for (const row of impossible) await expectRejected(store(row), CHECK)
    await store(mark)
    await expectRejected(store(mark), UNIQUE)
  })

  it('rejects a sixth pick-up person, and people without a name', async () => {
    const parent = await build.aParent()
    const person = { name: 'Grandma', phone: null }
    await build.aChild(parent, { pickup_people: Array(5).fill(person) })
    const wrong = [
      Array(6).fill(person),
      [{ name: ' ', phone: null }],
      [{ phone: '555' }],
      [{ name: 'n'.repeat(121) }],
      [{ name: 'x', phone: 5 }],
      [{ name: 'x', phone: [null] }],
      [{ name: 'x', phone: '5'.repeat(41) }],
      [[person]],
      { name: 'x' },
      ['x'],
    ]
    for (const pickup_people of wrong)
      await expectRejected(build.aChild(parent, { pickup_people: pickup_people as never }), CHECK)
  })

  it('rejects a sixth person who must not pick up, people without a name and long notes', async () => {
    const parent = await build.aParent()
    const person = { name: 'Rob', note: 'n'.repeat(200) }
    await build.aChild(parent, { must_not_pick_up: Array(5).fill(person) })
    const wrong = [
      Array(6).fill(person),
      [{ name: ' ', note: null }],
      [{ note: 'x' }],
      [{ name: 'n'.repeat(121) }],
      [{ name: 'x', note: 5 }],
      [{ name: 'x', note: 'n'.repeat(201) }],
      [[person]],
      { name: 'x' },
    ]
    for (const must_not_pick_up of wrong)
      await expectRejected(build.aChild(parent, { must_not_pick_up: must_not_pick_up as never }), CHECK)
  })

  it('rejects a child without a name', async () => {
    const parent = await build.aParent()
    await expectRejected(build.aChild(parent, { name: '  ' }), CHECK)
  })

  it('allows one registration per child and month, one row per month and per section', async () => {
    const child = await build.aChild(await build.aParent())
    const month = await build.aMonth({ month_name: 'February', year: 2027 })
    await build.aRegistration(child, month)
    await expectRejected(build.aRegistration(child, month), UNIQUE)
    await expectRejected(build.aMonth({ month_name: 'February', year: 2027 }), UNIQUE)
    await expectRejected(
      execute(
        app.services.db,
        insertInto('site_content', [{ section_name: 'about_aftercare', title: 'Again' }]),
      ),
      UNIQUE,
    )
  })

  it("rejects a registration for another family's child", async () => {
    const child = await build.aChild(await build.aParent())
    const other = await build.aParent()
    const month = await build.aMonth({ month_name: 'March', year: 2027 })
    await expectRejected(build.aRegistration({ id: child.id, parent_id: other.id }, month), FOREIGN_KEY)
  })

  it('rejects a drop-in without a date, or with a date that is not its day', async () => {
    await expectRejected(build.aDropIn('2026-11-16', { parent_id: null, guest_child_name: null }), CHECK)
    await expectRejected(
      execute(
        app.services.db,
        sql`insert into submissions (selected_days, total_fee, guest_parent_name,
        guest_parent_email, guest_child_name, dropin_date) values ('{17}', 25, 'a', 'a@b.c', 'b', '2026-11-16')`,
      ),
      CHECK,
    )
    await expectRejected(
      execute(
        app.services.db,
        sql`insert into submissions (selected_days, total_fee, guest_parent_name,
        guest_parent_email, guest_child_name) values ('{17}', 25, 'a', 'a@b.c', 'b')`,
      ),
      CHECK,
    )
  })

  it('rejects day prices that are not those of the days, or do not add up to the fee', async () => {
    const month = await build.aMonth({ year: 2031 })
    const booked = { selected_days: [1, 2], total_fee_cents: 4010 }
    await build.aGuestRegistration(month, { ...booked, day_prices: { 1: 20, 2: 20.1 } })
    await build.aGuestRegistration(month, { ...booked, day_prices: null })
    const wrong: Record<string, number>[] = [
      { 1: 20, 2: 20 },
      { 1: 40.1 },
      { 1: 20, 2: 20.1, 3: 0 },
      { 1: 20, 3: 20.1 },
      { 1: 60.1, 2: -20 },
      { 1: 20.005, 2: 20.095 },
    ]
    for (const day_prices of wrong)
      await expectRejected(build.aGuestRegistration(month, { ...booked, day_prices }), CHECK)
    await expectRejected(build.aDropIn('2031-12-01', { day_prices: { 1: 25 } }), CHECK)
  })

  it('never deletes a month, a child or a parent with submissions', async () => {
    const { db } = app.services
    const parent = await build.aParent()
    const child = await build.aChild(parent)
    const month = await build.aMonth({ month_name: 'April', year: 2027 })
    await build.aRegistration(child, month)
    await expectRejected(execute(db, sql`delete from months`), FOREIGN_KEY)
    await expectRejected(execute(db, sql`delete from children`), FOREIGN_KEY)
    await expectRejected(execute(db, sql`delete from profiles`), FOREIGN_KEY)
  })

  it('adds payments to their submission and never changes or deletes one', async () => {
    const { db } = app.services
    const admin = await build.anAdmin()
    const parent = await build.aParent()
    const child = await build.aChild(parent)
    const month = await build.aMonth({ month_name: 'May', year: 2027 })
    const registration = await build.aRegistration(child, month)
    const other = await build.aDropIn('2026-11-17', { parent_id: parent.id, child_id: child.id })
    await build.aPayment(parent, admin, { amount_cents: 1050, submission_id: registration.id })
    await build.aPayment(parent, admin, { amount_cents: 1000, submission_id: registration.id })
    const [row] = await storedRows(db, 'submissions', sql`where id = ${registration.id}`)
    expect(row?.paid_amount_cents).toBe(2050)
    await expectRejected(
      execute(db, sql`update payments set ${setClause('payments', { amount_cents: 1 })}`),
      CHECK,
    )
    for (const change of [
      sql`payment_method = 'cash'`,
      sql`payment_date = payment_date - 1`,
      sql`recorded_by = parent_id`,
      sql`created_at = now()`,
      sql`id = gen_random_uuid()`,
      sql`reverses_payment_id = id`,
      sql`submission_id = null`,
      sql`submission_id = ${other.id}`,
      sql`notes = 'new', amount = amount + 1`,
    ])
      await expectRejected(execute(db, sql`update payments set ${change}`), CHECK)
    expect(await execute(db, sql`update payments set notes = 'new'`)).toBe(2)
    await expectRejected(execute(db, sql`delete from payments`), CHECK)
    await expectRejected(execute(db, sql`truncate payments`), CHECK)
    await expectRejected(execute(db, sql`truncate submissions cascade`), CHECK)
    await expectRejected(build.aPayment(parent, admin, { amount_cents: -5 }), CHECK)
    const stranger = await build.aParent()
    await expectRejected(build.aPayment(stranger, admin, { submission_id: registration.id }), FOREIGN_KEY)
  })

  it('keeps the payment of a deleted drop-in as a general payment', async () => {
    const { db } = app.services
    const admin = await build.anAdmin()
    const parent = await build.aParent()
    const child = await build.aChild(parent)
    const dropIn = await build.aDropIn('2026-11-16', { parent_id: parent.id, child_id: child.id })
    const payment = await build.aPayment(parent, admin, { submission_id: dropIn.id })
    await execute(db, sql`delete from submissions where id = ${dropIn.id}`)
    const [stored] = await storedRows(db, 'payments', sql`where id = ${payment.id}`)
    expect(stored).toMatchObject({ submission_id: null, amount_cents: 2000, parent_id: parent.id })
    const later = await build.aDropIn('2026-11-17', { parent_id: parent.id, child_id: child.id })
    await expectRejected(
      execute(db, sql`update payments set submission_id = ${later.id} where id = ${payment.id}`),
      CHECK,
    )
  })

  it('never changes or deletes audit log entries', async () => {
    const { db } = app.services
    await execute(
      db,
      sql`insert into audit_log (actor_role, action, table_name) values ('system', 'a', 'accounts')`,
    )
    await expectRejected(execute(db, sql`update audit_log set action = 'b'`), CHECK)
    await expectRejected(execute(db, sql`delete from audit_log`), CHECK)
    await expectRejected(execute(db, sql`truncate audit_log`), CHECK)
    const log = await rows(db, sql`select action from audit_log where action in ('a', 'b')`)
    expect(log).toEqual([{ action: 'a' }])
  })
})
