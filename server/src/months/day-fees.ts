import { familiesOf } from '@aftercare/domain/family-messages/family-messages'
import { type Day, getDayParts } from '@aftercare/domain/lib/days'
import { sumCents, toCents } from '@aftercare/domain/lib/money'
import { dateInMonth } from '@aftercare/domain/months/months'
import { type CreditedDays, creditDay, type FeeChange, undoCredit } from '@aftercare/domain/pricing/credits'
import { bookedDaysOf, dayPricesToDollars, dollarsToDayPrices } from '@aftercare/domain/pricing/day-prices'
import { dayPriceCents } from '@aftercare/domain/pricing/fees'
import type { Cancellation } from '@aftercare/domain/submissions/cancellations'
import { feeChangeEntry, readEditHistory } from '@aftercare/domain/submissions/submissions'
import { recordAudit } from '../audit/audit.queries'
import type { Clock } from '../clock'
import type { Queryable, Tx } from '../db/client'
import { cents, execute, json, money, rows, type Sql, sql } from '../db/sql'
import type { MonthRow, SubmissionRow } from '../db/tables'
import type { Viewer } from '../http/context'
import { calendarOf } from './month-row'

/** A submission's days and prices as the rules use them. */
export const creditedDaysOf = (
  row: Pick<SubmissionRow, 'selected_days' | 'day_prices' | 'total_fee_cents' | 'credits'>,
): CreditedDays => ({
  ...bookedDaysOf(row, row.total_fee_cents),
  credits: dollarsToDayPrices(row.credits),
})

/** The ids of the registrations and drop-ins of a day. */
const bookedOn = (monthId: string, day: Day): Sql =>
  sql`select id from submissions
      where month_id = ${monthId} and ${getDayParts(day).dayOfMonth}::int = any(selected_days)
    union all select id from submissions where dropin_date = ${day}`

/** The ids of the cancelled registrations that would come back with the day. */
const cancelledWith = (monthId: string, n: number): Sql =>
  sql`select id from submissions where month_id = ${monthId} and cancellation -> 'selected_days' @> to_jsonb(${n}::int)`

const priceColumns = sql`s.id, s.selected_days, ${cents('s.total_fee')} as total_fee_cents, s.day_prices, s.credits,
  s.edit_history, s.cancellation`

type PricedRow = Pick<
  SubmissionRow,
  'id' | 'selected_days' | 'total_fee_cents' | 'day_prices' | 'credits' | 'edit_history' | 'cancellation'
>

/** The days that a registration has, or would have again if its cancellation were undone. */
const restorableDaysOf = ({ cancellation, ...row }: PricedRow): CreditedDays =>
  creditedDaysOf(
    cancellation
      ? { ...cancellation, total_fee_cents: toCents(cancellation.total_fee), credits: row.credits }
      : row,
  )

type Change = { kind: keyof typeof ACTIONS; n: number }

/** As recorded in the activity log. */
const ACTIONS = { credit: 'submission.credit', 'undo-credit': 'submission.undo-credit' } as const

const changeOf = ({ kind, n }: Change, month: MonthRow, booked: CreditedDays) =>
  kind === 'credit' ? creditDay(booked, n, dayPriceCents(calendarOf(month), n)) : undoCredit(booked, n)

/**
 * Credits a day to everybody who has it, or undoes that. Of a cancelled registration only what it would come back with
 * changes. The caller has locked the month, as it was before.
 */
export async function changeDayFees(
  tx: Tx,
  month: MonthRow,
  change: Change,
  clock: Clock,
  viewer: Viewer,
): Promise<void> {
  const day = dateInMonth(calendarOf(month), change.n)
  if (day === null) return
  const found = await rows<PricedRow>(
    tx,
    sql`select ${priceColumns} from submissions s
      where s.id in (${bookedOn(month.id, day)} union all ${cancelledWith(month.id, change.n)}) order by s.id for update`,
  )
  const at = clock.now().toISOString()
  const changed = found.flatMap((row) => {
    const before = restorableDaysOf(row)
    const fee = changeOf(change, month, before)
    return fee ? [{ row, before, fee }] : []
  })
  await storeFees(
    tx,
    changed.map(({ row, before, fee }) =>
      row.cancellation
        ? storedCancelledFee(row, row.cancellation, fee)
        : {
            ...storedFee(fee),
            id: row.id,
            edit_history: [...readEditHistory(row.edit_history), feeChangeEntry(before, fee, day, at)],
          },
    ),
    at,
  )
  await recordAudit(
    tx,
    clock,
    viewer,
    changed
      .filter(({ row }) => !row.cancellation)
      .map(({ row, fee }) => ({
        action: ACTIONS[change.kind],
        table: 'submissions',
        rowId: row.id,
        detail: { day, previous_fee_cents: row.total_fee_cents, new_fee_cents: fee.feeCents },
      })),
  )
}

const storedFee = ({ feeCents, dayPrices, credits }: FeeChange) => ({
  total_fee: money(feeCents),
  day_prices: dayPrices && dayPricesToDollars(dayPrices),
  credits: dayPricesToDollars(credits),
})

/** Its own fee, if staff kept it, stays. */
const storedCancelledFee = (row: PricedRow, cancellation: Cancellation, fee: FeeChange) => {
  const { day_prices, credits } = storedFee(fee)
  return {
    id: row.id,
    total_fee: money(row.total_fee_cents),
    day_prices: row.day_prices,
    credits,
    edit_history: row.edit_history,
    cancellation: { ...cancellation, day_prices, total_fee: fee.feeCents / 100 },
  }
}

async function storeFees(tx: Tx, fees: readonly object[], at: string): Promise<void> {
  if (fees.length === 0) return
  await execute(
    tx,
    sql`update submissions s set total_fee = fee.total_fee, day_prices = fee.day_prices, credits = fee.credits,
        edit_history = fee.edit_history, cancellation = fee.cancellation, updated_at = ${at}, version = s.version + 1
      from jsonb_to_recordset(${json(fees)}) as fee
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
            where s.id in (${bookedOn(month.id, day)})`,
        )
  const sumOf = (kind: Change['kind']) =>
    sumCents(
      booked.map((row) => Math.abs(changeOf({ kind, n }, month, creditedDaysOf(row))?.differenceCents ?? 0)),
    )
  const { families, unreachable } = familiesOf(booked)
  return {
    children: new Set(booked.map(({ id, child_id }) => child_id ?? id)).size,
    families: families.length + unreachable.length,
    feesCents: sumOf('credit'),
    creditsCents: sumOf('undo-credit'),
  }
}
