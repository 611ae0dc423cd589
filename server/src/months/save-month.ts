import { monthIndexOf } from '@aftercare/domain/lib/days'
import { toCents } from '@aftercare/domain/lib/money'
import { closedByChange, reinstatedByChange } from '@aftercare/domain/months/cancelled-days'
import type { monthSaveSchema } from '@aftercare/domain/months/month-schemas'
import { dateInMonth, monthLabel, normaliseMonthDays } from '@aftercare/domain/months/months'
import type { FeeChoice } from '@aftercare/domain/pricing/credits'
import { pricesLabel, pricesToPublish, typePriceCents } from '@aftercare/domain/pricing/fees'
import type { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import { acquireAdvisoryLock } from '../db/advisory-lock'
import type { Tx } from '../db/client'
import type { MonthRow } from '../db/tables'
import { AppError, staleVersion } from '../errors'
import { centsToDollars } from '../http/cents-to-dollars'
import type { Services, Viewer } from '../http/context'
import { cancelledColumns, type DayChanges, settleFees } from './cancel-days'
import { changedDays, changedPrices, changedSeats } from './month-changes'
import { calendarOf, serializeMonth } from './month-row'
import { countSubmissionsOf, countTakenByDay, getMonthForUpdate, updateMonth } from './months.admin.queries'
import { notifyOpenedSeats } from './opened-seats.queries'
import {
  findCurrentPrices,
  findShownPrices,
  pricesOf,
  type StoredPrices,
  touchPrices,
} from './prices.queries'

type MonthSave = z.output<typeof monthSaveSchema>

export async function saveMonth(tx: Tx, id: string, sent: MonthSave, services: Services, viewer: Viewer) {
  // Before the month, like saving prices: both lock in the same order.
  if (sent.is_active) await acquireAdvisoryLock(tx, 'prices')
  const before = await getMonthForUpdate(tx, id)
  const submission_count = await countSubmissionsOf(tx, id)
  if (before.version !== sent.version) throw staleVersion({ ...serializeMonth(before), submission_count })
  const isPublishing = sent.is_active === true && !before.is_active
  const shownPrices = await findShownPrices(tx)
  const days = daysToStore(before, sent)
  const changes = await cancellationsOf(tx, before, days, sent.fees)
  const after = await updateMonth(tx, id, {
    ...days,
    ...cancelledColumns(before, changes),
    ...seatsToStore(before, sent),
    ...(isPublishing && (await pricesOnPublishing(tx, before, sent.publish_prices))),
    is_active: sent.is_active ?? before.is_active,
    updated_at: services.clock.now().toISOString(),
  })
  await recordAudit(tx, services.clock, viewer, {
    action: saveAction(before, after),
    table: 'months',
    rowId: id,
    detail: {
      ...changedDays(before, after),
      ...changedSeats(before, after),
      ...changedPrices(before, after),
    },
  })
  await settleFees(tx, before, changes, sent, services, viewer)
  await notifyOpenedSeats(tx, before, services)
  await touchPrices(tx, shownPrices, services.clock.now().toISOString())
  return { ...serializeMonth(after), submission_count }
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
  fees: FeeChoice | undefined,
): Promise<DayChanges> {
  const [before, after] = [calendarOf(month), calendarOf({ ...month, ...days })]
  const closed = fees === undefined ? [] : closedByChange(before, after)
  const booked = closed.length === 0 ? {} : await countTakenByDay(tx, month.id)
  return {
    cancelled: closed.filter((n) => String(n) in booked),
    reinstated: reinstatedByChange(month.cancelled_days, after),
  }
}

/** Omitted values stay; an unknown day is an error. */
function seatsToStore(month: MonthRow, sent: MonthSave) {
  const { seats = month.seats, day_seats = month.day_seats } = sent
  const unknownDay = Object.keys(day_seats).find((n) => dateInMonth(calendarOf(month), Number(n)) === null)
  if (unknownDay !== undefined) {
    throw new AppError('invalid', {}, { day_seats: `${monthLabel(month)} has no day ${unknownDay}.` })
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
    undefined,
    undefined,
    {
      regular_price: centsToDollars(typePriceCents(current, 'regular')),
      special_price: centsToDollars(typePriceCents(current, 'noon')),
    },
  )
}

const saveAction = (before: MonthRow, after: MonthRow) => {
  if (before.is_active === after.is_active) return 'months.save'
  return after.is_active ? 'months.publish' : 'months.move-to-draft'
}
