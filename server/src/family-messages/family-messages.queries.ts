import {
  type AttendingFamily,
  type FamilyContact,
  familiesOf,
  MAX_MESSAGES_PER_DAY,
} from '@aftercare/domain/family-messages/family-messages'
import type { Day } from '@aftercare/domain/lib/days'
import { z } from '@hono/zod-openapi'
import { submissionsOn } from '../attendance/attendance.queries'
import { TOMBSTONE_DOMAIN } from '../auth/tombstone-email'
import type { Queryable, Tx } from '../db/client'
import { shownName } from '../db/display-name'
import { jsonAgg } from '../db/json-rows'
import { countRows, getOne, rows, type Sql, sql } from '../db/sql'
import type { FamilyMessageRow } from '../db/tables'
import { isUnconfirmed } from '../db/unconfirmed-email'
import { insertInto } from '../db/write'
import { findMonthOf } from '../months/months.queries'

/** Whether mails to the account wait until its email is confirmed. */
const isHeldAccount = (accountId: Sql) =>
  sql`${accountId} in (select a.id from accounts a where ${isUnconfirmed})`

/** Those who joined the family of profile `p`, unless they or the whole family are suspended; about submission `s`. */
const otherAdults = sql`select a.id as "accountId", a.full_name as name, a.email, coalesce(a.language, p.language, s.language) as language,
    ${isHeldAccount(sql`a.id`)} as "isHeld"
  from family_members f join profiles a on a.id = f.member_id
  where f.parent_id = p.id and a.status <> 'suspended' and p.status <> 'suspended' order by f.joined_at`

export type Recipient = FamilyContact & { days: Day[] }

/**
 * The families of everybody booked for one of the days, drop-ins and guests included, and who is written to, each with
 * those of the days that are theirs. An account without a language is written to in that of the submission, as in the
 * mails about it; a guest with several in that of the newest.
 */
export async function listFamilies(db: Queryable, days: readonly Day[]) {
  const attending: { day: Day; families: AttendingFamily[] }[] = []
  // Sequential: in a transaction they share a connection.
  for (const day of days) attending.push({ day, families: await listAttending(db, day) })
  const { recipients, ...found } = familiesOf(attending.flatMap((on) => on.families))
  const byDay = attending.map((on) => ({ day: on.day, ...familiesOf(on.families) }))
  const daysOf = (email: string) =>
    byDay.filter((on) => on.recipients.some((adult) => adult.email === email)).map(({ day }) => day)
  return {
    ...found,
    recipients: recipients.map((adult): Recipient => ({ ...adult, days: daysOf(adult.email) })),
    byDay: byDay.map(({ day, families }) => ({ day, families: families.length })),
  }
}

async function listAttending(db: Queryable, day: Day): Promise<AttendingFamily[]> {
  const month = await findMonthOf(db, day)
  return listContacts(db, submissionsOn(day, month?.id ?? null))
}

/** Of submissions `s` with their children `c` and parents `p`. Of removed families and guests there is nobody to reach or call. */
export async function listContacts(db: Queryable, submissions: Sql): Promise<AttendingFamily[]> {
  const found = await rows<AttendingFamily>(
    db,
    sql`select coalesce(c.name, s.guest_child_name) as child,
        case when p.id is not null then json_build_object('accountId', p.id, 'name', p.full_name, 'email', p.email,
          'language', coalesce(p.language, s.language), 'isHeld', ${isHeldAccount(sql`p.id`)}) end as parent,
        ${jsonAgg(otherAdults)} as others,
        json_build_object('submissionId', s.id, 'name', s.guest_parent_name, 'email', s.guest_parent_email, 'language', s.language) as guest
      from ${submissions} order by s.submitted_at desc, s.id`,
  )
  return found.filter(({ parent, guest }) => !(parent ?? guest).email?.endsWith(TOMBSTONE_DOMAIN))
}

/** How many messages may still be sent; not rows: one about several days is stored for each, all sent at the same moment. */
export async function countLeft(db: Queryable, today: Day): Promise<number> {
  const sent = await countRows(
    db,
    sql`select count(distinct (sent_by, sent_at, case when audience is not null then id end))
      from family_messages where sent_on = ${today}`,
  )
  return Math.max(0, MAX_MESSAGES_PER_DAY - sent)
}

type StoredMessage = Omit<FamilyMessageRow, 'id' | 'day' | 'audience'> &
  (Pick<FamilyMessageRow, 'day'> | Pick<FamilyMessageRow, 'audience'>)

/** One row for each of the message's days, or one for its audience. Returns the id of the first. */
export async function storeMessage(tx: Tx, messages: readonly StoredMessage[]): Promise<string> {
  return (await getOne<{ id: string }>(tx, sql`${insertInto('family_messages', messages)} returning id`)).id
}

export const earlierMessage = z.object({
  id: z.string(),
  subject: z.string(),
  families: z.number().int(),
  cancelled: z.boolean(),
  sent_at: z.string(),
  sent_by: z.string(),
})
type EarlierMessage = z.infer<typeof earlierMessage>

const MAX_RECENT = 5

/** Shown so that two people do not both write about the same days. */
export const listRecentMessages = (db: Queryable, days: readonly Day[]): Promise<EarlierMessage[]> =>
  listRecent(db, sql`m.day = any(${days}::date[])`)

/** Shown so that two people do not both write to the same families. */
export const listMessagesToAudiences = (db: Queryable, today: Day): Promise<EarlierMessage[]> =>
  listRecent(db, sql`m.audience is not null and m.sent_on = ${today}`)

const listRecent = (db: Queryable, which: Sql): Promise<EarlierMessage[]> =>
  rows<EarlierMessage>(
    db,
    sql`select m.id, m.subject, m.families, m.cancelled, m.sent_at,
        coalesce(${shownName('p')}, a.metadata ->> 'full_name', '') as sent_by
      from family_messages m join accounts a on a.id = m.sent_by left join profiles p on p.id = a.id
      where ${which} order by m.sent_at desc, m.id limit ${MAX_RECENT}`,
  )
