import type { Sealer } from '../auth/sealed'
import type { Queryable, Tx } from '../db/client'
import { affected, firstRow, named, sql } from '../db/sql'
import type { CalendarFeedRow } from '../db/tables'
import type { Services } from '../http/context'
import { digestOf, newSecret } from '../secrets'

export const findFeed = (db: Queryable, parentId: string) =>
  firstRow<Pick<CalendarFeedRow, 'sealed_secret' | 'created_at'>>(
    db,
    sql`select sealed_secret, created_at from calendar_feeds where parent_id = ${parentId}`,
  )

/** Changes of one family's feed take turns until the transaction ends. */
export const lockFeed = (tx: Tx, parentId: string) =>
  firstRow(tx, sql`select id from profiles where id = ${parentId} for no key update`)

const sealOwner = (parentId: string) => `calendar-feed:${parentId}`

/** The one address of a family: a new one ends the old in the same moment. */
export function storeFeed(
  tx: Tx,
  { clock, sealer }: Pick<Services, 'clock' | 'sealer'>,
  parentId: string,
): Promise<number> {
  const secret = newSecret()
  const sealed = sealer.seal(secret, sealOwner(parentId))
  return affected(
    tx,
    sql`insert into calendar_feeds (parent_id, secret_digest, sealed_secret, created_at)
      values (${parentId}, ${digestOf(secret)}, ${sealed}, ${clock.now().toISOString()})
      on conflict (parent_id) do update set secret_digest = excluded.secret_digest,
        sealed_secret = excluded.sealed_secret, created_at = excluded.created_at, fetched_at = '{}'`,
  )
}

/** The secret in the address, for its owner to see; null where the key is not the one that sealed it. */
export const openFeed = (sealer: Sealer, parentId: string, sealed: string | null): string | null =>
  sealed && sealer.open(sealed, sealOwner(parentId))

export const removeFeed = (tx: Tx, parentId: string) =>
  affected(tx, sql`delete from calendar_feeds where parent_id = ${parentId}`)

const MOST_FETCHES_AN_HOUR = 100
const HOUR_MS = 3_600_000

export type Fetch = { parentId: string } | { retryAfterSeconds: number } | null

/**
 * Counts a fetch under a secret and says whose days it shows. Null for an address that nobody has now, whether it is
 * misspelt, was replaced or switched off, or its account is suspended: the same two statements for all of them.
 */
export async function countFetch(db: Queryable, secret: string, now: Date): Promise<Fetch> {
  const digest = digestOf(secret)
  const [at, hourAgo] = [now.toISOString(), new Date(now.getTime() - HOUR_MS).toISOString()]
  const counted = await firstRow<{ parent_id: string }>(
    db,
    named(
      'count-feed-fetch',
      // Conditions on the row itself: of two fetches at the same moment the second sees what the first has counted.
      sql`update calendar_feeds f set fetched_at = array(
            select t from unnest(f.fetched_at) t where t > ${hourAgo}::timestamptz order by t) || ${at}::timestamptz
        where f.secret_digest = ${digest} and ${isOpen}
          and (select count(*) from unnest(f.fetched_at) t where t > ${hourAgo}::timestamptz) < ${MOST_FETCHES_AN_HOUR}
        returning f.parent_id`,
    ),
  )
  if (counted) return { parentId: counted.parent_id }
  const full = await firstRow<{ oldest: string | null }>(
    db,
    named(
      'full-feed',
      sql`select (select t from unnest(f.fetched_at) t order by t desc offset ${MOST_FETCHES_AN_HOUR - 1} limit 1) as oldest
        from calendar_feeds f where f.secret_digest = ${digest} and ${isOpen}`,
    ),
  )
  if (!full) return null
  const freeAt = (full.oldest ? new Date(full.oldest) : now).getTime() + HOUR_MS
  return { retryAfterSeconds: Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000)) }
}

/** The account is there and may sign in: a suspended one shows nothing to anybody. */
const isOpen = sql`exists (select from profiles p join accounts a on a.id = p.id
  where p.id = f.parent_id and p.status <> 'suspended' and a.disabled_at is null)`
