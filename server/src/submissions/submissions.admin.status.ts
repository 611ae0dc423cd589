import type { DerivedStatus } from '@aftercare/domain/submissions/submissions'
import { type Sql, sql } from '../db/sql'

/** From submitted to paid: the order of the filter, and the numbers that the database's function gives. */
const RANKED: readonly DerivedStatus[] = ['submitted', 'billed', 'partial', 'paid']

/** The domain's derived status, said in SQL so that lists can filter and sort by it; an index is in this order. */
export const derivedStatusRank = sql`derived_status(s.total_fee, s.paid_amount, s.billed_status)`

export const hasDerivedStatus = (status: DerivedStatus): Sql =>
  sql`${derivedStatusRank} = ${RANKED.indexOf(status)}`
