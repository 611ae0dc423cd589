import { cancelError } from '@aftercare/domain/family-messages/family-messages'
import { type Day, getDayParts } from '@aftercare/domain/lib/days'
import { retypeDay } from '@aftercare/domain/months/month-editing'
import { dayType, normaliseMonthDays } from '@aftercare/domain/months/months'
import { recordAudit } from '../audit/audit.queries'
import type { Tx } from '../db/client'
import type { MonthRow } from '../db/tables'
import { AppError } from '../errors'
import type { Services, Viewer } from '../http/context'
import { changedDays } from '../months/month-changes'
import { calendarOf, serializeMonth } from '../months/month-row'
import { countSubmissionsOf, findMonthForUpdate, updateMonth } from '../months/months.admin.queries'
import { findMonthOf } from '../months/months.queries'

/**
 * Makes a day unavailable and returns its month. Submissions and fees stay as they are; no seat opens, so nobody is
 * notified. A day that is already unavailable stays unchanged.
 */
export async function cancelDay(tx: Tx, day: Day, { clock }: Pick<Services, 'clock'>, viewer: Viewer) {
  const found = await findMonthOf(tx, day)
  const before = found && (await findMonthForUpdate(tx, found.id))
  const reason = cancelError(day, clock.today(), before !== null)
  if (reason !== null || !before)
    throw new AppError('not-cancellable', { reason: reason ?? '' }, { cancelled: reason ?? '' })
  const after = await store(tx, before, getDayParts(day).dayOfMonth, clock.now())
  if (after !== before) {
    await recordAudit(tx, clock, viewer, {
      action: 'months.cancel-day',
      table: 'months',
      rowId: before.id,
      detail: { day, ...changedDays(before, after) },
    })
  }
  return { ...serializeMonth(after), submission_count: await countSubmissionsOf(tx, before.id) }
}

async function store(tx: Tx, before: MonthRow, n: number, now: Date): Promise<MonthRow> {
  const calendar = calendarOf(before)
  if (dayType(calendar, n) === 'unavailable') return before
  const { dayTypes, specialDays, closedDays } = normaliseMonthDays(retypeDay(calendar, n, 'unavailable'))
  return updateMonth(tx, before.id, {
    day_types: dayTypes,
    special_days: specialDays,
    closed_days: closedDays,
    seats: before.seats,
    day_seats: before.day_seats,
    is_active: before.is_active,
    updated_at: now.toISOString(),
  })
}
