import type { Day } from '@aftercare/domain/lib/days'
import type { Queryable, Tx } from '../db/client'
import { familyTransaction } from '../db/family-transaction'
import { maybeOne, sql } from '../db/sql'
import type { AppContext } from '../http/context'
import { type Shows, withIdempotency } from '../http/idempotency'
import { callerOf } from '../http/semaphore'
import { isMonthOf } from './months.queries'

/** Which month a request will lock: by its id, by one of its days, or as the month of a submission. */
type MonthOf = { monthId: string } | { day: Day } | { submissionId: string }

/**
 * An idempotent family transaction that locks a month. All of a month wait for its row, so at most six of them have a connection;
 * the others queue here, before they take one. Otherwise, in the opening minute, they would occupy every connection of
 * the pool, and everybody else would wait with them.
 */
export async function monthTransaction<T>(
  c: AppContext,
  of: MonthOf,
  request: unknown,
  work: (tx: Tx, shows: Shows) => Promise<T>,
): Promise<T> {
  const { db, monthSemaphore } = c.var.services
  const monthId = 'monthId' in of ? of.monthId.toLowerCase() : await findMonthId(db, of)
  const run = () => familyTransaction(c, (tx) => withIdempotency(c, tx, request, (shows) => work(tx, shows)))
  // Without a month there is no row to wait for.
  return monthId === null ? run() : monthSemaphore(monthId, run, callerOf(c))
}

async function findMonthId(db: Queryable, of: Exclude<MonthOf, { monthId: string }>): Promise<string | null> {
  const month = await maybeOne<{ id: string | null }>(
    db,
    'day' in of
      ? sql`select id from months where ${isMonthOf(of.day)}`
      : // A drop-in's is the month of its day.
        sql`select coalesce(s.month_id, m.id) as id from submissions s
          left join months m on m.first_day = date_trunc('month', s.dropin_date)::date where s.id = ${of.submissionId}`,
  )
  return month?.id ?? null
}
