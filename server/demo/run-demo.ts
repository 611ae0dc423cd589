import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { createClock } from '../src/clock'
import { type Config, ConfigError, readConfig } from '../src/config'
import { migrate } from '../src/db/migrate'
import { startTemporaryPostgres } from '../src/db/postgres/temporary-postgres'
import { loadDotEnv } from '../src/dot-env'
import { OperatorError } from '../src/operator-error'
import { MIGRATIONS, startServer } from '../src/server'
import { createServices } from '../src/services'
import { onShutdownSignal } from '../src/shutdown'
import { seedSiteContent } from '../src/site-content/seed-site-content'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-families'
import { seedDemo } from './seed-demo'

const ACCOUNT_DESCRIPTIONS = {
  admin: 'staff, /admin/login',
  secondAdmin: 'staff, a second admin',
  attendance: 'staff with the Attendance role',
  parent: 'a parent with two children',
  secondAdult: 'another adult of that family',
  newParent: 'a parent without children yet',
  suspendedParent: 'a suspended parent',
} as const satisfies Record<keyof typeof DEMO_ACCOUNTS, string>

/** A temporary database, no real email and no backups, whatever the environment says. */
function demoConfig(config: Config, databaseUrl: string, dataDir: string): Config {
  const adminEmail = DEMO_ACCOUNTS.admin.email
  const none = { adminPassword: undefined, smtpUrl: undefined, backupDir: null }
  return { ...config, databaseUrl, dataDir, adminEmail, ...none }
}

async function seedDatabase(config: Config, databaseUrl: string) {
  await migrate(databaseUrl, MIGRATIONS)
  const clock = createClock(config.program, config.now)
  const log = pino({ level: 'silent' })
  const { services, close } = createServices({ config, clock, log, databaseUrl })
  await seedSiteContent(services)
  await seedDemo(services)
  await close()
}

function accountList(): string {
  const lines = Object.entries(ACCOUNT_DESCRIPTIONS).map(
    ([key, description]) =>
      `  ${DEMO_ACCOUNTS[key as keyof typeof ACCOUNT_DESCRIPTIONS].email.padEnd(26)} ${description}`,
  )
  return `Sign in with the password ${DEMO_PASSWORD} as\n${lines.join('\n')}`
}

async function main() {
  // Never production, even on a production machine: no mail server, and the clock can be set.
  const given = readConfig({ ...loadDotEnv(process.env), NODE_ENV: undefined })
  const dataDir = mkdtempSync(join(tmpdir(), 'aftercare-demo-'))
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  let stopRunning: (() => Promise<void>) | undefined
  // Before it is ready, exit at once: the temporary database goes with this process.
  onShutdownSignal(async () => {
    await stopRunning?.()
    process.exit(0)
  })
  const postgres = await startTemporaryPostgres()
  const config = demoConfig(given, postgres.url, dataDir)
  await seedDatabase(config, postgres.url)
  const running = await startServer(config)
  stopRunning = async () => {
    await running.stop()
    await postgres.stop()
  }
  process.stdout.write(
    `\n${config.program.name}, a demo: http://localhost:${running.port}\n${accountList()}\nNothing is kept: all data is deleted when this program ends.\n`,
  )
  process.send?.({ ready: true, port: running.port })
}

main().catch((error) => {
  const isSentence = error instanceof OperatorError || error instanceof ConfigError
  process.stderr.write(`\n${isSentence ? error.message : (error?.stack ?? error)}\n`)
  process.exit(1)
})
