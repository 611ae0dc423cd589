import { DERIVED_STATUSES, type DerivedStatus } from '@aftercare/domain/submissions/submissions'
import { constant, type Sql, sql } from '../db/sql'

/** The domain's derived status in SQL, by its place in the list, so that lists can filter and sort by it with an index. */
export const derivedStatusRank = sql`derived_status(s.total_fee, s.paid_amount, s.billed_status, s.status)`

/** A constant: of a parameter a generic plan expects a fifth of all rows, and would scan the table. */
export const hasDerivedStatus = (status: DerivedStatus): Sql =>
  sql`${derivedStatusRank} = ${constant(DERIVED_STATUSES.indexOf(status))}`

const has = (status: DerivedStatus): Sql =>
  sql`exists (select from submissions s where ${hasDerivedStatus(status)})`

/** Whether there are any; the filter offers them only then. */
export const hasRareStatuses = sql`${has('cancelled')} as has_cancelled, ${has('waiting')} as has_waiting,
  ${has('declined')} as has_declined`
