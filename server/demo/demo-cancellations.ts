import { type Day, getDayParts, monthOrdinal } from '@aftercare/domain/lib/days'
import { cancelRegistration } from '@aftercare/domain/submissions/cancellations'
import type { DemoMonth } from './demo-months'
import type { DemoSubmission } from './demo-submissions'

/** For the coming month one family asked to cancel and staff did, another has asked. */
export function addCancellations(
  submissions: readonly DemoSubmission[],
  months: readonly DemoMonth[],
  staffName: string,
  { now, today }: { now: Date; today: Day },
): DemoSubmission[] {
  const { year, monthIndex } = getDayParts(today)
  const coming = months.find(
    (month) => monthOrdinal(month.year, month.monthIndex) === monthOrdinal(year, monthIndex) + 1,
  )
  const [cancelled, asked] = submissions.filter(
    ({ month_id, parent_id, is_edited }) => coming && month_id === coming.id && parent_id && !is_edited,
  )
  const at = now.toISOString()
  return submissions.map((submission) => {
    if (submission === cancelled) {
      const { day_prices = null, credits = {}, edit_history = [] } = submission
      const change = cancelRegistration(
        { ...submission, day_prices, credits, edit_history },
        {
          cancelled_at: at,
          cancelled_by: staffName,
          reason: 'Asked by phone: a nanny from December on',
          fee: 'none',
        },
      )
      return { ...submission, ...change, updated_at: at, version: 2 }
    }
    if (submission !== asked) return submission
    const text = 'Grandma can pick up after all. Could you cancel the whole month?'
    return { ...submission, cancel_request: { text, asked_at: at, answer: null, answered_at: null } }
  })
}
