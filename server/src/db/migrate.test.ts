import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { createDatabase, urlFor } from '../../testing/databases'
import { restoreReplacedHistory } from '../../testing/upgrade/figures'
import { createBackup } from '../backup/create-backup'
import { restoreBackup } from '../backup/restore-backup'
import { assertMigrated, MigrationError, migrate, readMigrations } from './migrate'

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

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

describe('migrations', () => {
  it('run once when two instances start together', async () => {
    const url = await anEmptyDatabase()
    const versions = await Promise.all([migrate(url, FOLDER), migrate(url, FOLDER), migrate(url, FOLDER)])
    expect(new Set(versions).size).toBe(1)
    const client = await connected(url)
    const { rows } = await client.query('select version from schema_migrations')
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
    writeFileSync(join(folder, '0001_schema.sql'), 'select 1')
    await expect(migrate(url, folder)).rejects.toThrow(MigrationError)
  })

  it('roll back one that fails', async () => {
    const url = await anEmptyDatabase()
    const folder = aCopy()
    writeFileSync(join(folder, '0999_broken.sql'), 'create table half (id int); select broken')
    await expect(migrate(url, folder)).rejects.toThrow()
    const client = await connected(url)
    const { rows } = await client.query("select to_regclass('half') as found")
    expect(rows[0].found).toBeNull()
  })

  it('say of every table what it holds', async () => {
    const url = await anEmptyDatabase()
    await migrate(url, FOLDER)
    const client = await connected(url)
    const { rows } = await client.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and relname <> 'schema_migrations' and obj_description(oid, 'pg_class') is null`,
    )
    expect(rows).toEqual([])
  })
})

describe('a database with the migrations that the one schema replaced', () => {
  const onlySchema = () => {
    const folder = aCopy()
    for (const name of readdirSync(folder)) if (name !== '0001_schema.sql') rmSync(join(folder, name))
    return folder
  }
  const aReplacedDatabase = async () => {
    const url = await anEmptyDatabase()
    await migrate(url, onlySchema())
    const client = await connected(url)
    await restoreReplacedHistory(client)
    return { url, client }
  }
  const historyOf = async (client: pg.Client) =>
    (await client.query('select name from schema_migrations order by version')).rows.map(({ name }) => name)

  it('continues after the one schema, with its rows', async () => {
    const { url, client } = await aReplacedDatabase()
    await client.query("insert into settings (key, value) values ('kept', '1')")
    const newer = onlySchema()
    writeFileSync(join(newer, '0002_later.sql'), 'create table later (id int)')

    await assertMigrated(url, onlySchema())
    await expect(assertMigrated(url, newer)).rejects.toThrow('has schema version 1, older than')
    expect(await historyOf(client)).toHaveLength(57)

    await Promise.all([migrate(url, newer), migrate(url, newer)])
    expect(await historyOf(client)).toEqual(['0001_schema.sql', '0002_later.sql'])
    expect((await client.query('select key from settings')).rows).toEqual([{ key: 'kept' }])
  })

  it.each([
    ['lacks some of them', 'delete from schema_migrations where version > 42'],
    ['has others', "update schema_migrations set checksum = 'edited' where version = 30"],
  ])('says through which version to upgrade if it %s', async (_, change) => {
    const { url, client } = await aReplacedDatabase()
    await client.query(change)
    const history = await historyOf(client)
    await expect(migrate(url, FOLDER)).rejects.toThrow(
      /^The database was set up by an earlier version, with migrations up to 00\d\d_\w+\.sql\. Start the version of commit \w+ on it first, which migrates it to 0057_same_child\.sql, then this one\.$/,
    )
    expect(await historyOf(client)).toEqual(history)
  })

  it('can be backed up before it is started, and restored', async () => {
    const { url } = await aReplacedDatabase()
    const file = join(onlySchema(), 'backup.gz')
    await createBackup(url, file)
    await expect(restoreBackup(await anEmptyDatabase(), file, FOLDER)).resolves.toMatchObject({
      header: { schema_version: 1 },
    })
  })
})
