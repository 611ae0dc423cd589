import type { Day } from '@aftercare/domain/lib/days'
import { balancesShown } from '../balance/balance.queries'
import { holdsItsDays } from '../db/approved'
import { dropInDayCancelled } from '../db/cancelled-days'
import type { Queryable, Tx } from '../db/client'
import { cents, maybeOne, prepared, rows, type Sql, sql } from '../db/sql'
import type { MonthRow, SubmissionRow } from '../db/tables'
import { insertInto } from '../db/write'
import { findPage, type Page } from '../http/paging'
import { absentDays, attendedDays, begunDaysStay, type StayingDays } from './attended-days.queries'
import type { ColumnsForFamily } from './submission-row'

/** With its child, whether the day of a drop-in is cancelled, and the days that an edit cannot give up. */
export type OwnColumns = ColumnsForFamily &
  StayingDays & {
    child_name: string | null
    is_cancelled: boolean
    absent_days: number[]
    /** Null while families do not see what they owe. */
    shown_paid_cents: number | null
  }

/** The columns of a submission `s` that its family may see, with money in cents. */
const familyColumns = sql`s.id, s.parent_id, s.child_id, s.month_id, s.selected_days,
  ${cents('s.total_fee')} as total_fee_cents, s.day_prices, s.credits, s.billed_status, s.status, s.submitted_at, s.updated_at, s.is_edited, s.edit_history, s.cancellation, s.cancel_request, s.approval,
  s.original_selected_days, s.guest_parent_name, s.guest_parent_email, s.guest_parent_phone, s.guest_child_name,
  s.guest_child_allergies, s.dismissal_type, s.dropin_date, s.agreed_at, s.entered_by, s.version`

/** What a family sees of a submission `s` of a child `c` beside its own columns. */
export const ownColumns = sql`${familyColumns}, c.name as child_name, ${dropInDayCancelled} as is_cancelled, ${attendedDays} as attended_days, ${absentDays} as absent_days,
  ${begunDaysStay} as begun_days_stay,
  case when ${balancesShown} then ${cents('s.paid_amount')} end as shown_paid_cents`

/** All columns of a submission `s`. */
export const submissionColumns = sql`${familyColumns}, ${cents('s.paid_amount')} as paid_amount_cents,
  ${cents('s.billed_fee')} as billed_fee_cents, s.guest_child_notes, s.is_same_child, s.language, s.agreement_id, s.is_restored`

export type JoinedMonth = Omit<
  MonthRow,
  'id' | 'is_active' | 'cancelled_day_types' | 'created_at' | 'updated_at' | 'version'
>

/** The month's columns are null for a drop-in. */
export type JoinedSubmission = OwnColumns & JoinedMonth

const joinedMonthColumns = sql`m.month_name, m.year, ${cents('m.regular_price')} as regular_price_cents,
  ${cents('m.special_price')} as special_price_cents, m.special_days, m.closed_days, m.cancelled_days, m.day_types, m.seats,
  m.day_seats, m.taken_seats`

/** With the month; newest first. */
const selectJoined = (where: Sql) => sql`select ${ownColumns}, ${joinedMonthColumns}
  from submissions s left join children c on c.id = s.child_id left join months m on m.id = s.month_id
  where ${where} order by s.submitted_at desc, s.id desc`

export function listOwnSubmissions(db: Queryable, parentId: string, page: Page) {
  const own = sql`s.parent_id = ${parentId}`
  return findPage<JoinedSubmission>(db, page, {
    list: selectJoined(own),
    counted: sql`from submissions s where ${own}`,
    name: 'own-submissions',
  })
}

export const findOwnSubmission = (db: Queryable, parentId: string, id: string) =>
  maybeOne<JoinedSubmission>(
    db,
    prepared('own-submission', selectJoined(sql`s.id = ${id} and s.parent_id = ${parentId}`)),
  )

export const findSubmission = (db: Queryable, id: string) =>
  maybeOne<JoinedSubmission>(db, selectJoined(sql`s.id = ${id}`))

/** A condition on `submissions`: of cancelled ones the child can be registered again. */
const isRegistered = sql`(month_id is not null and cancellation is null)`

export type Registered = Pick<SubmissionRow, 'month_id' | 'child_id' | 'dropin_date'>

/** Which child is registered for which month, and has a drop-in on which day from `today` on, of rows of submissions. */
export const registeredStatement = (today: Day, own: Sql): Sql =>
  sql`select month_id, child_id, dropin_date from ${own} s
    where ${isRegistered} or dropin_date >= ${today} and not is_restored and ${holdsItsDays}
    order by submitted_at desc, id desc`

export async function listRegistered(db: Queryable, parentId: string, today: Day) {
  const own = sql`(select * from submissions where parent_id = ${parentId})`
  return rows<Registered>(db, prepared('registered', registeredStatement(today, own)))
}

export type EarlierRegistrationRow = Pick<SubmissionRow, 'selected_days'> & { child_id: string } & JoinedMonth

/** Each child's latest registration before that month. */
export async function listEarlierRegistrations(db: Queryable, parentId: string, monthId: string) {
  return rows<EarlierRegistrationRow>(
    db,
    sql`select distinct on (s.child_id) s.child_id, s.selected_days, ${joinedMonthColumns}
      from submissions s join months m on m.id = s.month_id join months coming on coming.id = ${monthId}
      where s.parent_id = ${parentId} and m.first_day < coming.first_day and s.cancellation is null
      order by s.child_id, m.first_day desc`,
  )
}

/** Locked until the caller's transaction ends, so that two edits cannot both start from the same days. */
export async function lockSubmission(tx: Tx, id: string) {
  return maybeOne<SubmissionRow>(
    tx,
    prepared(
      'lock-submission',
      sql`select ${submissionColumns} from submissions s where s.id = ${id} for update`,
    ),
  )
}

/** A submission to insert: omitted columns get their default. */
export type NewSubmission = Partial<SubmissionRow> &
  Pick<SubmissionRow, 'selected_days' | 'total_fee_cents' | 'submitted_at' | 'updated_at'>

export async function insertSubmissions(tx: Tx, values: readonly NewSubmission[]): Promise<SubmissionRow[]> {
  return rows<SubmissionRow>(
    tx,
    prepared(
      'insert-submissions',
      sql`with s as (${insertInto('submissions', values)} returning *) select ${submissionColumns} from s`,
    ),
  )
}
