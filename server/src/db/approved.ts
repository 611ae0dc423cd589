import { type Sql, sql } from './sql'

/** Conditions on `submissions s`. Fees need none: until a drop-in is approved its fee is 0. */

/** Care that is expected: not a drop-in that waits for approval or was declined. */
export const isApproved: Sql = sql`s.status not in ('waiting', 'declined')`

/** It has its days, and their seats: not a drop-in that was declined. */
export const holdsItsDays: Sql = sql`s.status <> 'declined'`
