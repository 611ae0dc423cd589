import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { createClock } from '../src/clock'
import { readConfig } from '../src/config'
import { openDatabase } from '../src/db/client'
import { migrate } from '../src/db/migrate'
import { startTemporaryPostgres } from '../src/db/postgres/temporary-postgres'
import { seedSiteContent } from '../src/site-content/seed-site-content'
import { createDatabase, TEMPLATE, urlFor } from './databases'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}

/** One real PostgreSQL for the whole run; each test file gets its own copy of the migrated template database. */
export default async function setup(project: TestProject) {
  const postgres = await startTemporaryPostgres()
  await createDatabase(postgres.url, TEMPLATE)
  await migrate(urlFor(postgres.url, TEMPLATE), fileURLToPath(new URL('../migrations', import.meta.url)))
  await seedTemplate(urlFor(postgres.url, TEMPLATE))
  project.provide('postgresUrl', postgres.url)
  return () => postgres.stop()
}

async function seedTemplate(url: string) {
  const { db, close } = openDatabase(url, () => {})
  await seedSiteContent({
    db,
    config: readConfig({}),
    clock: createClock({ timeZone: 'America/New_York' }, '2026-11-16T09:00:00-05:00'),
  })
  await close()
}
