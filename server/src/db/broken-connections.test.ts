import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { createDatabase, insertMany, urlFor } from '../../testing/databases'
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app'
import { createBackup } from '../backup/create-backup'
import { restoreBackup } from '../backup/restore-backup'
import { OperatorError } from '../operator-error'
import { startServer } from '../server'
import { connect } from './connection'
import { explainDatabaseError } from './explain-database-error'
import { migrate } from './migrate'
import { isTransientError } from './transient-error'

/**
 * The database server terminates connections, as at its restart. An unhandled error event would end this process:
 * vitest then reports an uncaught error.
 */

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await startTestApp()
  folder = mkdtempSync(join(tmpdir(), 'aftercare-broken-'))
})
afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Terminates all other connections to a database, or those with one application_name, and waits until they are gone. */
async function terminateConnections(databaseUrl: string, name = '%'): Promise<number> {
  const terminator = await connect({ connectionString: databaseUrl, application_name: 'terminator' })
  const { rowCount } = await terminator.query(
    `select pg_terminate_backend(pid, 30_000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name like $1`,
    [name],
  )
  await terminator.end()
  return rowCount ?? 0
}

async function untilTerminated(databaseUrl: string, name: string): Promise<void> {
  while ((await terminateConnections(databaseUrl, name)) === 0) await sleep(5)
}

async function anEmptyDatabase(): Promise<string> {
  const name = `broken_${randomUUID().replaceAll('-', '')}`
  await createDatabase(inject('postgresUrl'), name)
  return urlFor(inject('postgresUrl'), name)
}

describe('a terminated connection', () => {
  it('between two statements of a transaction fails the next one, and the pool recovers', async () => {
    const client = await app.services.pool.connect()
    await client.query('begin')
    await terminateConnections(app.databaseUrl, 'aftercare')
    const error = await client.query('select 1').then(
      () => null,
      (reason) => reason,
    )
    client.release(true)
    expect(isTransientError(error)).toBe(true)
    await expect.poll(() => app.services.pool.idleCount).toBe(0)
    expect((await app.services.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  it('during writes leads to 503 with a clear message, never to 500', async () => {
    const { aParent, aMonth } = buildersFor(app.services.db)
    await aMonth()
    let isOver = false
    const responses: { status: number; code?: string; message?: string }[] = []
    const acknowledged: string[] = []
    const writer = async (parent: TestClient, number: number) => {
      for (let count = 0; !isOver; count += 1) {
        const { version } = (await parent.get('/api/profile')).body
        if (!version) continue
        const change = { full_name: `Dana ${number}-${count}`, version }
        // The client's own methods also compose mails, with connections that end too.
        const headers = { 'content-type': 'application/json' }
        const request = { method: 'PATCH', headers, body: JSON.stringify(change) }
        const response = await parent.raw('/api/profile', request)
        const { status } = response
        const body = (await response.json()) as {
          full_name: string
          error?: { code: string; message: string }
        }
        if (status === 200) acknowledged.push(body.full_name)
        responses.push({ status, ...body.error })
      }
    }
    const parents = await Promise.all(Array.from({ length: 8 }, async () => app.as(await aParent())))
    const writers = parents.map(writer)
    const hasFailed = () => responses.some(({ status }) => status !== 200)
    for (let round = 0; round < 12 || (!hasFailed() && round < 500); round += 1) {
      await terminateConnections(app.databaseUrl)
      await sleep(40)
    }
    isOver = true
    await Promise.all(writers)
    const failed = responses.filter(({ status }) => status !== 200)
    expect(acknowledged.length).toBeGreaterThan(0)
    expect(failed.length).toBeGreaterThan(0)
    expect(new Set(failed.map(({ status, code }) => `${status} ${code}`))).toEqual(
      new Set(['503 unavailable']),
    )
    expect(failed[0]?.message).toMatch(/try again in a moment/)
    // No connection is leaked. The reopened live connection may still be loading the programme's details.
    const { pool } = app.services
    await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
  })

  it('fails a backup with a clear message and leaves no file', async () => {
    await insertMany(
      app.databaseUrl,
      `insert into audit_log (actor_role, action, table_name, detail)
       select 'system', 'x', 'y', jsonb_build_object('n', n, 'fill', repeat(md5(n::text), 20))
         from generate_series(1, 40000) n`,
    )
    const file = join(folder, 'never.backup.gz')
    const backup = createBackup(app.databaseUrl, file).catch(explainDatabaseError)
    await untilTerminated(app.databaseUrl, 'aftercare-backup')
    expect(String(await backup)).toMatch(/connection to the database was lost|could not be written/)
    expect(existsSync(file)).toBe(false)
  })

  it('rolls back a restore, and the same backup can be restored afterwards', async () => {
    const file = join(folder, 'good.backup.gz')
    await createBackup(app.databaseUrl, file)
    const target = await anEmptyDatabase()
    const restore = restoreBackup(target, file, MIGRATIONS).then(
      () => 'restored',
      (error) => String(explainDatabaseError(error)),
    )
    await untilTerminated(target, 'aftercare-restore')
    expect(await restore).toMatch(/connection to the database was lost/)
    expect((await restoreBackup(target, file, MIGRATIONS)).footer.tables.length).toBeGreaterThan(5)
  })

  it('rolls back a migration, and the next start applies it', async () => {
    const slow = join(folder, 'migrations')
    cpSync(MIGRATIONS, slow, { recursive: true })
    writeFileSync(join(slow, '0999_slow.sql'), 'create table slow_one (id int); select pg_sleep(30)')
    const target = await anEmptyDatabase()
    await migrate(target, MIGRATIONS)
    const failing = migrate(target, slow).catch((error) => error)
    await sleep(300)
    await untilTerminated(target, 'aftercare-migrate')
    expect(isTransientError(await failing)).toBe(true)
    writeFileSync(join(slow, '0999_slow.sql'), 'create table slow_one (id int)')
    await expect(migrate(target, slow)).resolves.toBeGreaterThan(1)
  })
})

it.each([
  ['from the beginning', 'alter database current_one set default_transaction_read_only = on'],
  [
    'after the migrations',
    `create function fail() returns trigger language plpgsql as 'begin raise read_only_sql_transaction; end';
      create trigger fail before insert on settings for each row execute function fail()`,
  ],
])('a start on a database that is read-only %s fails with one sentence', async (_, statement) => {
  const standby = await anEmptyDatabase()
  await migrate(standby, MIGRATIONS)
  const connection = await connect({ connectionString: standby, application_name: 'test' })
  await connection.query(statement.replace('current_one', new URL(standby).pathname.slice(1)))
  await connection.end()
  const starting = startServer({ ...app.services.config, databaseUrl: standby, port: 0 })
  await expect(starting).rejects.toThrow('is read-only. Perhaps it is a standby.')
  await expect(starting).rejects.toBeInstanceOf(OperatorError)
})
