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
})
