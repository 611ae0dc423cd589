import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../db/client'
import { idempotency_keys } from '../db/schema'
import { AppError } from '../errors'
import type { AppContext } from './context'

/**
 * Runs `make` once for an Idempotency-Key: a repeated click or a retry on a bad network gets the first answer again.
 * Concurrent repeats wait for the first, inside the same transaction as its write.
 */
export async function once<T>(c: AppContext, tx: Tx, request: unknown, make: () => Promise<T>): Promise<T> {
  const key = c.req.header('idempotency-key')
  if (!key) return make()
  if (key.length > 100) throw new AppError('bad-request')
  const scope = `${c.req.path}:${c.var.viewer.account?.id ?? 'visitor'}`
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex')
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${scope}:${key}`}, 0))`)
  const [earlier] = await tx
    .select({ hash: idempotency_keys.request_hash, response: idempotency_keys.response })
    .from(idempotency_keys)
    .where(and(eq(idempotency_keys.scope, scope), eq(idempotency_keys.key, key)))
  if (earlier) {
    if (earlier.hash !== requestHash) throw new AppError('key-reused')
    return earlier.response as T
  }
  const response = await make()
  await tx.insert(idempotency_keys).values({ scope, key, request_hash: requestHash, status: 200, response })
  return response
}
