import { daysToWriteAbout } from '@aftercare/domain/family-messages/family-messages'
import { monthIndexOf } from '@aftercare/domain/lib/days'
import { toCents } from '@aftercare/domain/lib/money'
import { closedByChange, reinstatedByChange } from '@aftercare/domain/months/cancelled-days'
import type { monthSaveSchema } from '@aftercare/domain/months/month-schemas'
import { dateInMonth, monthLabel, normaliseMonthDays } from '@aftercare/domain/months/months'
import { pricesLabel, pricesToPublish, typePriceCents } from '@aftercare/domain/pricing/fees'
import type { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import { lockOwnAccount } from '../auth/lock-account'
import { cancelledColumns, settleFees } from '../cancelled-days/cancel-days'
import type { DayChanges } from '../cancelled-days/day-fees'
import { declineRequests } from '../cancelled-days/decline-requests'
import { acquireAdvisoryLock } from '../db/advisory-lock'
import type { Tx } from '../db/client'
import type { MonthRow } from '../db/tables'
import { AppError, staleVersion } from '../errors'
import { lockMessages, writeToFamilies } from '../family-messages/send-message'
import { centsToDollars } from '../http/cents-to-dollars'
import type { Services, Viewer } from '../http/context'
import { changedDays, changedPrices, changedSeats } from '../months/month-changes'
import { calendarOf, serializeMonth } from '../months/month-row'
import {
  countSubmissionsOf,
  countTakenByDay,
  getMonthForUpdate,
  updateMonth,
} from '../months/months.admin.queries'
import {
  findCurrentPrices,
  findShownPrices,
  pricesOf,
  type StoredPrices,
  touchPrices,
} from '../months/prices.queries'
import { notifyOpenedSeats } from '../seat-watches/opened-seats.queries'

type MonthSave = z.output<typeof monthSaveSchema>

/** Saves a month, and writes to the families of the days that this cancels, if staff say so: both or neither. */
export async function saveMonth(
  tx: Tx,
  id: string,
  sent: MonthSave & { sentBy: string },
  services: Services,
  viewer: Viewer,
) {
  // Before the month, like saving prices: both lock in the same order.
  if (sent.is_active) await acquireAdvisoryLock(tx, 'prices')
  if (sent.message) await lockMessages(tx)
  const before = await getMonthForUpdate(tx, id)
  const submission_count = await countSubmissionsOf(tx, id)
  if (before.version !== sent.version) throw staleVersion({ ...serializeMonth(before), submission_count })
  if (sent.message) await lockOwnAccount(tx, sent.sentBy)
  const isPublishing = sent.is_active === true && !before.is_active
  const shownPrices = await findShownPrices(tx)
  const days = daysToStore(before, sent)
  const changes = await cancellationsOf(tx, before, days, sent)
  // First, so that the month is stored with the seats as they are then. Without a message nobody is told, so they wait on.
  if (sent.message) await declineRequests(tx, before, changes, { services, viewer })
  const after = await updateMonth(tx, id, {
    ...days,
    ...cancelledColumns(before, changes),
    ...seatsToStore(before, sent),
    ...(isPublishing && (await pricesOnPublishing(tx, before, sent.publish_prices))),
    is_active: sent.is_active ?? before.is_active,
    updated_at: services.clock.now().toISOString(),
  })
  await recordAudit(tx, { services, viewer }, saveAction(before, after), 'months', id, {
    ...changedDays(before, after),
    ...changedSeats(before, after),
    ...changedPrices(before, after),
  })
  await settleFees(tx, before, changes, sent, { services, viewer })
  await notifyOpenedSeats(tx, before, services)
  await touchPrices(tx, shownPrices, services.clock.now().toISOString())
  const families = await writeAbout(tx, before, changes.cancelled, sent, services, viewer)
  return { ...serializeMonth(after), submission_count, families }
}

/** How many families were written to. Nobody, if no day that is ahead was cancelled or nobody can be reached. */
async function writeAbout(
  tx: Tx,
  month: MonthRow,
  cancelled: readonly number[],
  { message, fees, sentBy }: MonthSave & { sentBy: string },
  services: Services,
  viewer: Viewer,
): Promise<number> {
  if (!message || !fees) return 0
  const dates = cancelled.flatMap((n) => dateInMonth(calendarOf(month), n) ?? [])
  const days = daysToWriteAbout(dates, services.clock.today())
  const sent = await writeToFamilies(
    tx,
    { ...message, days, cancelled: true, fees, sentBy },
    services,
    viewer,
  )
  return sent?.families ?? 0
}

/** A month with an unrecognised name has no calendar and keeps its days. */
function daysToStore(month: MonthRow, sent: MonthSave) {
  const { day_types, special_days, closed_days } = month
  if (monthIndexOf(month.month_name) === null) return { day_types, special_days, closed_days }
  const days = normaliseMonthDays({
    monthName: month.month_name,
    year: month.year,
    dayTypes: { ...day_types, ...sent.day_types },
    specialDays: special_days,
    closedDays: sent.closed_days,
  })
  return { day_types: days.dayTypes, special_days: days.specialDays, closed_days: days.closedDays }
}

/** Days that lose their aftercare are cancelled if children are booked and staff chose what happens to the fees. */
async function cancellationsOf(
  tx: Tx,
  month: MonthRow,
  days: ReturnType<typeof daysToStore>,
  { fees, nobody_booked }: MonthSave,
): Promise<DayChanges> {
  const [before, after] = [calendarOf(month), calendarOf({ ...month, ...days })]
  const closed = fees || nobody_booked ? closedByChange(before, after) : []
  const booked = closed.length === 0 ? {} : await countTakenByDay(tx, month.id)
  const cancelled = closed.filter((n) => String(n) in booked)
  if (!fees && cancelled.length > 0) throw new AppError('booked-meanwhile', { days: cancelled })
  return {
    cancelled,
    reinstated: reinstatedByChange(month.cancelled_days, after),
  }
}

/** Omitted values stay; an unknown day is an error. */
function seatsToStore(month: MonthRow, sent: MonthSave) {
  const { seats = month.seats, day_seats = month.day_seats } = sent
  const unknownDay = Object.keys(day_seats).find((n) => dateInMonth(calendarOf(month), Number(n)) === null)
  if (unknownDay !== undefined) {
    throw new AppError(
      'invalid',
      {},
      { fields: { day_seats: `${monthLabel(month)} has no day ${unknownDay}.` } },
    )
  }
  return { seats, day_seats }
}

/** The prices of a draft on publishing. The caller has locked the prices, so they cannot change meanwhile. */
async function pricesOnPublishing(
  tx: Tx,
  month: MonthRow,
  sent: MonthSave['publish_prices'],
): Promise<StoredPrices> {
  const current = pricesOf(await findCurrentPrices(tx))
  const seen = sent && {
    regularPriceCents: toCents(sent.seen.regular_price),
    specialPriceCents: toCents(sent.seen.special_price),
  }
  const prices = pricesToPublish(calendarOf(month), current, sent && seen && { use: sent.use, seen })
  if (prices) {
    return {
      regular_price_cents: prices.regularPriceCents,
      special_price_cents: prices.specialPriceCents,
    }
  }
  throw new AppError(
    'prices-differ',
    { month: monthLabel(month), own: pricesLabel(calendarOf(month)), current: pricesLabel(current) },
    {
      stored: {
        regular_price: centsToDollars(typePriceCents(current, 'regular')),
        special_price: centsToDollars(typePriceCents(current, 'noon')),
      },
    },
  )
}

const saveAction = (before: MonthRow, after: MonthRow) => {
  if (before.is_active === after.is_active) return 'months.save'
  return after.is_active ? 'months.publish' : 'months.move-to-draft'
}
