import { guestLinkExpiry } from '@aftercare/domain/guest-claims/guest-claims'
import { isGuestInFamily } from '../db/adults'
import { cancelledDaysOf } from '../db/cancelled-days'
import type { Queryable } from '../db/client'
import { cents, maybeOne, sql } from '../db/sql'
import type { MonthRow, SubmissionRow } from '../db/tables'
import { hashSecret, newSecret } from '../secrets'

/**
 * Creates a private link's secret; only its hash is stored. A submission may have several links, such as after a resent
 * email. Null if the submission is gone, or belongs to a family that the guest is not an adult of.
 */
export async function createGuestLink(
  db: Queryable,
  submissionId: string,
  now: Date,
): Promise<string | null> {
  const secret = newSecret()
  const made = await maybeOne(
    db,
    sql`insert into guest_links (id, submission_id, created_at, expires_at)
      select ${hashSecret(secret)}, id, ${now.toISOString()}, ${guestLinkExpiry(now).toISOString()}
      from submissions s where id = ${submissionId} and (parent_id is null or ${isGuestInFamily}) returning id`,
  )
  return made === null ? null : secret
}

export type LinkedSubmission = Pick<
  SubmissionRow,
  | 'id'
  | 'selected_days'
  | 'total_fee_cents'
  | 'day_prices'
  | 'dropin_date'
  | 'dismissal_type'
  | 'billed_status'
  | 'agreed_at'
  | 'cancellation'
  | 'cancel_request'
  | 'status'
  | 'approval'
> &
  Partial<Pick<MonthRow, 'month_name' | 'year'>> & { cancelled_days: number[]; is_claimed: boolean }

/**
 * Days, fee and agreement, without anything that identifies the family. What staff linked is not claimed: whoever typed
 * the email of a family must not learn that it is known.
 */
export const findLinked = (db: Queryable, secret: string, now: Date) =>
  maybeOne<LinkedSubmission>(
    db,
    sql`select s.id, s.cancellation, s.cancel_request, s.status, s.approval, s.selected_days, ${cents('s.total_fee')} as total_fee_cents, s.day_prices, s.dropin_date, s.dismissal_type, s.billed_status, s.agreed_at, m.month_name, m.year, ${cancelledDaysOf} as cancelled_days, s.parent_id is not null and s.is_same_child is not true as is_claimed
      from guest_links l join submissions s on s.id = l.submission_id left join months m on m.id = s.month_id
      where l.id = ${hashSecret(secret)} and l.expires_at > ${now.toISOString()}`,
  )
