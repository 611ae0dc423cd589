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
import { SHARED_ROOT } from './location'
import { chooseOsUser } from './os-user'
import { restartDelayMs, supervise } from './supervisor'
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

describe('the database of the program', () => {
  const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url))
  const setUp = () => ensureDatabase(server.port, readPassword(clusterDir))

  it('belongs to a role that may do nothing else', async () => {
    // Two starts at once.
    const [url] = await Promise.all([setUp(), setUp()])
    await query(superuserUrl('postgres'), "alter role aftercare_owner password 'of an earlier secret'")
    expect(await setUp()).toBe(url)

    await migrate(url, MIGRATIONS)
    await query(url, "insert into settings (key, value) values ('kept', '1')")
    expect(
      await query(
        url,
        'select rolsuper, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user',
      ),
    ).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false }])
    await expect(query(url, "select pg_read_file('PG_VERSION')")).rejects.toThrow('permission denied')
    // What migrations and a restore do.
    await query(url, 'alter table audit_log disable trigger user; alter table audit_log enable trigger user')
    // The one above, and that of migrations.
    const { tables } = await createBackup(url, join(folder, 'backup.gz'))
    expect(tables.find(({ table }) => table === 'settings')?.rows).toBe(2)
  })

  it('is only read by a command that only reads', async () => {
    const reading = readOnlyUrlOf(server.port, readPassword(clusterDir))
    expect(await query(reading, "select value from settings where key = 'kept'")).toEqual([{ value: 1 }])
    await expect(query(reading, 'delete from settings')).rejects.toThrow('read-only transaction')
    const { tables } = await createBackup(reading, join(folder, 'read-only.gz'))
    expect(tables.find(({ table }) => table === 'settings')?.rows).toBe(2)
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
