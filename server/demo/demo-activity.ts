import { addDays, type Day, dayOf } from '@aftercare/domain/lib/days'
import { readEditHistory } from '@aftercare/domain/submissions/submissions'
import type { AuditRow } from '../src/db/tables'
import type { DemoMonth } from './demo-months'
import type { DemoPayment } from './demo-payments'
import type { DemoSubmission } from './demo-submissions'

type Entry = Omit<AuditRow, 'id' | 'family_id' | 'account_id' | 'guest_key'>

/** Prices were raised by a dollar three weeks ago. */
const PRICE_INCREASE_CENTS = 100

/** The activity so far, as the server would have logged it. */
export function demoActivity(
  data: {
    months: readonly DemoMonth[]
    submissions: readonly DemoSubmission[]
    payments: readonly DemoPayment[]
    admins: readonly { id: string }[]
  },
  { now, today }: { now: Date; today: Day },
): Entry[] {
  const staff = data.admins[0]?.id ?? null
  const starts = new Map(data.months.map(({ id, year, monthIndex }) => [id, dayOf(year, monthIndex, 1)]))
  const entries = [
    ...data.months.flatMap((month) => monthEntries(month, starts.get(month.id) ?? today, staff)),
    ...data.submissions.flatMap((submission) => submissionEntries(submission, starts, staff)),
    ...data.payments.map((payment) => paymentEntry(payment)),
    priceIncreaseEntry(data.months, addDays(today, -21), staff),
  ]
  return entries
    .filter(({ at }) => new Date(at) < now)
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

const byStaff = (actor_id: string | null) => ({ actor_id, actor_role: 'admin' as const })

function monthEntries(month: DemoMonth, start: Day, staff: string | null): Entry[] {
  const about = { ...byStaff(staff), table_name: 'months', row_id: month.id }
  const detail = { month_name: month.month_name, year: month.year }
  const made: Entry = { ...about, at: `${addDays(start, -60)}T14:05:00Z`, action: 'months.create', detail }
  const offered: Entry = {
    ...about,
    at: `${addDays(start, -45)}T14:40:00Z`,
    action: 'months.publish',
    detail: { retyped: {}, closed: month.closed_days, reopened: [] },
  }
  return month.is_active ? [made, offered] : [made]
}

/** Submitted, edited, and billed when its month begins. */
function submissionEntries(
  submission: DemoSubmission,
  starts: ReadonlyMap<string, Day>,
  staff: string | null,
): Entry[] {
  const { id, parent_id, month_id, dropin_date, submitted_at, selected_days, total_fee_cents } = submission
  const family = parent_id
    ? { actor_id: parent_id, actor_role: 'parent' as const }
    : { actor_id: null, actor_role: 'visitor' as const }
  const about = { table_name: 'submissions', row_id: id }
  const edits = readEditHistory(submission.edit_history)
  const billed = submission.billed_fee_cents ?? total_fee_cents
  const first = edits[0]?.previous_days ?? selected_days
  const sentOn = addDays(submitted_at.slice(0, 10), 1)
  const due = (month_id && starts.get(month_id)) || dropin_date || sentOn
  return [
    {
      ...(submission.entered_by ? byStaff(staff) : family),
      ...about,
      at: submitted_at,
      action: 'submission.create',
      detail: {
        month_id,
        dropin_date: dropin_date ?? null,
        selected_days: first,
        total_fee_cents: billed,
        ...(submission.entered_by && { by_phone: true }),
      },
    },
    ...edits.map(({ edited_at, previous_days, new_days }) => ({
      ...family,
      ...about,
      at: edited_at,
      action: 'submission.edit',
      detail: { previous_days, new_days, previous_fee_cents: billed, new_fee_cents: total_fee_cents },
    })),
    ...(submission.billed_status === 'billed'
      ? [
          {
            ...byStaff(staff),
            ...about,
            at: `${sentOn > due ? sentOn : due}T15:30:00Z`,
            action: 'submission.mark-billed',
            detail: {
              before: { billed_status: 'not_billed', billed_fee_cents: null },
              after: { billed_status: 'billed', billed_fee_cents: billed },
            },
          },
        ]
      : []),
  ]
}

const paymentEntry = ({ id, created_at, recorded_by, amount_cents }: DemoPayment): Entry => ({
  ...byStaff(recorded_by ?? null),
  table_name: 'payments',
  row_id: id,
  at: created_at ?? '',
  action: 'payment.record',
  detail: { amount: ((amount_cents ?? 0) / 100).toFixed(2) },
})

function priceIncreaseEntry(months: readonly DemoMonth[], on: Day, staff: string | null): Entry {
  const offered = months.filter(({ is_active }) => is_active).slice(-2)
  const pair = (cents: number | null) => [((cents ?? 0) - PRICE_INCREASE_CENTS) / 100, (cents ?? 0) / 100]
  return {
    ...byStaff(staff),
    table_name: 'months',
    row_id: null,
    at: `${on}T16:20:00Z`,
    action: 'pricing.save',
    detail: {
      months: Object.fromEntries(
        offered.map(({ id, regular_price_cents }) => [id, { regular_price: pair(regular_price_cents) }]),
      ),
    },
  }
}
