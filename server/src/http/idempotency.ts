import type { Tx } from '../db/client'
import { execute, maybeOne, prepared, sql, toJson } from '../db/sql'
import type { IdempotencyKeyRow } from '../db/tables'
import { AppError } from '../errors'
import type { AppContext } from './context'

export type Shows = (submissions: readonly { id: string }[]) => unknown

/** A transaction that does nothing else. */
export const idempotentTransaction = <T>(
  c: AppContext,
  request: unknown,
  work: (tx: Tx, shows: Shows) => Promise<T>,
): Promise<T> =>
  c.var.services.db.transaction((tx) => withIdempotency(c, tx, request, (shows) => work(tx, shows)))

/**
 * Runs `work` once per Idempotency-Key: a double click or a retry on a bad network gets the first response again. The key
 * is inserted first, in the same transaction as the change: a concurrent repeat waits for it until the first has ended,
 * and does the work itself if the first failed. A response that shows more of submissions than ids says so by `shows`:
 * it is redacted when their family or guest is erased.
 */
export async function withIdempotency<T>(
  c: AppContext,
  tx: Tx,
  request: unknown,
  work: (shows: Shows) => Promise<T>,
): Promise<T> {
  const shown: string[] = []
  const shows: Shows = (submissions) => shown.push(...submissions.map(({ id }) => id))
  const idempotency = idempotencyKeyOf(c, request)
  if (!idempotency) return work(shows)
  const { scope, key, requestHash } = idempotency
  const isFirst = await execute(
    tx,
    prepared(
      'insert-idempotency-key',
      sql`insert into idempotency_keys (scope, key, request_hash, status, response, created_at)
        values (${scope}, ${key}, ${requestHash}, 200, 'null', ${c.var.services.clock.now().toISOString()})
        on conflict do nothing`,
    ),
  )
  if (!isFirst) {
    const earlier = await maybeOne<Pick<IdempotencyKeyRow, 'request_hash'> & { response: T }>(
      tx,
      sql`select request_hash, response from idempotency_keys where scope = ${scope} and key = ${key}`,
    )
    if (!earlier || (earlier.request_hash ?? requestHash) !== requestHash) throw new AppError('key-reused')
    return earlier.response
  }
  const response = await work(shows)
  await execute(
    tx,
    prepared(
      'store-idempotent-response',
      sql`update idempotency_keys set response = ${toJson(response ?? null)}, owners = array(
          select distinct coalesce(parent_id::text, guest_key(guest_parent_email)) from submissions
          where id = any(${shown}::uuid[]))
        where scope = ${scope} and key = ${key}`,
    ),
  )
  return response
}

/**
 * The key, scoped to path and account, and to the family it has joined: once it has left, it gets no earlier response of
 * that family. Null for a request without one.
 */
function idempotencyKeyOf(c: AppContext, request: unknown) {
  const key = c.req.header('idempotency-key')
  if (!key) return null
  if (key.length > 100) throw new AppError('bad-request')
  const { account } = c.var.viewer
  const family = account && account.familyId !== account.id ? `:${account.familyId}` : ''
  const scope = `${c.req.path}:${account?.id ?? 'visitor'}${family}`
  return { scope, key, requestHash: c.var.services.encryptor.hmac(JSON.stringify(request)) }
}
