import type { Language } from '@aftercare/domain/lib/language'
import type { Encryptor } from '../auth/encryption'
import { associatedDataOf } from '../auth/store-feed'
import { hasSuspendedFamily } from '../db/adults'
import type { Queryable, Tx } from '../db/client'
import { execute, maybeOne, prepared, sql } from '../db/sql'
import type { CalendarFeedRow } from '../db/tables'
import { hashSecret } from '../secrets'

export const findFeed = (db: Queryable, parentId: string) =>
  maybeOne<Pick<CalendarFeedRow, 'encrypted_secret' | 'created_at'>>(
    db,
    sql`select encrypted_secret, created_at from calendar_feeds where parent_id = ${parentId}`,
  )

/** Serializes changes to one family's feed. */
export const lockFeed = (tx: Tx, parentId: string) =>
  maybeOne(tx, sql`select id from profiles where id = ${parentId} for no key update`)

/** The secret in the URL, for its owner; null if it was encrypted with another key. */
export const decryptFeedSecret = (
  encryptor: Encryptor,
  parentId: string,
  encrypted: string | null,
): string | null => encrypted && encryptor.decrypt(encrypted, associatedDataOf(parentId))

export const removeFeed = (tx: Tx, parentId: string) =>
  execute(tx, sql`delete from calendar_feeds where parent_id = ${parentId}`)

/**
 * The family of a feed's owner by its secret. Null if it is wrong, was replaced or turned off, or the account or
 * its family is suspended.
 */
export const findFeedOwner = (db: Queryable, secret: string) =>
  maybeOne<{ family_id: string; language: Language | null }>(
    db,
    prepared(
      'feed-owner',
      sql`select coalesce(m.parent_id, f.parent_id) as family_id, owner.language
        from calendar_feeds f join profiles owner on owner.id = f.parent_id left join family_members m on m.member_id = f.parent_id
        where f.secret_digest = ${hashSecret(secret)} and ${isOpen} and not ${hasSuspendedFamily(sql`m.parent_id`)}`,
    ),
  )

/** The account exists and may sign in. */
const isOpen = sql`exists (select from profiles p join accounts a on a.id = p.id
  where p.id = f.parent_id and p.status <> 'suspended' and a.disabled_at is null)`
