import { familiesOf } from '@aftercare/domain/family-messages/family-messages'
import { type Day, getDayParts } from '@aftercare/domain/lib/days'
import { sumCents } from '@aftercare/domain/lib/money'
import { dateInMonth } from '@aftercare/domain/months/months'
import { creditDay, type FeeChange, leaveCredit, undoCredit } from '@aftercare/domain/pricing/credits'
import { type BookedDays, bookedDaysOf, dayPricesToDollars } from '@aftercare/domain/pricing/day-prices'
import { dayPriceCents } from '@aftercare/domain/pricing/fees'
import { type Cancellation, restorableDaysOf } from '@aftercare/domain/submissions/cancellations'
import {
  type EditHistoryEntry,
  feeChangeEntry,
  readEditHistory,
} from '@aftercare/domain/submissions/submissions'
import { type AuditedBy, recordAuditEntries } from '../audit/audit.queries'
import { holdsItsDays, isApproved } from '../db/approved'
import type { Queryable, Tx } from '../db/client'
import { cents, execute, money, rows, type Sql, sql, toJson } from '../db/sql'
import type { MonthRow, SubmissionRow } from '../db/tables'
import { centsToDollars } from '../http/cents-to-dollars'
import { calendarOf } from '../months/month-row'

export type DayChanges = { cancelled: readonly number[]; reinstated: readonly number[] }

/** The ids of the registrations and drop-ins of these days of the month. */
const bookedOn = (monthId: string, days: readonly Day[], which = isApproved): Sql =>
  sql`select id from submissions where month_id = ${monthId} and selected_days && ${days.map(dayOfMonth)}::int[]
    union all select s.id from submissions s where s.dropin_date = any(${days}::date[]) and ${which}`

/** The ids of the cancelled registrations that would come back with one of these days. */
const cancelledWith = (monthId: string, days: readonly Day[]): Sql =>
  sql`select id from submissions where month_id = ${monthId} and cancellation is not null and exists (
    select from unnest(${days.map(dayOfMonth)}::int[]) as n where cancellation -> 'selected_days' @> to_jsonb(n))`

const dayOfMonth = (day: Day): number => getDayParts(day).dayOfMonth

const datesOf = (month: MonthRow, days: readonly number[]): Day[] =>
  days.flatMap((n) => dateInMonth(calendarOf(month), n) ?? [])

/** Everything that changes with these days, by ascending id: later changes, a day at a time, find it locked. */
export async function lockDayFees(tx: Tx, month: MonthRow, days: readonly number[]): Promise<void> {
  await lockFees(tx, month, datesOf(month, days), holdsItsDays)
}

/**
 * The ids are found first; the month's lock keeps them. With the subqueries in the locking statement PostgreSQL would
 * leave out a row that another transaction, such as billing, is just changing.
 */
async function lockFees(
  tx: Tx,
  { id }: MonthRow,
  days: readonly Day[],
  which = isApproved,
): Promise<PricedRow[]> {
  const found = await rows<{ id: string }>(
    tx,
    sql`${bookedOn(id, days, which)} union all ${cancelledWith(id, days)}`,
  )
  const ids = found.map((row) => row.id)
  return rows<PricedRow>(
    tx,
    sql`select ${priceColumns} from submissions s where s.id = any(${ids}::uuid[]) order by s.id for update`,
  )
}

const priceColumns = sql`s.id, s.selected_days, ${cents('s.total_fee')} as total_fee_cents, s.day_prices, s.credits,
  s.edit_history, s.cancellation`

type PricedRow = Pick<
  SubmissionRow,
  'id' | 'selected_days' | 'total_fee_cents' | 'day_prices' | 'credits' | 'edit_history' | 'cancellation'
>

/** The days that its own fee is for; null for a cancelled registration without the day, or whose whole fee was kept. */
const chargedDaysOf = (row: PricedRow, n: number): BookedDays | null =>
  row.cancellation && (row.cancellation.fee === 'keep' || !row.selected_days.includes(n))
    ? null
    : bookedDaysOf(row, row.total_fee_cents)

type Change = { kind: 'credit' | 'undo-credit' | 'leave-credit'; n: number }

function changeOf({ kind, n }: Change, month: MonthRow, booked: BookedDays): FeeChange | null {
  if (kind === 'credit') return creditDay(booked, n, dayPriceCents(calendarOf(month), n))
  return kind === 'undo-credit' ? undoCredit(booked, n) : leaveCredit(booked, n)
}

const differenceOf = (change: Change, month: MonthRow, charged: BookedDays | null): number =>
  (charged && changeOf(change, month, charged)?.differenceCents) ?? 0

/**
 * Credits a day to everybody who has it, undoes that, or leaves it for good, which changes no fee. Of a cancelled
 * registration what it would come back with changes, and its fee only if it kept the day. The caller has locked the
 * month, as it was before, and with several days all their submissions.
 */
export async function changeDayFees(tx: Tx, month: MonthRow, change: Change, by: AuditedBy): Promise<void> {
  const day = dateInMonth(calendarOf(month), change.n)
  if (day === null) return
  const found = await lockFees(tx, month, [day])
  const at = by.services.clock.now().toISOString()
  const changed = found.flatMap((row) => {
    const before = restorableDaysOf(row, row.total_fee_cents)
    const fee = changeOf(change, month, before)
    const charged = chargedDaysOf(row, change.n)
    return fee ? [{ row, before, fee, own: charged && changeOf(change, month, charged) }] : []
  })
  await storeFees(
    tx,
    changed.map(({ row, before, fee, own }) => {
      const entries = fee.differenceCents === 0 ? [] : [feeChangeEntry(before, fee, day, at)]
      return row.cancellation
        ? storedCancelledFee(row, row.cancellation, { fee, own, entries })
        : {
            ...storedFee(fee),
            id: row.id,
            edit_history: [...readEditHistory(row.edit_history), ...entries],
          }
    }),
    at,
  )
  await recordAuditEntries(
    tx,
    by,
    changed
      .flatMap(({ row, own }) => (own && own.differenceCents !== 0 ? [{ row, own }] : []))
      .map(({ row, own }) => ({
        action: own.differenceCents < 0 ? 'submission.credit' : 'submission.undo-credit',
        table: 'submissions',
        rowId: row.id,
        detail: { day, previous_fee_cents: row.total_fee_cents, new_fee_cents: own.feeCents },
      })),
  )
}

const storedFee = ({ feeCents, dayPrices, credits }: FeeChange) => ({
  total_fee: money(feeCents),
  day_prices: dayPrices && dayPricesToDollars(dayPrices),
  credits: dayPricesToDollars(credits),
})

/**
 * Its own fee, if staff kept it, stays, with the credits that it got; the history names the change once the registration
 * is back.
 */
const storedCancelledFee = (
  row: PricedRow,
  cancellation: Cancellation,
  { fee, own, entries }: { fee: FeeChange; own: FeeChange | null; entries: EditHistoryEntry[] },
) => {
  const { day_prices, credits } = storedFee(fee)
  return {
    id: row.id,
    total_fee: money(row.total_fee_cents),
    day_prices: row.day_prices,
    credits: row.credits,
    ...(own && storedFee(own)),
    edit_history: row.edit_history,
    cancellation: {
      ...cancellation,
      day_prices,
      credits,
      total_fee: centsToDollars(fee.feeCents),
      fee_changes: [...(cancellation.fee_changes ?? []), ...entries],
    },
  }
}

async function storeFees(tx: Tx, fees: readonly object[], at: string): Promise<void> {
  if (fees.length === 0) return
  await execute(
    tx,
    sql`update submissions s set total_fee = fee.total_fee, day_prices = fee.day_prices, credits = fee.credits,
        edit_history = fee.edit_history, cancellation = fee.cancellation, updated_at = ${at}, version = s.version + 1
      from jsonb_to_recordset(${toJson(fees)}) as fee
        (id uuid, total_fee numeric, day_prices jsonb, credits jsonb, edit_history jsonb, cancellation jsonb)
      where s.id = fee.id`,
  )
}

type Contact = PricedRow & {
  child_id: string | null
  child: string | null
  parent: { name: string; email: string } | null
  guest: { name: string | null; email: string | null }
}

/** Whom the cancelling of a day concerns, and how much money: what would be credited, and what is credited. */
export async function findDayFees(db: Queryable, month: MonthRow, n: number) {
  const day = dateInMonth(calendarOf(month), n)
  const booked =
    day === null
      ? []
      : await rows<Contact>(
          db,
          sql`select ${priceColumns}, s.child_id, coalesce(c.name, s.guest_child_name) as child,
              case when p.id is not null then json_build_object('name', p.full_name, 'email', p.email) end as parent,
              json_build_object('name', s.guest_parent_name, 'email', s.guest_parent_email) as guest
            from submissions s left join profiles p on p.id = s.parent_id left join children c on c.id = s.child_id
            where s.id in (${bookedOn(month.id, [day])})`,
        )
  const sumOf = (kind: Change['kind']) =>
    sumCents(booked.map((row) => Math.abs(differenceOf({ kind, n }, month, chargedDaysOf(row, n)))))
  const { families, unreachable } = familiesOf(booked)
  return {
    children: new Set(booked.map(({ id, child_id }) => child_id ?? id)).size,
    families: families.length + unreachable.length,
    feesCents: sumOf('credit'),
    creditsCents: sumOf('undo-credit'),
  }
}
