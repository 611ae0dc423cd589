import { randomUUID } from 'node:crypto'
import { hasVerifiedEmail } from '@aftercare/domain/guest-claims/guest-claims'
import type { Queryable } from '../db/client'
import { hasRow, maybeOne, rows, type Sql, sql } from '../db/sql'
import type { AccountRow } from '../db/tables'

/** Everything that identifies a family's rows. */
export type Family = {
  /** The account. */
  id: string
  /** Whose children, submissions and payments these are: the first adult's. */
  familyId: string
  /** The account's email, and former ones that are nobody else's now. */
  emails: string[]
  /** The account's email if it is confirmed: what was sent with it as a guest is theirs. */
  guestKey: string | null
  /** A guest's email: staff may have given what was sent with it to a family. */
  withoutAccount: string | null
  /** Including drop-ins that were deleted or withdrawn: mails still refer to them. */
  submissionIds: string[]
  /** Those sent as a guest. */
  guestSubmissionIds: string[]
}

type Account = Pick<AccountRow, 'email' | 'email_verified_at' | 'email_set_by_staff_at'> & {
  former: string[]
}

/** Without `familyId` only what the account has by itself: nothing of a family that it joined. */
export async function findFamily(db: Queryable, id: string, familyId = id): Promise<Family | null> {
  const account = await maybeOne<Account>(
    db,
    sql`select email, email_verified_at, email_set_by_staff_at, array(select former from unnest(former_emails) as former
        where not exists (select from accounts a where a.email = former)) as former
      from accounts where id = ${id} and disabled_at is null`,
  )
  if (!account) return null
  const isOwn = hasVerifiedEmail({
    email: account.email,
    emailVerifiedAt: account.email_verified_at,
    emailSetByStaffAt: account.email_set_by_staff_at,
  })
  const guestKey = isOwn ? account.email : null
  return {
    id,
    familyId,
    emails: [account.email, ...account.former],
    guestKey,
    withoutAccount: null,
    ...(await listSubmissions(db, familyId, guestKey)),
  }
}

/** What belongs to a guest alone. The id is nobody's: it names the guest in rows that must keep a name. */
export async function findGuest(db: Queryable, email: string): Promise<Family> {
  const id = randomUUID()
  const isAccounts = await hasRow(db, sql`select from accounts where email = ${email}`)
  return {
    id,
    familyId: id,
    emails: isAccounts ? [] : [email],
    guestKey: email,
    withoutAccount: email,
    ...(await listSubmissions(db, id, email)),
  }
}

async function listSubmissions(db: Queryable, familyId: string, guestKey: string | null) {
  const submissions = await rows<{ id: string; is_guests: boolean; is_removed: boolean }>(
    db,
    sql`select id, parent_id is null as is_guests, false as is_removed from submissions
        where parent_id = ${familyId} or parent_id is null and guest_key(guest_parent_email) = ${guestKey}
      union all
      select row_id::uuid, family_id is null, true from audit_log
        where table_name = 'submissions' and action in ('submission.remove', 'submission.withdraw')
          and (family_id = ${familyId} or guest_key = ${guestKey})`,
  )
  return {
    submissionIds: submissions.map(({ id }) => id),
    guestSubmissionIds: submissions
      .filter(({ is_guests, is_removed }) => is_guests && !is_removed)
      .map(({ id }) => id),
  }
}

/** Mails (alias `t`) to the account, and to its email from before any account had it: sent to a guest. */
export const mailsTo = ({ id, emails }: Pick<Family, 'id' | 'emails'>): Sql =>
  sql`(t.account_id = ${id} or t.account_id is null and t.event is null and lower(t.to_email) = any(${emails}::text[]))`
