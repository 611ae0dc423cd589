import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { createDatabase, urlFor } from '../../testing/databases'
import { MigrationError, migrate, readMigrations } from './migrate'

const FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url))

async function anEmptyDatabase(): Promise<string> {
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  await createDatabase(inject('postgresUrl'), name)
  return urlFor(inject('postgresUrl'), name)
}

const aCopy = () => {
  const folder = mkdtempSync(join(tmpdir(), 'aftercare-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(FOLDER, folder, { recursive: true })
  return folder
}

/** A database as it was before that migration. */
async function aDatabaseBefore(migration: string) {
  const folder = aCopy()
  const file = readdirSync(folder).find((name) => name.endsWith(migration)) ?? ''
  for (const name of readdirSync(folder))
    if (name >= file && name.endsWith('.sql')) rmSync(join(folder, name))
  const url = await anEmptyDatabase()
  await migrate(url, folder)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return { url, client }
}

describe('migrations', () => {
  it('run once when two instances start together', async () => {
    const url = await anEmptyDatabase()
    const versions = await Promise.all([migrate(url, FOLDER), migrate(url, FOLDER), migrate(url, FOLDER)])
    expect(new Set(versions).size).toBe(1)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query('select version from schema_migrations')
    await client.end()
    expect(rows).toHaveLength((await readMigrations(FOLDER)).length)
  })

  it('fail if the database schema is newer than the program', async () => {
    const url = await anEmptyDatabase()
    const folder = aCopy()
    writeFileSync(join(folder, '0999_later.sql'), 'create table later (id int)')
    await migrate(url, folder)
    await expect(migrate(url, FOLDER)).rejects.toThrow(/newer than this program/)
  })

  it('fail if an applied migration was edited', async () => {
    const url = await anEmptyDatabase()
    await migrate(url, FOLDER)
    const folder = aCopy()
    writeFileSync(join(folder, '0001_initial.sql'), 'select 1')
    await expect(migrate(url, folder)).rejects.toThrow(MigrationError)
  })

  it('roll back one that fails', async () => {
    const url = await anEmptyDatabase()
    const folder = aCopy()
    writeFileSync(join(folder, '0999_broken.sql'), 'create table half (id int); select broken')
    await expect(migrate(url, folder)).rejects.toThrow()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query("select to_regclass('half') as found")
    await client.end()
    expect(rows[0].found).toBeNull()
  })

  it('reopen closed days that are unavailable anyway, and no others', async () => {
    const { url, client } = await aDatabaseBefore('_unlock_unavailable_days.sql')
    await client.query(`insert into months (month_name, year, day_types, closed_days) values
      ('December', 2026, '{"3":"noon","4":"unavailable","5":"unavailable","14":"no_school"}', '{4,3,14,30}'),
      ('January', 2027, '{"4":"regular"}', '{7,4}')`)
    await migrate(url, FOLDER)
    const { rows } = await client.query('select month_name, closed_days, version from months order by year')
    await client.end()
    expect(rows).toEqual([
      { month_name: 'December', closed_days: [3, 30], version: 1 },
      { month_name: 'January', closed_days: [7, 4], version: 1 },
    ])
  })

  it('add the prices of booked days where they can be proven, and no others', async () => {
    const { url, client } = await aDatabaseBefore('_day_prices.sql')
    await client.query(`insert into months (month_name, year, regular_price, special_price, special_days, day_types) values
      ('December', 2026, 22.5, null, '{3}', '{"1":"regular","2":"noon","4":"unavailable","5":"regular"}'),
      ('Maytember', 2026, 20, 30, '{}', '{}')`)
    const days = { known: '{2,1}', special: '{3,7}', weekend: '{4,5,1}', later: '{1,2}', free: '{4}' }
    for (const [name, selected] of Object.entries(days)) {
      const fee = { known: 52.5, special: 52.5, weekend: 22.5, later: 50, free: 0 }[name]
      await client.query(
        `insert into submissions (month_id, selected_days, total_fee, guest_parent_name, guest_parent_email, guest_child_name)
         select id, $1::int[], $2, $3, 'a@b.c', 'x' from months where month_name = 'December'`,
        [selected, fee, name],
      )
    }
    await client.query(`
      insert into submissions (month_id, selected_days, total_fee, guest_parent_name, guest_parent_email, guest_child_name)
        select id, '{3}', 20, 'unnamed', 'a@b.c', 'x' from months where month_name = 'Maytember';
      insert into submissions (dropin_date, selected_days, total_fee, guest_parent_name, guest_parent_email, guest_child_name)
        values ('2026-12-01', '{1}', 22.5, 'drop-in', 'a@b.c', 'x')`)
    await migrate(url, FOLDER)
    const { rows } = await client.query(
      'select guest_parent_name as name, day_prices, version from submissions',
    )
    await client.end()
    expect(rows).toHaveLength(7)
    expect(Object.fromEntries(rows.map(({ name, day_prices }) => [name, day_prices]))).toEqual({
      known: { 1: 22.5, 2: 30 },
      special: { 3: 30, 7: 22.5 },
      weekend: { 1: 22.5, 4: 0, 5: 0 },
      later: null,
      free: { 4: 0 },
      unnamed: null,
      'drop-in': null,
    })
    expect(rows.every(({ version }) => version === 1)).toBe(true)
  })

  it('leave every fee, payment and count of an old database as it is, to the cent', async () => {
    const { url, client } = await aDatabaseBefore('_day_prices.sql')
    await client.query(OLD_ROWS)
    const tables = [
      'months',
      'profiles',
      'children',
      'submissions',
      'payments',
      'attendance_marks',
      'audit_log',
    ]
    const readTables = async () => {
      const read = async (table: string) =>
        (await client.query(`select to_jsonb(t) as row from ${table} t order by t::text`)).rows.map(
          ({ row }) => row,
        )
      return Object.fromEntries(
        await Promise.all(
          tables.map(async (table): Promise<[string, object[]]> => [table, await read(table)]),
        ),
      )
    }
    const before = await readTables()
    await migrate(url, FOLDER)
    const after = await readTables()
    for (const table of tables) {
      const old = before[table] ?? []
      expect(old.length).toBeGreaterThan(0)
      const names = Object.keys(old[0] ?? {})
      const onlyOld = (row: object) =>
        Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)))
      expect(new Set((after[table] ?? []).map((row) => JSON.stringify(onlyOld(row))))).toEqual(
        new Set(old.map((row) => JSON.stringify(onlyOld(row)))),
      )
    }
    const { rows } = await client.query(`select guest_child_notes as name, day_prices, credits, cancellation,
        cancel_request, total_fee, (select sum(value::numeric) from jsonb_each(day_prices)) as sum
      from submissions order by guest_child_notes`)
    const { rows: cancelled } = await client.query("select 1 from months where cancelled_days <> '{}'")
    await client.end()
    expect(cancelled).toEqual([])
    for (const row of rows)
      expect(row).toMatchObject({
        credits: {},
        cancellation: null,
        cancel_request: null,
        sum: row.day_prices && row.total_fee,
      })
    expect(rows.filter(({ day_prices }) => day_prices).map(({ name }) => name)).toEqual([
      'at today’s prices',
      'cents',
      'closed days',
      'free month',
      'guest',
      'of a removed child',
    ])
  })
})

/**
 * Fees from before a price change, edited after billing, of closed and retyped days, of removed children, guests,
 * drop-ins and months without a calendar; payments for more than the fee, general and reversed.
 */
const OLD_ROWS = `
  insert into accounts (id, email) values
    ('00000000-0000-4000-8000-000000000001', 'dana@example.com'), ('00000000-0000-4000-8000-000000000002', 'rosa@example.com');
  insert into profiles (id, email, full_name, status) values
    ('00000000-0000-4000-8000-000000000001', 'dana@example.com', 'Dana', 'suspended'),
    ('00000000-0000-4000-8000-000000000002', 'rosa@example.com', '', 'active');
  insert into children (id, parent_id, name, deleted_at, allergies) values
    ('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-000000000001', 'Amara', null, 'Peanut'),
    ('00000000-0000-4000-8000-00000000000b', '00000000-0000-4000-8000-000000000001', 'Ben', '2026-11-01', null);
  insert into months (id, month_name, year, regular_price, special_price, special_days, day_types, closed_days, is_active, seats, day_seats) values
    ('10000000-0000-4000-8000-000000000001', 'November', 2026, 22, 33, '{6}', '{"6":"noon","9":"unavailable","10":"no_school"}', '{3,4}', true, 9, '{"3":1}'),
    ('10000000-0000-4000-8000-000000000002', 'February', 2024, 19.99, 0.01, '{}', '{"29":"early"}', '{}', true, null, '{}'),
    ('10000000-0000-4000-8000-000000000003', 'January', 2026, 0, 0, '{}', '{}', '{}', false, null, '{}'),
    ('10000000-0000-4000-8000-000000000004', 'Summer', 2026, null, null, '{}', '{}', '{}', true, null, '{}');
  insert into submissions (guest_child_notes, month_id, child_id, parent_id, selected_days, total_fee, billed_status, is_edited, edit_history, original_selected_days, version) values
    ('before a price change', '10000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-000000000001', '{5,6}', 50, 'billed', false, '[]', null, 1),
    ('of a removed child', '10000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-00000000000b', '00000000-0000-4000-8000-000000000001', '{6,5,9}', 55, 'billed', true, '{"edited_at":"2026-10-01T12:00:00Z","previous_days":[5],"new_days":[5,6,9]}', '{5}', 7),
    ('cents', '10000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-000000000001', '{29,1,2}', 39.99, 'not_billed', false, '[]', null, 1),
    ('free month', '10000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-000000000001', '{5,6,7}', 0, 'not_billed', false, '[]', null, 1),
    ('no calendar', '10000000-0000-4000-8000-000000000004', '00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-000000000001', '{3,31}', 40, 'not_billed', false, '[]', null, 1);
  insert into submissions (guest_child_notes, month_id, selected_days, total_fee, guest_parent_name, guest_parent_email, guest_child_name) values
    ('guest', '10000000-0000-4000-8000-000000000001', '{10,5}', 22, 'Grace', 'Dana@Example.com', 'Amara'),
    ('closed days', '10000000-0000-4000-8000-000000000001', '{3,4}', 44, 'Grace', 'grace@example.com', 'Otis'),
    ('at today’s prices', '10000000-0000-4000-8000-000000000001', '{30}', 22, 'Grace', 'grace@example.com', 'Otis'),
    ('a cent too much', '10000000-0000-4000-8000-000000000001', '{30}', 22.01, 'Grace', 'grace@example.com', 'Otis'),
    ('unavailable and paid', '10000000-0000-4000-8000-000000000001', '{9}', 22, 'Grace', 'grace@example.com', 'Otis');
  insert into submissions (guest_child_notes, dropin_date, selected_days, total_fee, guest_parent_name, guest_parent_email, guest_child_name, status) values
    ('drop-in', '2026-11-05', '{5}', 25, 'Grace', 'grace@example.com', 'Otis', 'pending');
  update submissions set total_fee = total_fee + 11 where guest_child_notes = 'before a price change';
  insert into payments (parent_id, submission_id, amount, payment_date, recorded_by)
    select parent_id, id, 70, '2026-11-01', parent_id from submissions where guest_child_notes = 'of a removed child';
  insert into payments (parent_id, submission_id, amount, payment_date, recorded_by, reverses_payment_id)
    select parent_id, submission_id, -70, '2026-11-02', parent_id, id from payments;
  insert into payments (parent_id, amount, payment_date, recorded_by)
    select parent_id, 0.01, '2026-11-03', parent_id from payments limit 1;
  insert into attendance_marks (submission_id, day, arrived_at)
    select id, '2026-11-05', '2026-11-05T20:30:00Z' from submissions where guest_child_notes = 'drop-in';
  insert into audit_log (actor_role, action, table_name, detail) values ('parent', 'submission.edit', 'submissions', '{"new_fee_cents": 5500}')`
