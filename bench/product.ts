import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { createApp } from '../server/src/app'
import { createSession } from '../server/src/auth/sessions.queries'
import { createClock } from '../server/src/clock'
import { readConfig } from '../server/src/config'
import { migrate } from '../server/src/db/migrate'
import { createServices } from '../server/src/services'
import { seedSiteContent } from '../server/src/site-content/seed-site-content'
import { buildersFor } from '../server/src/testing/builders'
import { createDatabase, urlFor } from '../server/src/testing/databases'

/** The whole product on a database of its own, asked without a network in between. */
export async function openProduct(serverUrl: string) {
  const name = `bench_${randomUUID().replaceAll('-', '')}`
  await createDatabase(serverUrl, name)
  const databaseUrl = urlFor(serverUrl, name)
  await migrate(databaseUrl, fileURLToPath(new URL('../server/migrations', import.meta.url)))
  const config = readConfig({ NOW: '2026-11-16T09:00:00-05:00' })
  const clock = createClock(config.timeZone, config.now)
  const { services, close } = createServices({ config, clock, log: pino({ level: 'silent' }), databaseUrl })
  await seedSiteContent(services)
  const app = createApp(services)
  const admin = await buildersFor(services.db).anAdmin()
  const { secret } = await createSession(services.db, admin.id, clock.now())
  const headers = { cookie: `aftercare_session=${secret}` }
  return {
    services,
    app,
    close,
    async get(path: string) {
      const response = await app.request(path, { headers })
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
      await response.arrayBuffer()
    },
  }
}

export type Product = Awaited<ReturnType<typeof openProduct>>
