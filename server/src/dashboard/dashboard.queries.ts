import { type DayCounts, isAftercareDay } from '@aftercare/domain/board/board'
import type { Day } from '@aftercare/domain/lib/days'
import { RECENT_SUBMISSIONS } from '@aftercare/domain/lib/enums'
import { MAX_COUNTED_SUBMISSIONS } from '@aftercare/domain/months/months'
import { DERIVED_STATUSES } from '@aftercare/domain/submissions/submissions'
import { z } from '@hono/zod-openapi'
import { submissionsOn, withMarks } from '../attendance/attendance.queries'
import { dropInDayCancelled } from '../db/cancelled-days'
import type { Queryable } from '../db/client'
import { childDisplayName, parentDisplayName } from '../db/display-name'
import { cents, constant, getOne, prepared, rows, sql } from '../db/sql'
import type { SubmissionRow } from '../db/tables'
import { centsToDollars } from '../http/cents-to-dollars'
import { findMonthOf } from '../months/months.queries'
import { dayPrices } from '../submissions/day-prices'
import { countEditedSinceBilled } from '../submissions/submissions.admin.filters'
import { isCancelRequested, statusOf } from '../submissions/submissions.admin.rows'

type Counts = {
  parent_users: number
  unpaid: number
  edited_since_billed: number
  cancel_request_count: number
  waiting_drop_in_count: number
}

/** Only registered parents: admins have profiles too, guests have none. Unpaid is everything that is not Paid. */
export const findCounts = (db: Queryable): Promise<Counts> =>
  getOne<Counts>(
    db,
    prepared(
      'dashboard-counts',
      sql`select (select count(*) from user_roles where role = 'parent') as parent_users,
        (select count(*) from (select from submissions where paid_amount < total_fee
          limit ${constant(MAX_COUNTED_SUBMISSIONS)}) counted) as unpaid,
        ${countEditedSinceBilled} as edited_since_billed,
        (select count(*) from submissions s where ${isCancelRequested}) as cancel_request_count,
        (select count(*) from submissions where status = 'waiting') as waiting_drop_in_count`,
    ),
  )

export const recentSubmissionRow = z.object({
  id: z.string(),
  child_name: z.string(),
  parent_name: z.string(),
  month: z.object({ month_name: z.string(), year: z.number().int() }).nullable(),
  dropin_date: z.string().nullable(),
  total_fee: z.number(),
  day_prices: dayPrices,
  status: z.enum(DERIVED_STATUSES),
  is_cancelled: z.boolean(),
  submitted_at: z.string(),
})

type RecentSubmission = Omit<z.infer<typeof recentSubmissionRow>, 'total_fee' | 'status'> &
  Pick<SubmissionRow, 'total_fee_cents' | 'paid_amount_cents' | 'billed_status' | 'status'>

export async function listRecentSubmissions(db: Queryable) {
  const recent = await rows<RecentSubmission>(
    db,
    prepared(
      'recent-submissions',
      sql`select s.id, s.submitted_at, ${cents('s.total_fee')} as total_fee_cents, s.day_prices, ${cents('s.paid_amount')} as paid_amount_cents,
          s.billed_status, s.status, s.dropin_date, s.cancellation is not null as is_cancelled, ${childDisplayName} as child_name,
          ${parentDisplayName} as parent_name,
          case when m.id is not null then json_build_object('month_name', m.month_name, 'year', m.year) end as month
        from (select * from submissions order by submitted_at desc, id desc limit ${RECENT_SUBMISSIONS}) s
        left join children c on c.id = s.child_id
        left join profiles p on p.id = s.parent_id
        left join months m on m.id = s.month_id
        order by s.submitted_at desc, s.id desc`,
    ),
  )
  return recent.map((row) => {
    const { total_fee_cents, paid_amount_cents: _, billed_status: __, ...shown } = row
    return { ...shown, total_fee: centsToDollars(total_fee_cents), status: statusOf(row) }
  })
}

/** Each child once, with the mark of any of its submissions, as on the attendance board; null without aftercare. */
export async function countToday(db: Queryable, today: Day): Promise<DayCounts | null> {
  const month = await findMonthOf(db, today)
  if (month?.isCancelled) return null
  const { children, ...states } = await getOne<DayCounts & { children: number }>(
    db,
    prepared(
      'today-counts',
      sql`select count(*) as children,
          count(*) filter (where not arrived and not absent) as expected,
          count(*) filter (where arrived and not gone) as here,
          count(*) filter (where absent and not arrived) as not_coming
        from (select bool_or(m.arrived_at is not null) as arrived, bool_or(m.left_at is not null) as gone,
            bool_or(m.not_coming_at is not null) as absent
          from ${submissionsOn(today, month?.id ?? null)} ${withMarks(today)}
          group by coalesce(s.child_id, s.id)) child`,
    ),
  )
  return isAftercareDay(today, month?.typeOfDay ?? null, children) ? states : null
}

const SHOWN_REQUESTS = 10

export const askedToCancelRow = z.object({
  id: z.string(),
  child_name: z.string(),
  month_name: z.string(),
  year: z.number().int(),
})

/** The oldest open requests of families to cancel. */
export const listCancelRequests = (db: Queryable) =>
  rows<z.infer<typeof askedToCancelRow>>(
    db,
    sql`select s.id, ${childDisplayName} as child_name, m.month_name, m.year
      from submissions s join months m on m.id = s.month_id left join children c on c.id = s.child_id
      where ${isCancelRequested} order by s.cancel_request ->> 'asked_at' limit ${SHOWN_REQUESTS}`,
  )

export const waitingDropInRow = z.object({
  id: z.string(),
  child_name: z.string(),
  parent_name: z.string(),
  dropin_date: z.string(),
  /** Once approved. */
  fee: z.number(),
  is_day_cancelled: z.boolean(),
})

/** Drop-ins that staff have not answered, the next days first, then those whose day is over, the latest first. */
export const listWaitingDropIns = (db: Queryable, today: Day) =>
  rows<z.infer<typeof waitingDropInRow>>(
    db,
    sql`select s.id, ${childDisplayName} as child_name, ${parentDisplayName} as parent_name, s.dropin_date,
        (s.approval ->> 'fee')::float8 as fee, ${dropInDayCancelled} as is_day_cancelled
      from submissions s left join children c on c.id = s.child_id left join profiles p on p.id = s.parent_id
      where s.status = 'waiting'
      order by s.dropin_date < ${today}, abs(s.dropin_date - ${today}::date), s.submitted_at, s.id
      limit ${SHOWN_REQUESTS}`,
  )
