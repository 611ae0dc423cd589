import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase } from '../../server/src/db/client'
import { createDatabase, TEMPLATE, urlFor } from '../../server/testing/databases'
import { type Mails, receiveMails } from './mails'

export const ADMIN = { email: 'admin@example.com', password: 'correct horse battery' }

export type RunningServer = {
  url: string
  database: Database
  mails: Mails
  output(): string
  stop(): Promise<void>
}

/**
 * The built product as a process of its own, on a database of its own, with its mails delivered to the test. `reachAt`
 * names another address for the port, of something that stands between.
 */
export async function startServer(
  now: string,
  reachAt = async (port: number) => `http://localhost:${port}`,
): Promise<RunningServer> {
  const postgres = fromEnvironment('AFTERCARE_E2E_POSTGRES')
  const name = `e2e_${randomUUID().replaceAll('-', '')}`
  await createDatabase(postgres, name, TEMPLATE)
  const databaseUrl = urlFor(postgres, name)
  const [mail, port] = await Promise.all([receiveMails(), findFreePort()])
  const url = await reachAt(port)
  const folder = mkdtempSync(join(tmpdir(), 'aftercare-e2e-'))
  const child = spawn(process.execPath, [join(fromEnvironment('AFTERCARE_BUILD'), 'server/dist/main.js')], {
    // Neither a .env file nor the environment of whoever runs the tests changes what is tested.
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      PUBLIC_URL: url,
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      NOW: now,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const stopAll = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    await mail.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error(`The server did not start:\n${output}`)
    }),
  ]).catch(async (error) => {
    await stopAll()
    throw error
  })
  const database = openDatabase(databaseUrl, () => {})
  await untilCleaned(database)
  return {
    url,
    database,
    mails: mail.mails,
    output: () => output,
    stop: async () => {
      await database.close()
      await stopAll()
    },
  }
}

const CLEANING_PATIENCE_MS = 5_000

/** The cleaning of a night that was missed runs after the start; a test that empties tables beside it could deadlock. */
async function untilCleaned({ pool }: Database): Promise<void> {
  const patience = Date.now() + CLEANING_PATIENCE_MS
  while (Date.now() < patience) {
    const { rowCount } = await pool.query('select 1 from job_runs where finished_at is not null')
    if (rowCount) return
    await sleep(50)
  }
}

function fromEnvironment(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: start the browser tests with "npm run test:e2e".`)
  return value
}

/** Links in mails bear the address, so it is chosen before the server starts. */
function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
