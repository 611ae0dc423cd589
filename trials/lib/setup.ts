import { fileURLToPath } from 'node:url'
import { migrate } from '../../server/src/db/migrate'
import { startTemporaryPostgres } from '../../server/src/db/postgres/temporary-postgres'
import { createDatabase, urlFor } from '../../server/testing/databases'
import { startTcpProxy, type TcpProxy } from '../../server/testing/tcp-proxy'
import { type BuiltServer, temporaryFolder } from '../../testkit/built-server'
import { type Programme, seedProgramme } from './programme'
import { startTrialServer } from './trial-server'

export const MIGRATIONS = fileURLToPath(new URL('../../server/migrations', import.meta.url))

export type TrialSetup = {
  server: BuiltServer
  databaseUrl: string
  programme: Programme
  proxy: TcpProxy | null
  close(): Promise<void>
}

let shared: Awaited<ReturnType<typeof startTemporaryPostgres>> | undefined
let count = 0

/** A new database on the PostgreSQL that all trials share: a copy of the one at `template`, else without rows. */
export async function aDatabase(template?: string): Promise<string> {
  shared ??= await startTemporaryPostgres()
  count += 1
  const name = `trial_${process.pid}_${count}`
  await createDatabase(shared.url, name, template && new URL(template).pathname.slice(1))
  const url = urlFor(shared.url, name)
  if (!template) await migrate(url, MIGRATIONS)
  return url
}

/** A new database with families. */
export async function aProgramme(families: number) {
  const databaseUrl = await aDatabase()
  return { databaseUrl, programme: await seedProgramme(databaseUrl, families) }
}

/** A server on a new database with families. */
export async function setUp(
  build: string,
  {
    families = 20,
    settings = {},
    throughProxy = false,
  }: { families?: number; settings?: Record<string, string>; throughProxy?: boolean } = {},
): Promise<TrialSetup> {
  const { databaseUrl, programme } = await aProgramme(families)
  const proxy = throughProxy ? await startTcpProxy(Number(new URL(databaseUrl).port)) : null
  const seen = new URL(databaseUrl)
  if (proxy) seen.port = String(proxy.port)
  const server = await startTrialServer(build, {
    DATABASE_URL: seen.href,
    DATA_DIR: temporaryFolder('trial'),
    PORT: '0',
    ...settings,
  })
  const close = async () => {
    await server.stop('SIGTERM')
    proxy?.close()
  }
  return { server, databaseUrl, programme, proxy, close }
}

export async function tearDown(): Promise<void> {
  await shared?.stop()
}
