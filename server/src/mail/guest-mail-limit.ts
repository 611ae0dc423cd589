import { MAX_GUEST_MAILS_PER_DAY } from '@aftercare/domain/submissions/guests'
import { lockGuestMails } from '../db/advisory-lock'
import type { Tx } from '../db/client'
import { countRows, sql } from '../db/sql'
import type { MailConfig } from './mail'
import type { ClaimedEvent, OutboxEntry } from './outbox.queries'

const NOT_SENT = `Not sent: this address had ${MAX_GUEST_MAILS_PER_DAY} emails about guest submissions today.`

/**
 * A guest's email is whatever was typed: so that nobody can have the programme flood a stranger, an address gets at most
 * ten mails a day that guests' submissions caused. The others are stored with the reason, and staff can send them.
 */
export async function holdBackGuestMails(
  tx: Tx,
  { created_at }: Pick<ClaimedEvent, 'created_at'>,
  entries: readonly OutboxEntry[],
  { program }: MailConfig,
): Promise<OutboxEntry[]> {
  const limited: OutboxEntry[] = []
  for (const entry of entries) {
    if (isToGuest(entry)) await lockGuestMails(tx, entry.to.address)
    const isOverLimit =
      isToGuest(entry) && (await hasReachedGuestMailLimit(tx, entry.to.address, created_at, program.timeZone))
    limited.push(isOverLimit ? { ...entry, notSent: NOT_SENT } : entry)
  }
  return limited
}

const CONFIRMATIONS = ['monthly-parent', 'dropin-parent']

/** The mails that a submission causes; what is done by their links later is the guest's own wish. */
const isToGuest = ({ template, composed }: OutboxEntry) =>
  template === 'guest-confirmation' ||
  (CONFIRMATIONS.includes(template) && composed.content.guestLink !== undefined)

/** Whether the address has had all that it gets in a day. */
export async function hasReachedGuestMailLimit(
  tx: Tx,
  address: string,
  at: string,
  timeZone: string,
): Promise<boolean> {
  // The newest are found by their index.
  const count = await countRows(
    tx,
    sql`select count(*) from outbox where created_at > ${at}::timestamptz - interval '26 hours'
      and lower(to_email) = lower(${address})
      and (template = 'guest-confirmation' or template = any(${CONFIRMATIONS}::text[]) and content ? 'guestLink')
      and (created_at at time zone ${timeZone})::date = (${at}::timestamptz at time zone ${timeZone})::date`,
  )
  return count >= MAX_GUEST_MAILS_PER_DAY
}
