import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createBackup } from '../../backup/create-backup'
import { connect } from '../connection'
import { migrate } from '../migrate'
import { prepareBinaries } from './binaries'
import { ensureCluster, readPassword, SUPERUSER } from './cluster'
import { ensureDatabase, readOnlyUrlOf } from './database-owner'
import { locate, SHARED_ROOT } from './location'
import { chooseOsUser } from './os-user'
import { findOrStartPostgres, restartDelayMs, startPostgres, supervise } from './supervisor'
import { FAST_SETTINGS } from './temporary-postgres'

let folder: string
let clusterDir: string
let server: Awaited<ReturnType<typeof supervise>>
const logged: string[] = []
const log = { info: () => {}, warn: () => {}, error: (text: string) => logged.push(text) }

beforeAll(async () => {
  folder = mkdtempSync('/tmp/aftercare-supervised-')
  clusterDir = join(folder, 'postgres')
  const osUser = chooseOsUser(null)
  if (osUser !== null) chownSync(folder, osUser.uid, osUser.gid)
  const copyRoot = osUser === null ? folder : SHARED_ROOT
  const binaries = prepareBinaries(osUser, copyRoot)
  await ensureCluster(binaries, { clusterDir, osUser, copyRoot, pointer: '' }, false)
  const launch = { binaries, osUser, clusterDir, settings: FAST_SETTINGS, onOutput: () => {} }
  server = await supervise(launch, log)
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const superuserUrl = (database: string) =>
  `postgresql://${SUPERUSER}:${readPassword(clusterDir)}@127.0.0.1:${server.port}/${database}`

async function query(connectionString: string, statement: string) {
  const client = await connect({ connectionString, application_name: 'test' })
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

function pid(): number {
  try {
    return Number(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return 0
  }
}

async function acceptsConnections(): Promise<boolean> {
  try {
    const client = await connect({ connectionString: superuserUrl('postgres'), application_name: 'test' })
    await client.end()
    return true
  } catch {
    return false
  }
}

describe('the database of an earlier version, which belongs to the superuser', () => {
  const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url))
  const setUp = () => ensureDatabase(server.port, readPassword(clusterDir))

  it('is handed over with its rows to a role that may do nothing else, at every start', async () => {
    await query(superuserUrl('postgres'), 'create database aftercare')
    await migrate(superuserUrl('aftercare'), MIGRATIONS)
    await query(superuserUrl('aftercare'), "insert into settings (key, value) values ('kept', '1')")

    const reading = readOnlyUrlOf(server.port, readPassword(clusterDir))
    expect(await query(reading, "select value from settings where key = 'kept'")).toEqual([{ value: 1 }])
    await expect(query(reading, 'delete from settings')).rejects.toThrow('read-only transaction')
    const { tables: readable } = await createBackup(reading, join(folder, 'earlier.gz'))
    expect(readable.find(({ table }) => table === 'settings')?.rows).toBe(1)
    const owners = "select from pg_roles where rolname = 'aftercare_owner'"
    expect(await query(superuserUrl('postgres'), owners)).toEqual([])

    // Two starts at once.
    const [url] = await Promise.all([setUp(), setUp()])
    await query(superuserUrl('aftercare'), 'create table by_the_earlier_version (id int)')
    await query(superuserUrl('postgres'), "alter role aftercare_owner password 'of an earlier secret'")
    expect(await setUp()).toBe(url)

    expect(await query(url, "select value from settings where key = 'kept'")).toEqual([{ value: 1 }])
    expect(
      await query(
        url,
        'select rolsuper, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user',
      ),
    ).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false }])
    await expect(query(url, "select pg_read_file('PG_VERSION')")).rejects.toThrow('permission denied')
    // What migrations and a restore do.
    await query(url, 'alter table audit_log disable trigger user; alter table audit_log enable trigger user')
    await query(url, 'alter table by_the_earlier_version add column name text')
    await query(url, 'alter function search_text(text) cost 50')
    const { tables } = await createBackup(url, join(folder, 'backup.gz'))
    expect(tables.find(({ table }) => table === 'settings')?.rows).toBe(1)
  })
})

describe('a command that only reads', () => {
  it('hands nothing over, neither in a running instance nor in one that it starts', async () => {
    const dataDir = mkdtempSync('/tmp/aftercare-read-')
    const users: string[] = []
    const read = async () => {
      const postgres = await findOrStartPostgres({ dataDir, log, readOnly: true })
      users.push(new URL(postgres.url).username)
      await postgres.stop()
    }
    const instance = await startPostgres({ dataDir, log })
    await read()
    await instance.stop()
    await read()
    rmSync(locate(dataDir).clusterDir, { recursive: true, force: true })
    rmSync(dataDir, { recursive: true, force: true })
    expect([...users, new URL(instance.url).username]).toEqual([SUPERUSER, SUPERUSER, 'aftercare_owner'])
  })
})

describe('a handover that an instance of an earlier version holds up', () => {
  it('gives up after five seconds in all, and has changed nothing', async () => {
    await query(superuserUrl('aftercare'), 'create table z_first (id int); create table z_second (id int)')
    const hold = async (table: string) => {
      const client = await connect({ connectionString: superuserUrl('aftercare'), application_name: 'test' })
      await client.query(`begin; lock table ${table} in access share mode`)
      return client
    }
    const [first, second] = [await hold('z_first'), await hold('z_second')]
    const startedAt = Date.now()
    setTimeout(() => first.end(), 3_000)
    await expect(ensureDatabase(server.port, readPassword(clusterDir))).rejects.toThrow('statement timeout')
    expect(Date.now() - startedAt).toBeLessThan(7_000)
    await second.end()
    const owned = "select tableowner from pg_tables where tablename like 'z_%'"
    const owners = await query(superuserUrl('aftercare'), owned)
    expect(owners).toEqual([{ tableowner: SUPERUSER }, { tableowner: SUPERUSER }])
  })
})

describe('a temporary database, such as the demo’s', () => {
  it('can be migrated as it is, by a role that is no superuser', async () => {
    const may = `select rolsuper, has_schema_privilege('public', 'create') as tables,
      has_database_privilege(current_database(), 'create') as extensions from pg_roles where rolname = current_user`
    expect(await query(inject('postgresUrl'), may)).toEqual([
      { rolsuper: false, tables: true, extensions: true },
    ])
  })
})

describe('the restart delay of PostgreSQL', () => {
  it('grows from zero to half a minute', () => {
    expect([1, 2, 3, 4, 5, 8, 9, 50].map(restartDelayMs)).toEqual([
      0, 250, 500, 1000, 2000, 16_000, 30_000, 30_000,
    ])
  })
})

describe('a PostgreSQL that keeps exiting', () => {
  it('is restarted each time, also after six exits in a minute', async () => {
    for (let kill = 1; kill <= 6; kill += 1) {
      const killed = pid()
      process.kill(killed, 'SIGKILL')
      await expect.poll(async () => ![killed, 0].includes(pid()) && (await acceptsConnections())).toBe(true)
    }
    expect(logged.filter((text) => text.includes('exited unexpectedly'))).toHaveLength(6)
    expect(logged.some((text) => text.includes('next restart in 2 s'))).toBe(true)
  })

  it('does not delay shutdown while waiting for its next restart', async () => {
    process.kill(pid(), 'SIGKILL')
    await expect.poll(() => logged.some((text) => text.includes('next restart in 8 s'))).toBe(true)
    const startedAt = Date.now()
    await server.stop()
    expect(Date.now() - startedAt).toBeLessThan(7_000)
  })
})
