import { joinList } from '@aftercare/domain/lib/join-list'
import { pluralize } from '@aftercare/domain/lib/pluralize'
import { TOMBSTONE_DOMAIN } from '../auth/tombstone-email'
import { type ErasedLists, type Erasure, findInstallation } from '../backup/erased-list'
import { findFamilyOf } from '../db/adults'
import type { Tx } from '../db/client'
import { execute, hasRow, identifier, rows, sql } from '../db/sql'
import type { Services } from '../http/context'
import { eraseFamily, eraseGuest, erasePickups } from './erase-family'

type Context = Pick<Services, 'config' | 'clock'>

export type ErasedAgain = {
  families: number
  /** Who had joined a family. */
  adults: number
  guests: number
  /** Lists of other installations, which were not used. */
  otherLists: number
}

/** Sessions, mailed links, guests' links and calendar addresses: some may have been ended since the backup was made. */
const ACCESS_TABLES = [
  'sessions',
  'two_factor_challenges',
  'tokens',
  'family_invitations',
  'guest_links',
  'calendar_feeds',
]

/** Ends all access in a restored database, and erases what was erased after its backup was made. */
export async function eraseAgain(tx: Tx, lists: ErasedLists, services: Context): Promise<ErasedAgain> {
  for (const table of ACCESS_TABLES) await execute(tx, sql`delete from ${identifier(table)}`)
  // The seats that they hold are counted anew.
  await execute(
    tx,
    sql`update unconfirmed_submissions set outcome = 'dropped', submission = null, guest_key = null
      where outcome is null`,
  )
  const installation = await findInstallation(tx)
  const { [installation ?? '']: list = [], ...others } = lists
  const erased = { families: 0, adults: 0, guests: 0, otherLists: Object.keys(others).length }
  for (const { account, submissions } of list) {
    if (account === null) {
      if (await eraseSentAsGuest(tx, submissions, services)) erased.guests += 1
    } else {
      const familyId = await findFamilyOf(tx, account)
      if (await hasRow(tx, sql`select from accounts where id = ${account} and disabled_at is null`))
        erased[familyId === null ? 'families' : 'adults'] += 1
      if (familyId !== null) await erasePickups(tx, account, familyId)
      await eraseFamily(tx, account, services)
      // With an email that had not been confirmed when the backup was made.
      await eraseSentAsGuest(tx, submissions, services)
    }
  }
  await recordErasures(tx, list, services)
  return erased
}

/** Found by ids: what the same email sent after it was erased is not in the list. */
async function eraseSentAsGuest(tx: Tx, submissions: readonly string[], services: Context): Promise<boolean> {
  const emails = await rows<{ email: string }>(
    tx,
    sql`select guest_key(guest_parent_email) as email from (
        select id, parent_id, guest_parent_email from submissions
        union all select id, parent_id, guest_parent_email from removed_drop_ins) sent
      where id = any(${submissions}::uuid[]) and parent_id is null and guest_parent_email not like ${`%${TOMBSTONE_DOMAIN}`}
      group by 1 order by 1`,
  )
  for (const { email } of emails) await eraseGuest(tx, email, services)
  return emails.length > 0
}

/** Those that found nothing to erase are not listed by the erasure itself. */
const recordErasures = (tx: Tx, list: readonly Erasure[], { clock }: Context) =>
  execute(
    tx,
    sql`insert into erasures (account, submissions, erased_at)
      select account, array(select jsonb_array_elements_text(submissions)::uuid), ${clock.now().toISOString()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as listed (account uuid, submissions jsonb)
      where not exists (select from erasures e where e.account = listed.account or listed.account is null
        and e.submissions @> array(select jsonb_array_elements_text(listed.submissions)::uuid))`,
  )

/** For the operator. */
export function describeErasedAgain({ families, adults, guests, otherLists }: ErasedAgain): string[] {
  const counts = [
    families > 0 && pluralize(families, 'family', 'families'),
    adults > 0 && `${pluralize(adults, 'adult')} of other families`,
    guests > 0 && pluralize(guests, 'guest'),
  ].filter((count) => count !== false)
  return [
    ...(counts.length > 0 ? [`Erased again: ${joinList(counts)}`] : []),
    ...(otherLists > 0
      ? [`What another installation erased is listed there too, and was not used here.`]
      : []),
  ]
}
