import { readFileSync } from 'node:fs'
import pg from 'pg'
import { createPasswordHasher } from '../server/src/auth/passwords'
import { createDatabase, urlFor } from '../server/testing/databases'
import { start } from './processes'
import { log } from './progress'
import { PASSWORD } from './scenarios'
import { OPEN_MONTH, seed } from './seed'

const BASELINE_SCHEMA = new URL('./baseline/schema.sql', import.meta.url)

export type Databases = {
  serverUrl: string
  /** With `times` times as many families. */
  product(times: number): Promise<string>
  baseline(): Promise<string>
}

/** Created on first use. Copying a database requires that nobody is connected to it. */
export function databasesOn(serverUrl: string): Databases {
  const made = new Map<string, Promise<string>>()
  const once = (name: string, make: () => Promise<string>) => {
    const url = made.get(name) ?? make()
    made.set(name, url)
    return url
  }
  const product = (times: number) => once(`product ${times}`, () => productDatabase(serverUrl, times))
  const baseline = () => once('baseline', async () => baselineDatabase(serverUrl, await product(1)))
  return { serverUrl, product, baseline }
}

/** The product creates its schema and default texts, then the families are seeded. */
async function productDatabase(serverUrl: string, times: number): Promise<string> {
  log(`seeding the database, × ${times} ...`)
  const name = `product_${times}`
  await createDatabase(serverUrl, name)
  const url = urlFor(serverUrl, name)
  const product = await start('product', url)
  await product.stop()
  await seed(url, times, await createPasswordHasher().hash(PASSWORD))
  return url
}

/** The same rows in the baseline's tables. */
async function baselineDatabase(serverUrl: string, productUrl: string): Promise<string> {
  await createDatabase(serverUrl, 'baseline', new URL(productUrl).pathname.slice(1))
  const url = urlFor(serverUrl, 'baseline')
  await onDatabase(url, async (client) => {
    await client.query(readFileSync(BASELINE_SCHEMA, 'utf8'))
    await client.query('vacuum analyze')
  })
  return url
}

export async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const UNDO = {
  product: `set session_replication_role = replica;
    truncate audit_log, outbox, idempotency_keys, rate_limits;
    delete from submissions where month_id = md5('month${OPEN_MONTH}')::uuid`,
  baseline: `truncate baseline.audit_log, baseline.outbox, baseline.idempotency_keys;
    delete from baseline.submissions where month_id = md5('month${OPEN_MONTH}')::uuid`,
}

/** Deletes what registrations wrote, so that each sample starts from the same rows. Not timed. */
export const undoWrites = (name: keyof typeof UNDO, url: string) =>
  onDatabase(url, async (client) => {
    await client.query(UNDO[name])
    await client.query('vacuum analyze')
  })
