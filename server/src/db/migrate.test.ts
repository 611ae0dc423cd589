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
    const folder = aCopy()
    const file = readdirSync(folder).find((name) => name.endsWith('_unlock_unavailable_days.sql')) ?? ''
    for (const name of readdirSync(folder))
      if (name >= file && name.endsWith('.sql')) rmSync(join(folder, name))
    const url = await anEmptyDatabase()
    await migrate(url, folder)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
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
})
