import type { Day } from '@aftercare/domain/lib/days'
import { dateInMonth } from '@aftercare/domain/months/months'
import type { Tx } from '../db/client'
import { rows, sql } from '../db/sql'
import type { MonthRow } from '../db/tables'
import { type DecidedBy, storeDecision } from '../drop-ins/decide-drop-in'
import { calendarOf } from '../months/month-row'
import { lockSubmission } from '../submissions/submissions.queries'
import { type DayChanges, lockDayFees } from './day-fees'

/**
 * Declines the drop-in requests that wait for a day that is being cancelled by a message: their families are mailed why,
 * and do not wait for an answer that can only be no. No seat opens, because nobody can choose the day. The caller has
 * locked the month.
 */
export async function declineRequests(
  tx: Tx,
  month: MonthRow,
  { cancelled, reinstated }: DayChanges,
  by: DecidedBy,
): Promise<void> {
  const today = by.services.clock.today()
  const days = cancelled.flatMap((n) => dateInMonth(calendarOf(month), n) ?? []).filter((day) => day >= today)
  const waiting = await listWaiting(tx, days)
  if (waiting.length === 0) return
  // All that these days and the fees concern, in the order of all who lock several.
  await lockDayFees(tx, month, [...cancelled, ...reinstated])
  for (const id of waiting) {
    const dropIn = await lockSubmission(tx, id)
    if (dropIn) await storeDecision(tx, by, dropIn, 'decline', { message: null, isDayCancelled: true })
  }
}

async function listWaiting(tx: Tx, days: readonly Day[]): Promise<string[]> {
  const found = await rows<{ id: string }>(
    tx,
    sql`select id from submissions where status = 'waiting' and dropin_date = any(${days}::date[]) order by id`,
  )
  return found.map(({ id }) => id)
}
