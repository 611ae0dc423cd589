import { readFileSync } from 'node:fs'
import pg from 'pg'
import { createPasswordHasher } from '../server/src/auth/passwords'
import { createDatabase, urlFor } from '../server/testing/databases'
import { start } from './processes'
import { say } from './progress'
import { PASSWORD } from './scenarios'
import { OPEN_MONTH, seed } from './seed'

const FLOOR_SCHEMA = new URL('./baseline/schema.sql', import.meta.url)

export type Databases = {
  serverUrl: string
  /** With so many times the families. */
  product(times: number): Promise<string>
  floor(): Promise<string>
}

/** Each is made when it is first asked for. A copy needs its source unused: no server may run on it meanwhile. */
export function databasesOn(serverUrl: string): Databases {
  const made = new Map<string, Promise<string>>()
  const once = (name: string, make: () => Promise<string>) => {
    const url = made.get(name) ?? make()
    made.set(name, url)
    return url
  }
  const product = (times: number) => once(`product ${times}`, () => productDatabase(serverUrl, times))
  const floor = () => once('floor', async () => floorDatabase(serverUrl, await product(1)))
  return { serverUrl, product, floor }
}

/** The product makes its own schema and texts, then the rows of so many families come in. */
async function productDatabase(serverUrl: string, times: number): Promise<string> {
  say(`filling the database, × ${times} ...`)
  const name = `product_${times}`
  await createDatabase(serverUrl, name)
  const url = urlFor(serverUrl, name)
  const product = await start('product', url)
  await product.stop()
  await seed(url, times, await createPasswordHasher().hash(PASSWORD))
  return url
}

/** The same rows in the floor's own tables. */
async function floorDatabase(serverUrl: string, productUrl: string): Promise<string> {
  await createDatabase(serverUrl, 'floor', new URL(productUrl).pathname.slice(1))
  const url = urlFor(serverUrl, 'floor')
  await onDatabase(url, async (client) => {
    await client.query(readFileSync(FLOOR_SCHEMA, 'utf8'))
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
  floor: `truncate floor.audit_log, floor.outbox, floor.idempotency_keys;
    delete from floor.submissions where month_id = md5('month${OPEN_MONTH}')::uuid`,
}

/** Takes back what registrations wrote, so that each cell starts from the same rows. Never timed. */
export const undoWrites = (name: keyof typeof UNDO, url: string) =>
  onDatabase(url, async (client) => {
    await client.query(UNDO[name])
    await client.query('vacuum analyze')
  })
