import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createApp } from './app'
import { createEncryptor } from './auth/encryption'
import { prepareFirstAdmin } from './auth/first-admin'
import { readSecretsKey } from './auth/secrets-key'
import { createClock } from './clock'
import type { Config } from './config'
import { openDatabase } from './db/client'
import { explainDatabaseError } from './db/explain-database-error'
import { migrate } from './db/migrate'
import { startPostgres } from './db/postgres/supervisor'
import type { Services } from './http/context'
import { GRACE_MS, listen } from './http/listen'
import { startJobs } from './jobs/jobs'
import { createLog } from './log'
import { releaseMails } from './mail/delivery.queries'
import { createMailTransport } from './mail/transports'
import { startMailWorker } from './mail/worker'
import { claimSecretsKey } from './secrets-key/secrets-key.queries'
import { createServices } from './services'
import { seedSiteContent } from './site-content/seed-site-content'

/** A build has a copy: restarted in a checkout that is newer than it, it must not run the newer migrations. */
const BUILT_MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))
export const MIGRATIONS = existsSync(BUILT_MIGRATIONS)
  ? BUILT_MIGRATIONS
  : fileURLToPath(new URL('../migrations', import.meta.url))
const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url))

export type RunningServer = {
  port: number
  /** Sets the first admin's password, while there is no admin. For the operator's eyes, never for a log. */
  firstAdminLink: string | null
  stop(): Promise<void>
}

/** Database, schema, texts, then the door: nothing listens before all of it stands. */
export async function startServer(config: Config): Promise<RunningServer> {
  const log = createLog(config)
  const clock = createClock(config.timeZone, config.now)
  const postgres = config.databaseUrl ? null : await startPostgres({ dataDir: config.dataDir, log })
  const undo: (() => Promise<unknown>)[] = postgres ? [() => postgres.stop()] : []
  const stopAll = async () => {
    for (const step of undo.reverse()) await step()
  }
  try {
    const databaseUrl = config.databaseUrl ?? postgres?.url ?? ''
    await migrate(databaseUrl, MIGRATIONS).catch((error) => {
      throw explainDatabaseError(error)
    })
    await claimKey({ config, clock, log }, databaseUrl)
    const { services, close } = createServices({ config, clock, log, databaseUrl })
    undo.push(close)
    await seedSiteContent(services)
    const firstAdminLink = await prepareFirstAdmin(services)
    // The folder's lock keeps every other process off our own database; on a shared one the leases decide.
    if (postgres) await releaseMails(services.db)
    const door = await listen(createApp(services, WEB_FOLDER), config)
    const stopWorking = startWorking(services)
    // Streams end with the hub: they would keep the server from closing.
    undo.push(() => Promise.all([services.live.stop(), door.close(), withinGrace(stopWorking())]))
    undo.push(door.drain)
    return { port: door.port, firstAdminLink, stop: stopAll }
  } catch (error) {
    await stopAll()
    throw error
  }
}

/** Before the live connection opens, by which a running instance is known: one with the wrong key is none. */
async function claimKey(
  { config, clock, log }: Pick<Services, 'config' | 'clock' | 'log'>,
  databaseUrl: string,
): Promise<void> {
  const { db, close } = openDatabase(databaseUrl, () => {})
  try {
    await claimSecretsKey({ db, clock, log, encryptor: createEncryptor(readSecretsKey(config)) })
  } finally {
    await close()
  }
}

/** Mails go out and the clock's jobs run; stopping waits for what is under way. */
function startWorking(services: Services): () => Promise<unknown> {
  const transport = createMailTransport(services.config, services.log)
  const mail = startMailWorker({ ...services, transport })
  const jobs = startJobs(services)
  return () => Promise.all([mail.stop(), jobs.stop()]).finally(() => transport.close())
}

/** A mail server that hangs must not hold up the end; its mail's lease runs out and it is tried again. */
const withinGrace = (work: Promise<unknown>) =>
  Promise.race([work, sleep(GRACE_MS, undefined, { ref: false })])
