import { addDays, type Day, dayOf, getDayParts } from '@aftercare/domain/lib/days'
import { selectableDays } from '@aftercare/domain/months/availability'
import { feeCents } from '@aftercare/domain/pricing/fees'
import { buildEditEntry } from '@aftercare/domain/submissions/submissions'
import type { DemoMonth } from './demo-months'
import type { DemoPayment } from './demo-payments'
import { asOffered, type DemoSubmission } from './demo-submissions'

/** After billing, two families added a day and one gave a day up. */
const CHANGES = ['added', 'added', 'given up'] as const

/** Edits billed registrations that are still unpaid. */
export function editAfterBilling(
  { submissions, payments }: { submissions: readonly DemoSubmission[]; payments: readonly DemoPayment[] },
  months: readonly DemoMonth[],
  today: Day,
): DemoSubmission[] {
  const { year, monthIndex } = getDayParts(today)
  const month = months.find((one) => one.year === year && one.monthIndex === monthIndex)
  if (!month) return [...submissions]
  const paid = new Set(payments.map(({ submission_id }) => submission_id))
  const pending = [...CHANGES]
  return submissions.map((submission) => {
    const isBilled = submission.billed_status === 'billed' && submission.month_id === month.id
    if (!isBilled || !submission.parent_id || submission.is_edited || paid.has(submission.id))
      return submission
    const edited = editedSinceBilled(submission, month, today, pending[0])
    if (edited) pending.shift()
    return edited ?? submission
  })
}

/** By the rules on the day of the edit: only future days were added or given up. */
function editedSinceBilled(
  submission: DemoSubmission,
  month: DemoMonth,
  today: Day,
  change: (typeof CHANGES)[number] | undefined,
): DemoSubmission | null {
  const days = submission.selected_days
  const last = Math.max(...days)
  const beforeLast = addDays(dayOf(month.year, month.monthIndex, last), -1)
  const yesterday = addDays(today, -1)
  const on = beforeLast < yesterday ? beforeLast : yesterday
  if (!change || days.length < 2 || on <= submission.submitted_at.slice(0, 10)) return null
  const calendar = asOffered(month)
  const free = selectableDays(calendar, on).find((n) => !days.includes(n))
  if (change === 'given up' && free === undefined) return null
  const previous = change === 'added' || free === undefined ? days.filter((n) => n !== last) : [...days, free]
  const edited_at = `${on}T22:14:00Z`
  const entry = buildEditEntry(previous, days, edited_at)
  return {
    ...submission,
    billed_fee_cents: feeCents(calendar, previous),
    is_edited: true,
    edit_history: [entry],
    original_selected_days: entry.previous_days,
    updated_at: edited_at,
    version: 3,
  }
}
