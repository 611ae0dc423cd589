import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase } from '../../server/src/db/client'
import { createDatabase, TEMPLATE, urlFor } from '../../server/testing/databases'
import { entryOf, startBuiltServer, temporaryFolder } from '../../testkit/built-server'
import { freePort } from '../../testkit/free-port.mjs'
import { type Mails, receiveMails } from './mails'
import { restoreRows, saveRows } from './saved-rows'

export const ADMIN = { email: 'admin@example.com', password: 'correct horse battery' }

export type RunningServer = {
  url: string
  port: number
  database: Database
  dataDir: string
  /** The folder of the build under test. */
  build: string
  /** Replaces the running build by another one, as a deployment does. */
  deploy(build: string): Promise<void>
  mails: Mails
  output(): string
  /** Restores the state after the start, so that the next test file starts clean. */
  reset(): Promise<void>
  stop(): Promise<void>
}

/**
 * The built product as a separate process with its own database; its emails are delivered to the test. Behind a proxy,
 * the browser uses the proxy's URL.
 */
export async function startServer(
  now: string,
  behindProxy?: { port: number; url: string },
): Promise<RunningServer> {
  const postgres = requiredEnv('AFTERCARE_E2E_POSTGRES')
  const name = `e2e_${randomUUID().replaceAll('-', '')}`
  await createDatabase(postgres, name, TEMPLATE)
  const databaseUrl = urlFor(postgres, name)
  // Links in emails contain the port, so it is chosen before the server starts.
  const [mail, port] = await Promise.all([receiveMails(), behindProxy?.port ?? freePort()])
  const url = behindProxy?.url ?? `http://localhost:${port}`
  const folder = temporaryFolder('e2e')
  const build = requiredEnv('AFTERCARE_BUILD')
  const stopAll = async () => {
    await mail.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const settings = {
    PORT: String(port),
    PUBLIC_URL: url,
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    NOW: now,
  }
  let running = build
  let server = await startBuiltServer(entryOf(build), settings).catch(async (error) => {
    await stopAll()
    throw error
  })
  const database = openDatabase(databaseUrl, () => {})
  await waitForRetentionJob(database)
  await saveRows(database)
  const deploy = async (next: string) => {
    await server.stop()
    server = await startBuiltServer(entryOf(next), settings)
    running = next
  }
  return {
    url,
    port,
    database,
    dataDir: folder,
    build,
    deploy,
    mails: mail.mails,
    output: () => server.output(),
    reset: async () => {
      if (running !== build) await deploy(build)
      await restoreRows(database)
      mail.forget()
    },
    stop: async () => {
      await database.close()
      await server.stop()
      await stopAll()
    },
  }
}

const RETENTION_TIMEOUT_MS = 30_000

/** A missed retention run starts after the server; a test that empties tables meanwhile could deadlock. */
async function waitForRetentionJob({ pool }: Database): Promise<void> {
  const end = Date.now() + RETENTION_TIMEOUT_MS
  while (Date.now() < end) {
    const { rowCount } = await pool.query('select 1 from job_runs where finished_at is not null')
    if (rowCount) return
    await sleep(50)
  }
  throw new Error('No job has finished')
}

function requiredEnv(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: start the browser tests with "npm run test:e2e".`)
  return value
}
