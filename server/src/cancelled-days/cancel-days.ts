import { formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import { changeCancelledDays } from '@aftercare/domain/months/cancelled-days'
import { retypeDay } from '@aftercare/domain/months/month-editing'
import { dateInMonth, type MonthCalendar, normaliseMonthDays } from '@aftercare/domain/months/months'
import type { CreditChoice, FeeChoice } from '@aftercare/domain/pricing/credits'
import { type AuditedBy, recordAudit } from '../audit/audit.queries'
import type { Tx } from '../db/client'
import type { MonthRow } from '../db/tables'
import type { DecidedBy } from '../drop-ins/decide-drop-in'
import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { calendarOf } from '../months/month-row'
import { updateMonth } from '../months/months.admin.queries'
import { notifyOpenedSeats } from '../seat-watches/opened-seats.queries'
import { releaseWaitingEdits } from '../submissions/submission-events'
import { changeDayFees, type DayChanges, lockDayFees } from './day-fees'
import { declineRequests } from './decline-requests'

/** The columns of a month with these days cancelled, or taking place after all. */
export function cancelledColumns(before: MonthRow, changes: DayChanges) {
  const { cancelledDays, typesBefore } = changeCancelledDays(
    { cancelledDays: before.cancelled_days, typesBefore: before.cancelled_day_types },
    calendarOf(before),
    changes,
  )
  return { cancelled_days: [...cancelledDays], cancelled_day_types: { ...typesBefore } }
}

/**
 * Credits the cancelled days and undoes or leaves the credits of the others, as staff chose, and records both. Mails about
 * edits that wait go now: they tell what was before. `before` is the locked month.
 */
export async function settleFees(
  tx: Tx,
  before: MonthRow,
  { cancelled, reinstated }: DayChanges,
  { fees, credits }: { fees?: FeeChoice; credits?: CreditChoice },
  by: AuditedBy,
): Promise<void> {
  const record = (action: string, n: number, detail: object) =>
    recordAudit(tx, by, action, 'months', before.id, { day: dateInMonth(calendarOf(before), n), ...detail })
  const days = [...cancelled, ...reinstated]
  if (days.length > 1) await lockDayFees(tx, before, days)
  for (const n of cancelled) {
    await record('months.cancel-day', n, { fees })
    if (fees === 'credit') await changeDayFees(tx, before, { kind: 'credit', n }, by)
  }
  for (const n of reinstated) {
    await record('months.reinstate-day', n, { credits })
    const kind = credits === 'undo' ? 'undo-credit' : 'leave-credit'
    await changeDayFees(tx, before, { kind, n }, by)
  }
  // After the submissions, as whoever erases a family locks them too.
  if (days.length > 0) await releaseWaitingEdits(tx, before.id, days, by.services.clock.now())
}

/** Makes a day unavailable and cancelled. No seat opens, so nobody is notified. The caller has locked the month. */
export async function cancelDay(
  tx: Tx,
  before: MonthRow,
  n: number,
  fees: FeeChoice,
  by: DecidedBy,
): Promise<MonthRow> {
  const changes = { cancelled: [n], reinstated: [] }
  await declineRequests(tx, before, changes, by)
  const after = await store(tx, before, retypeDay(calendarOf(before), n, 'unavailable'), changes, by)
  await settleFees(tx, before, changes, { fees }, by)
  return after
}

/** A cancelled day takes place after all, with the type it had. Seats never stand in the way. */
export async function reinstateDay(
  tx: Tx,
  before: MonthRow,
  n: number,
  credits: CreditChoice,
  by: Pick<AppContext['var'], 'services' | 'viewer'>,
): Promise<MonthRow> {
  const type = before.cancelled_day_types[String(n)]
  if (type === undefined) throw new AppError('not-cancelled', { day: dayName(before, n) })
  const changes = { cancelled: [], reinstated: [n] }
  const after = await store(tx, before, retypeDay(calendarOf(before), n, type), changes, by)
  await settleFees(tx, before, changes, { credits }, by)
  await notifyOpenedSeats(tx, before, by.services)
  return after
}

function dayName(month: MonthRow, n: number): string {
  const day = dateInMonth(calendarOf(month), n)
  return day === null ? `Day ${n} of ${month.month_name}` : formatWeekdayDate(day)
}

function store(
  tx: Tx,
  before: MonthRow,
  calendar: MonthCalendar,
  changes: DayChanges,
  { services: { clock } }: AuditedBy,
): Promise<MonthRow> {
  const { dayTypes, specialDays, closedDays } = normaliseMonthDays(calendar)
  return updateMonth(tx, before.id, {
    day_types: dayTypes,
    special_days: specialDays,
    closed_days: closedDays,
    ...cancelledColumns(before, changes),
    seats: before.seats,
    day_seats: before.day_seats,
    is_active: before.is_active,
    updated_at: clock.now().toISOString(),
  })
}
