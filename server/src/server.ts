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
import { isTransientError } from './db/transient-error'
import { startDroppingExpired } from './guest-confirmation/drop-expired'
import type { Services } from './http/context'
import { GRACE_MS, listen } from './http/listen'
import { startJobs } from './jobs/jobs'
import { createLog } from './log'
import { releaseMails } from './mail/delivery.queries'
import { createMailTransport } from './mail/transports'
import { startMailWorker } from './mail/worker'
import { loadProgram } from './program/program-details.queries'
import { claimSecretsKey } from './secrets-key/secrets-key.queries'
import { createServices } from './services'
import { seedSiteContent } from './site-content/seed-site-content'
import { VERSION } from './version'
import type { RenderPage } from './web-app/rendered-pages'
import { storeAssets } from './web-app/replaced-assets'

/** A build has its own copy: restarted in a newer checkout, it must not run the newer migrations. */
const BUILT_MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))
export const MIGRATIONS = existsSync(BUILT_MIGRATIONS)
  ? BUILT_MIGRATIONS
  : fileURLToPath(new URL('../migrations', import.meta.url))
/** The web app for rendering pages; only a build has it. */
const RENDERER = new URL('./render-page.js', import.meta.url)
const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url))

export type RunningServer = {
  port: number
  /** Sets the first admin's password while there is no admin. Printed for the operator, never logged. */
  firstAdminLink: string | null
  stop(): Promise<void>
}

/** Starts the database, migrates, seeds, and listens last. On shutdown, `stop` undoes these steps in reverse order. */
export async function startServer(config: Config): Promise<RunningServer> {
  const log = createLog(config)
  log.info({ version: VERSION, node: process.version }, 'starting')
  const clock = createClock(config.program, config.now)
  const postgres = config.databaseUrl ? null : await startPostgres({ dataDir: config.dataDir, log })
  const shutdownSteps: (() => Promise<unknown>)[] = postgres ? [() => postgres.stop()] : []
  const stopAll = async () => {
    for (const step of shutdownSteps.reverse()) await step()
  }
  try {
    const databaseUrl = config.databaseUrl ?? postgres?.url ?? ''
    await migrate(databaseUrl, MIGRATIONS).catch((error) => {
      throw explainDatabaseError(error)
    })
    await claimKey({ config, clock, log }, databaseUrl)
    const { services, close } = createServices({ config, clock, log, databaseUrl })
    shutdownSteps.push(close)
    await loadProgram(services.db, config)
    await seedSiteContent(services)
    const firstAdminLink = await prepareFirstAdmin(services)
    // The data directory's lock means no other process uses our own database; on a shared one leases expire instead.
    if (postgres) await releaseMails(services.db)
    const http = await listen(createApp(services, WEB_FOLDER, await loadRenderer()), config)
    const stopBackgroundWork = startBackgroundWork(services, databaseUrl)
    // The next build replaces them; until then nobody needs the copies.
    storeAssets(WEB_FOLDER, config.dataDir).catch((error) =>
      log.warn({ err: error }, 'pages that are open during the next deployment may have to reload'),
    )
    // The hub ends its event streams: open ones would keep the HTTP server from closing.
    shutdownSteps.push(() =>
      Promise.all([services.live.stop(), http.close(), withinGrace(stopBackgroundWork())]),
    )
    shutdownSteps.push(http.drain)
    return { port: http.port, firstAdminLink, stop: stopAll }
  } catch (error) {
    await stopAll()
    throw isTransientError(error) ? explainDatabaseError(error) : error
  }
}

async function loadRenderer(): Promise<RenderPage | undefined> {
  if (!existsSync(RENDERER)) return undefined
  const { renderPage } = await import(RENDERER.href)
  return renderPage
}

/** Before the LISTEN connection opens, which marks a running instance: one with the wrong key must not count. */
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

/** The mail worker, the scheduled jobs and the end of what guests did not confirm; stopping waits for work in progress. */
function startBackgroundWork(services: Services, databaseUrl: string): () => Promise<unknown> {
  const transport = createMailTransport(services.config, services.log)
  const mail = startMailWorker({ ...services, transport })
  const jobs = startJobs(services, databaseUrl)
  const unconfirmed = startDroppingExpired(services)
  return () => Promise.all([mail.stop(), jobs.stop(), unconfirmed.stop()])
}

/** A hanging mail server must not delay shutdown: the mail's lease expires and it is retried. */
const withinGrace = (work: Promise<unknown>) =>
  Promise.race([work, sleep(GRACE_MS, undefined, { ref: false })])
