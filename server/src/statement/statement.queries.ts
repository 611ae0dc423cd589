import type { Day } from '@aftercare/domain/lib/days'
import type { PaymentMethod } from '@aftercare/domain/payments/balances'
import type { CareLine, PaidLine } from '@aftercare/domain/statement/statement'
import { isApproved } from '../db/approved'
import { cancelledDaysOf } from '../db/cancelled-days'
import type { Queryable } from '../db/client'
import { childDisplayName } from '../db/display-name'
import { cents, maybeOne, rows, type Sql, sql } from '../db/sql'
import { submissionsOf } from '../parents/parent-id'
import { isReceived } from '../payments/payment-row'
import { joinedRows } from '../submissions/submissions.admin.filters'

export const findPerson = (db: Queryable, parentId: string) =>
  maybeOne<{ full_name: string; email: string }>(
    db,
    sql`select full_name, email from profiles where id = ${parentId}`,
  )

type Month = { month_name: string; year: number } | null

type PricedCare = CareLine & { dayPrices: Record<string, number> | null; credits: Record<string, number> }

/** The parent's submissions of that year, all of them but those cancelled without a fee and drop-ins that were not
 * approved: a statement must be complete. */
export async function listCare(db: Queryable, parentId: string, year: number): Promise<PricedCare[]> {
  type Row = Omit<PricedCare, 'month'> & { month_name: string | null; year: number | null }
  const found = await rows<Row>(db, careStatement(parentId, year))
  return found.map(({ month_name, year: monthYear, ...line }) => ({
    ...line,
    month: month_name === null || monthYear === null ? null : { month_name, year: monthYear },
  }))
}

export const careStatement = (parentId: string, year: number): Sql =>
  sql`select s.id, s.child_id as "childId", ${childDisplayName} as "childName", m.month_name, m.year,
        s.dropin_date as "dropInDate", s.selected_days as "selectedDays", ${cents('s.total_fee')} as "feeCents",
        s.day_prices as "dayPrices", s.credits, ${cancelledDaysOf} as "cancelledDays", s.billed_status as "billedStatus"
      from submissions s ${joinedRows}
      where ${submissionsOf({ parentId, guestEmail: null })} and (s.cancellation is null or s.total_fee > 0) and ${isApproved}
        and (m.year = ${year} or s.month_id is null and extract(year from s.dropin_date) = ${year})`

export type PaidFor = PaidLine & {
  method: PaymentMethod | null
  /** What it was applied to; null for a general payment. */
  submission: { month: Month; dropin_date: Day | null; child_name: string } | null
  /** The date of the payment that this one reverses. */
  reversesOf: Day | null
  isReversed: boolean
}

/**
 * The parent's payments of that year by payment date, without staff's notes. Without the rows that move money to a
 * submission: it was received once, and they add up to 0.
 */
export const listPaid = (db: Queryable, parentId: string, year: number): Promise<PaidFor[]> =>
  rows<PaidFor>(
    db,
    sql`select p.id, p.payment_date as "paidOn", p.created_at as "recordedAt", ${cents('p.amount')} as "amountCents",
        p.payment_method as method,
        case when p.amount < 0 then reversed.payment_date end as "reversesOf",
        p.reverses_payment_id is null and not (${isReceived}) as "isReversed",
        case when s.id is not null then json_build_object('dropin_date', s.dropin_date, 'child_name', ${childDisplayName},
          'month', case when m.id is not null then json_build_object('month_name', m.month_name, 'year', m.year) end)
        end as submission
      from payments p
      left join payments reversed on reversed.id = p.reverses_payment_id
      left join submissions s on s.id = p.submission_id
      left join children c on c.id = s.child_id
      left join months m on m.id = s.month_id
      where p.parent_id = ${parentId} and p.moved_from_payment_id is null
        and extract(year from p.payment_date) = ${year}`,
  )

/** The years with submissions or payments, and the current one; newest first. */
export async function listYears(db: Queryable, parentId: string, currentYear: number): Promise<number[]> {
  const found = await rows<{ year: number }>(
    db,
    sql`select year::int from (
        select m.year from submissions s join months m on m.id = s.month_id where s.parent_id = ${parentId}
        union select extract(year from s.dropin_date) from submissions s
          where s.parent_id = ${parentId} and s.month_id is null and s.dropin_date is not null and ${isApproved}
        union select extract(year from payment_date) from payments where parent_id = ${parentId}
        union select ${currentYear}::int) years
      order by year desc`,
  )
  return found.map(({ year }) => year)
}
