import { adultIdsOf, hasSuspendedFamily } from '../db/adults'
import type { Tx } from '../db/client'
import { shownName } from '../db/display-name'
import { maybeOne, rows, sql } from '../db/sql'
import type { ProfileRow } from '../db/tables'
import type { MailEvent } from '../mail-events/mail-events'
import type { MailContext } from './mail'
import type { ClaimedEvent, OutboxEntry } from './outbox.queries'
import { composeMail } from './render'

/**
 * What staff did, to every adult of the child's family, the others only while the family is not suspended. What an adult
 * did, to other adults, but not to a suspended one.
 */
export async function childChangedMails(
  tx: Tx,
  { sent_by }: Pick<ClaimedEvent, 'sent_by'>,
  { childId, changes, version, isAdded, onlyTo }: Extract<MailEvent, { kind: 'child-changed' }>,
  { config }: MailContext,
): Promise<OutboxEntry[]> {
  const template = 'child-changed'
  const by = onlyTo ? { adult: await findName(tx, sent_by) } : 'office'
  const isActive = sql`p.status <> 'suspended' and not ${hasSuspendedFamily(sql`c.parent_id`)}`
  const adults = await rows<Pick<ProfileRow, 'id' | 'full_name' | 'email' | 'language'> & { child: string }>(
    tx,
    sql`select p.id, p.full_name, p.email, p.language, c.name as child from children c join profiles p
        on p.id in (${adultIdsOf(sql`c.parent_id`)})
      where c.id = ${childId}
        and ${onlyTo ? sql`p.id = any(${onlyTo}::uuid[]) and ${isActive}` : sql`(p.id = c.parent_id or ${isActive})`}
      order by p.id`,
  )
  return adults.map(({ id, full_name: name, email, language, child }) => ({
    template,
    to: { address: email, name },
    composed: composeMail(
      { template, name, childName: child, changes, isAdded, by, language: language ?? 'en' },
      config,
    ),
    accountId: id,
    sentBy: sent_by,
    dedupeKey: `child ${childId} version ${version}`,
  }))
}

/** Null once the account was removed: then nobody is named. */
async function findName(tx: Tx, id: string | null): Promise<string | null> {
  const found = await maybeOne<{ name: string }>(
    tx,
    sql`select ${shownName('p')} as name from profiles p join accounts a using (id)
      where p.id = ${id} and a.disabled_at is null`,
  )
  return found?.name ?? null
}
