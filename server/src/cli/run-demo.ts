import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClock } from '../clock'
import { ConfigError, readConfig } from '../config'
import { openDatabase } from '../db/client'
import { migrate } from '../db/migrate'
import { StartError } from '../db/postgres/start-error'
import { startThrowawayPostgres } from '../db/postgres/throwaway'
import { loadDotEnv } from '../dot-env'
import { MIGRATIONS, startServer } from '../server'
import { seedSiteContent } from '../site-content/seed-site-content'
import { DEMO_ACCOUNTS, seedDemo } from './demo'

/** The product with a believable programme, in a database that is gone afterwards. */
async function main() {
  const settings = readConfig(loadDotEnv({ LOG_LEVEL: 'warn', ...process.env }))
  const postgres = await startThrowawayPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'aftercare-demo-'))
  const removeAll = async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    // Mails of the demo never leave the machine, whatever stands in .env.
    const config = { ...settings, databaseUrl: postgres.url, dataDir: folder, smtpUrl: undefined }
    await migrate(postgres.url, MIGRATIONS)
    const { db, close } = openDatabase(postgres.url, () => {})
    await seedSiteContent({ db, config })
    await seedDemo(db, createClock(config.timeZone, config.now))
    await close()
    const running = await startServer(config)
    const stop = async () => {
      await running.stop()
      await removeAll()
      process.exit(0)
    }
    process.once('SIGTERM', stop)
    process.once('SIGINT', stop)
    announce(running.port, folder)
    process.send?.({ ready: true, port: running.port })
  } catch (error) {
    await removeAll()
    throw error
  }
}

function announce(port: number, folder: string) {
  const accounts = DEMO_ACCOUNTS.map(
    ({ role, email, password }) => `  ${role.padEnd(7)} ${email}  ${password}`,
  )
  process.stdout.write(
    `\nThe demo is ready: http://localhost:${port}\n\n${accounts.join('\n')}\n\nMails land in ${folder}/outbox; everything is gone when it stops.\n`,
  )
}

main().catch((error) => {
  const isExpected = error instanceof StartError || error instanceof ConfigError
  process.stderr.write(
    `\n${isExpected ? error.message : `The demo cannot start: ${error?.stack ?? error}`}\n`,
  )
  process.exit(1)
})
