import type { Tx } from '../db/client'
import { execute, sql } from '../db/sql'
import type { Services } from '../http/context'
import { hashSecret, newSecret } from '../secrets'

export const associatedDataOf = (parentId: string) => `calendar-feed:${parentId}`

/** A family has one URL: a new one replaces the old. */
export function storeFeed(
  tx: Tx,
  { clock, encryptor }: Pick<Services, 'clock' | 'encryptor'>,
  parentId: string,
): Promise<number> {
  const secret = newSecret()
  const encrypted = encryptor.encrypt(secret, associatedDataOf(parentId))
  return execute(
    tx,
    sql`insert into calendar_feeds (parent_id, secret_digest, encrypted_secret, created_at)
      values (${parentId}, ${hashSecret(secret)}, ${encrypted}, ${clock.now().toISOString()})
      on conflict (parent_id) do update set secret_digest = excluded.secret_digest,
        encrypted_secret = excluded.encrypted_secret, created_at = excluded.created_at`,
  )
}
