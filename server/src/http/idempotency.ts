import { createHash } from 'node:crypto'
import type { Tx } from '../db/client'
import { execute, json, maybeOne, prepared, sql } from '../db/sql'
import { AppError } from '../errors'
import type { AppContext } from './context'

/**
 * Runs `make` once for an Idempotency-Key: a repeated click or a retry on a bad network gets the first answer again.
 * The key is written first, in the same transaction as the change: a repeat at the same moment waits at it until the
 * first has ended, and does the work itself where that failed.
 */
export async function withIdempotency<T>(
  c: AppContext,
  tx: Tx,
  request: unknown,
  make: () => Promise<T>,
): Promise<T> {
  const asked = requestKey(c, request)
  if (!asked) return make()
  const { scope, key, requestHash } = asked
  const isFirst = await execute(
    tx,
    prepared(
      'take-idempotency-key',
      sql`insert into idempotency_keys (scope, key, request_hash, status, response, created_at)
        values (${scope}, ${key}, ${requestHash}, 200, 'null', ${c.var.services.clock.now().toISOString()})
        on conflict do nothing`,
    ),
  )
  if (!isFirst) {
    const earlier = await maybeOne<{ request_hash: string; response: T }>(
      tx,
      sql`select request_hash, response from idempotency_keys where scope = ${scope} and key = ${key}`,
    )
    if (earlier?.request_hash !== requestHash) throw new AppError('key-reused')
    return earlier.response
  }
  const response = await make()
  await execute(
    tx,
    prepared(
      'answer-idempotency-key',
      sql`update idempotency_keys set response = ${json(response)} where scope = ${scope} and key = ${key}`,
    ),
  )
  return response
}

/** Whose key it is, and for what; null for a request without one. */
function requestKey(c: AppContext, request: unknown) {
  const key = c.req.header('idempotency-key')
  if (!key) return null
  if (key.length > 100) throw new AppError('bad-request')
  const scope = `${c.req.path}:${c.var.viewer.account?.id ?? 'visitor'}`
  return { scope, key, requestHash: createHash('sha256').update(JSON.stringify(request)).digest('hex') }
}
