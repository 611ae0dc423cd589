import type { DerivedStatus } from '@aftercare/domain/submissions/submissions'
import { type Sql, sql } from '../db/sql'

/** In the order of the filter, and of the numbers that the database's function returns. */
const RANKED: readonly DerivedStatus[] = ['submitted', 'billed', 'partial', 'paid']

/** The domain's derived status in SQL, so that lists can filter and sort by it with an index. */
export const derivedStatusRank = sql`derived_status(s.total_fee, s.paid_amount, s.billed_status)`

export const hasDerivedStatus = (status: DerivedStatus): Sql =>
  sql`${derivedStatusRank} = ${RANKED.indexOf(status)}`
