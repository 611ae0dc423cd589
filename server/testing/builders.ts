import { randomUUID } from 'node:crypto'
import { monthIndexOf } from '@aftercare/domain/lib/days'
import type { GrantedRole } from '@aftercare/domain/lib/enums'
import { newMonthDayTypes } from '@aftercare/domain/months/months'
import type { Db } from '../src/db/client'
import { cents, execute, maybeOne, type Sql, sql } from '../src/db/sql'
import type { ChildRow, MonthRow, PaymentRow, ProfileRow, SubmissionRow } from '../src/db/tables'
import { insertInto } from '../src/db/write'
import { monthColumns } from '../src/months/months.queries'
import { submissionColumns } from '../src/submissions/submissions.queries'

const paymentColumns = sql`id, parent_id, ${cents('amount')} as amount_cents, payment_method, submission_id, notes, payment_date,
  recorded_by, reverses_payment_id, moved_from_payment_id, created_at`

const NAMES = { parent: 'Dana Okafor', admin: 'Rosa Medina', attendance: 'Aya Sato' } as const

/** Inserts rows for tests, with plausible defaults. */
export function buildersFor(db: Db) {
  let count = 0
  const next = () => ++count

  async function person(role: GrantedRole, values: Partial<ProfileRow> = {}) {
    const id = values.id ?? randomUUID()
    const email = values.email ?? `${role}${next()}-${id.slice(0, 8)}@example.com`
    await execute(db, insertInto('accounts', [{ id, email, email_verified_at: '2026-01-01T00:00:00Z' }]))
    const full_name = values.full_name ?? `${NAMES[role]} ${count}`
    await execute(db, insertInto('profiles', [{ ...values, id, email, full_name }]))
    await execute(db, insertInto('user_roles', [{ user_id: id, role }]))
    return { id, email, full_name }
  }

  const aParent = (values?: Partial<ProfileRow>) => person('parent', values)
  const anAdmin = (values?: Partial<ProfileRow>) => person('admin', values)
  /** Staff with the Attendance role. */
  const anAide = (values?: Partial<ProfileRow>) => person('attendance', values)

  async function aChild(parent: { id: string }, values: Partial<ChildRow> = {}) {
    return one<ChildRow>(
      insertInto('children', [{ name: `Amara ${next()}`, ...values, parent_id: parent.id }]),
      sql`*`,
    )
  }

  async function aMonth(values: Partial<MonthRow> = {}) {
    const month_name = values.month_name ?? 'December'
    const year = values.year ?? 2026
    const index = monthIndexOf(month_name)
    return one<MonthRow>(
      insertInto('months', [
        {
          is_active: true,
          regular_price_cents: 2000,
          special_price_cents: 3000,
          day_types: index === null ? {} : newMonthDayTypes(year, index),
          ...values,
          month_name,
          year,
        },
      ]),
      monthColumns,
    )
  }

  /** The fee split over the days; null for prices that are not known. */
  function withDayPrices<Row extends Pick<SubmissionRow, 'selected_days' | 'total_fee_cents'>>(row: Row) {
    const { selected_days, total_fee_cents } = row
    const each = Math.floor(total_fee_cents / selected_days.length)
    const rest = total_fee_cents - each * selected_days.length
    const day_prices = Object.fromEntries(
      selected_days.map((n, index) => [n, (index === 0 ? each + rest : each) / 100]),
    )
    return { day_prices, ...row }
  }

  async function aRegistration(
    child: { id: string; parent_id: string },
    month: { id: string },
    values: Partial<SubmissionRow> = {},
  ) {
    return one<SubmissionRow>(
      insertInto('submissions', [
        {
          ...withDayPrices({ selected_days: [1, 2, 3], total_fee_cents: 6000, ...values }),
          parent_id: child.parent_id,
          child_id: child.id,
          month_id: month.id,
        },
      ]),
      submissionColumns,
    )
  }

  async function aGuestRegistration(month: { id: string }, values: Partial<SubmissionRow> = {}) {
    return one<SubmissionRow>(
      insertInto('submissions', [
        {
          guest_parent_name: 'Grace Whitfield',
          guest_parent_email: 'grace@example.com',
          guest_child_name: 'Otis Whitfield',
          ...withDayPrices({ selected_days: [1], total_fee_cents: 2000, ...values }),
          month_id: month.id,
        },
      ]),
      submissionColumns,
    )
  }

  async function aDropIn(day: string, values: Partial<SubmissionRow> = {}) {
    return one<SubmissionRow>(
      insertInto('submissions', [
        {
          total_fee_cents: 2500,
          status: 'pending',
          guest_parent_name: 'Grace Whitfield',
          guest_parent_email: 'grace@example.com',
          guest_child_name: 'Otis Whitfield',
          ...values,
          month_id: null,
          dropin_date: day,
          selected_days: [Number(day.slice(8))],
        },
      ]),
      submissionColumns,
    )
  }

  async function aPayment(parent: { id: string }, admin: { id: string }, values: Partial<PaymentRow> = {}) {
    return one<PaymentRow>(
      insertInto('payments', [
        {
          amount_cents: 2000,
          payment_date: '2026-11-10',
          ...values,
          parent_id: parent.id,
          recorded_by: admin.id,
        },
      ]),
      paymentColumns,
    )
  }

  /** Inserts the row and returns it as queries do. */
  async function one<Row>(insertion: Sql, columns: Sql): Promise<Row> {
    const row = await maybeOne<Row>(db, sql`with s as (${insertion} returning *) select ${columns} from s`)
    if (!row) throw new Error('The row was not stored')
    return row
  }

  return { aParent, anAdmin, anAide, aChild, aMonth, aRegistration, aGuestRegistration, aDropIn, aPayment }
}
