import type { DerivedStatus } from '@aftercare/domain/submissions'
import { type SQL, sql } from 'drizzle-orm'
import { submissions } from '../db/schema'

/**
 * The domain's derived status, said in SQL so that lists can filter and sort by it. All but "paid" name
 * `paid_amount < total_fee`, which the index of unpaid submissions needs to see.
 */
const paid = sql`${submissions.paid_amount_cents} >= ${submissions.total_fee_cents}`
const unpaid = sql`${submissions.paid_amount_cents} < ${submissions.total_fee_cents}`
const nothingPaid = sql`${submissions.paid_amount_cents} <= 0`
const billed = sql`${submissions.billed_status} = 'billed'`

const CONDITIONS: Record<DerivedStatus, SQL> = {
  paid,
  partial: sql`(${unpaid} and not ${nothingPaid})`,
  billed: sql`(${unpaid} and ${nothingPaid} and ${billed})`,
  submitted: sql`(${unpaid} and ${nothingPaid} and not ${billed})`,
}

export const hasDerivedStatus = (status: DerivedStatus): SQL => CONDITIONS[status]

/** From submitted to paid: the order of the filter. */
export const derivedStatusRank = sql<number>`(case when ${paid} then 3 when not ${nothingPaid} then 2
  when ${billed} then 1 else 0 end)`
