import { hasVerifiedEmail } from '@aftercare/domain/guest-claims/guest-claims'
import type { Queryable } from '../db/client'
import { maybeOne, rows, type Sql, sql } from '../db/sql'
import type { AccountRow } from '../db/tables'

/** Everything that identifies a family's rows. */
export type Family = {
  /** The account. */
  id: string
  /** Whose children, submissions and payments these are: the first adult's. */
  familyId: string
  /** The account's email, and earlier ones that are nobody else's now. */
  emails: string[]
  childIds: string[]
  /** Including drop-ins that were deleted or withdrawn: mails and the audit log still refer to them. */
  submissionIds: string[]
  /** Those sent as a guest with the account's confirmed email. */
  guestSubmissionIds: string[]
  paymentIds: string[]
}

type Account = Pick<AccountRow, 'email' | 'email_verified_at' | 'email_set_by_staff_at'>

/** Without `familyId` only what the account has by itself: nothing of a family that it joined. */
export async function findFamily(db: Queryable, id: string, familyId = id): Promise<Family | null> {
  const account = await maybeOne<Account>(
    db,
    sql`select email, email_verified_at, email_set_by_staff_at from accounts where id = ${id} and disabled_at is null`,
  )
  if (!account) return null
  const isOwn = hasVerifiedEmail({
    email: account.email,
    emailVerifiedAt: account.email_verified_at,
    emailSetByStaffAt: account.email_set_by_staff_at,
  })
  const ids = async (statement: Sql) => (await rows<{ id: string }>(db, statement)).map((row) => row.id)
  const own = await ids(sql`select id from submissions where parent_id = ${familyId}`)
  const asGuest = isOwn
    ? await ids(
        sql`select id from submissions where parent_id is null and guest_key(guest_parent_email) = ${account.email}`,
      )
    : []
  const removed = await ids(
    sql`select row_id as id from audit_log where table_name = 'submissions' and action in ('submission.remove', 'submission.withdraw')
      and (detail ->> 'parent_id' = ${familyId}
        or ${isOwn} and detail ->> 'parent_id' is null and guest_key(detail ->> 'guest_parent_email') = ${account.email})`,
  )
  return {
    id,
    familyId,
    emails: [account.email, ...(await earlierEmails(db, id))],
    childIds: await ids(sql`select id from children where parent_id = ${familyId}`),
    submissionIds: [...own, ...asGuest, ...removed],
    guestSubmissionIds: asGuest,
    paymentIds: await ids(sql`select id from payments where parent_id = ${familyId}`),
  }
}

/**
 * From the audit log of staff's changes. None that an account has now: neither the current one, nor one that somebody else
 * has signed up with since, which is theirs.
 */
async function earlierEmails(db: Queryable, id: string): Promise<string[]> {
  const found = await rows<{ email: string }>(
    db,
    sql`select distinct lower(l.detail -> 'before' ->> 'email') as email from audit_log l
      where l.table_name = 'profiles' and l.row_id = ${id} and l.detail -> 'before' ->> 'email' like '%@%'
        and not exists (select from accounts a where a.email = lower(l.detail -> 'before' ->> 'email'))`,
  )
  return found.map((row) => row.email)
}

/**
 * Mails (alias `t`) to one of the family's emails, except from a time when the email was another account's. Until
 * `send_after` a mail follows its recipient to a new email.
 */
export const mailsTo = ({ id, emails }: Pick<Family, 'id' | 'emails'>): Sql =>
  sql`lower(t.to_email) = any(${emails}::text[])
    and not ${wasOfAnother(id, sql`lower(t.to_email)`, sql`coalesce(t.send_after, t.created_at)`)}`

/** Whether another account had the email at that time: the audit log shows when it got it and gave it up. */
export const wasOfAnother = (id: string, email: Sql, at: Sql): Sql => sql`exists (
  select from audit_log lost join accounts a on a.id::text = lost.row_id
  where lost.table_name = 'profiles' and lost.row_id <> ${id} and lost.at >= ${at}
    and lower(lost.detail -> 'before' ->> 'email') = ${email}
    and coalesce((select max(got.at) from audit_log got
      where got.table_name = 'profiles' and got.row_id = lost.row_id and got.at < lost.at
        and lower(got.detail -> 'after' ->> 'email') = ${email}), a.created_at) <= ${at})`

/** The ids under which the audit log records changes to the family. */
export const auditedRows = ({ id, childIds, submissionIds, paymentIds }: Family): string[] => [
  id,
  ...childIds,
  ...submissionIds,
  ...paymentIds,
]
