import { adultIdsOf, hasSuspendedFamily } from '../db/adults'
import type { Tx } from '../db/client'
import { rows, sql } from '../db/sql'
import type { ProfileRow } from '../db/tables'
import type { MailEvent } from '../mail-events/mail-events'
import type { MailContext } from './mail'
import type { OutboxEntry } from './outbox.queries'
import { composeMail } from './render'

/** To every adult of the child's family, the others only while the family is not suspended. */
export async function childChangedMails(
  tx: Tx,
  { childId, changes, version, isAdded }: Extract<MailEvent, { kind: 'child-changed' }>,
  { config }: MailContext,
): Promise<OutboxEntry[]> {
  const template = 'child-changed'
  const adults = await rows<Pick<ProfileRow, 'id' | 'full_name' | 'email' | 'language'> & { child: string }>(
    tx,
    sql`select p.id, p.full_name, p.email, p.language, c.name as child from children c join profiles p
        on p.id in (${adultIdsOf(sql`c.parent_id`)})
      where c.id = ${childId} and (p.id = c.parent_id
        or p.status <> 'suspended' and not ${hasSuspendedFamily(sql`c.parent_id`)}) order by p.id`,
  )
  return adults.map(({ id, full_name: name, email, language, child }) => ({
    template,
    to: { address: email, name },
    composed: composeMail(
      { template, name, childName: child, changes, isAdded, language: language ?? 'en' },
      config,
    ),
    accountId: id,
    dedupeKey: `child ${childId} version ${version}`,
  }))
}
