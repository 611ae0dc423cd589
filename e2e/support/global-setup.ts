import { fileURLToPath } from 'node:url'
import { migrate } from '../../server/src/db/migrate'
import { startTemporaryPostgres } from '../../server/src/db/postgres/temporary-postgres'
import { createDatabase, TEMPLATE, urlFor } from '../../server/testing/databases'

/** One PostgreSQL for the whole run, with a migrated database to copy from. */
export default async function globalSetup() {
  if (!process.env.AFTERCARE_BUILD) {
    throw new Error('The browser tests run on a fresh build: start them with "npm run test:e2e".')
  }
  const postgres = await startTemporaryPostgres()
  await createDatabase(postgres.url, TEMPLATE)
  await migrate(
    urlFor(postgres.url, TEMPLATE),
    fileURLToPath(new URL('../../server/migrations', import.meta.url)),
  )
  process.env.AFTERCARE_E2E_POSTGRES = postgres.url
  return () => postgres.stop()
}
