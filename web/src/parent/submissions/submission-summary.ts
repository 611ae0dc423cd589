import type { Day } from '@aftercare/domain/lib/days'
import { monthIndexOf } from '@aftercare/domain/lib/days'
import { toCents } from '@aftercare/domain/lib/money'
import type { BookedDropIn, DayNeeds } from '@aftercare/domain/months/availability'
import { isMonthEditable, toMonthCalendar } from '@aftercare/domain/months/months'
import { bookedDaysOf, priceDays } from '@aftercare/domain/pricing/day-prices'
import { dropInsOf } from '@aftercare/domain/registration/registration'
import { submissionTitle } from '@aftercare/domain/submissions/submissions'
import type { en } from '@aftercare/domain/submissions/texts/en'
import type { EditableRegistration, Submission } from '../../features/submissions/submissions.api'

/** "November 2026", or "Day Drop-In - Nov 20, 2026". */
export const titleOf = (submission: Submission, t: typeof en) =>
  submissionTitle(submission.months, submission.dropin_date, t)

/** The child as registered; a drop-in keeps the name that was given then. */
export const childNameOf = (submission: Pick<Submission, 'children' | 'guest_child_name'>) =>
  submission.children?.name ?? submission.guest_child_name ?? ''

/** Drop-ins and cancelled registrations never; others while their month is the current one or later. */
export const isEditable = (submission: EditableRegistration, today: Day) =>
  submission.months !== null && submission.cancellation === null && isMonthEditable(submission.months, today)

/** What an edit has to respect: the booked days, and which of them stay. */
export const editNeedsOf = (
  submission: EditableRegistration,
  dropIns: readonly BookedDropIn[] = [],
): DayNeeds => ({
  originalDays: submission.selected_days,
  attended: { days: submission.attended_days, child: childNameOf(submission) },
  begunDaysStay: submission.begun_days_stay,
  dropIns,
})

/** The drop-ins that the child has in the registration's month. */
export function ownDropInsOf(
  submission: EditableRegistration,
  registered: Parameters<typeof dropInsOf>[0] = [],
) {
  const { child_id, months } = submission
  if (child_id === null || months === null) return []
  return dropInsOf(registered, [{ id: child_id, name: childNameOf(submission) }], months)
}

/** Its days with their booked prices. */
export const pricedDaysOf = (submission: EditableRegistration) =>
  bookedDaysOf(submission, toCents(submission.total_fee))

/** What the registration costs with these days. */
export function editedFeeCents(submission: EditableRegistration, days: readonly number[]): number {
  const booked = pricedDaysOf(submission)
  return submission.months
    ? priceDays(toMonthCalendar(submission.months), days, booked).feeCents
    : booked.feeCents
}

/** The days that the programme cancelled: of its month, or its own if it is a drop-in. */
export const cancelledDaysOf = ({ is_cancelled, selected_days, months }: Submission): readonly number[] =>
  is_cancelled ? selected_days : (months?.cancelled_days ?? [])

/** The month's rules and its place in the year, or null for drop-ins and names without a calendar. */
export function monthCalendarOf(submission: EditableRegistration) {
  if (!submission.months) return null
  const monthIndex = monthIndexOf(submission.months.month_name)
  return monthIndex === null ? null : { monthIndex, calendar: toMonthCalendar(submission.months) }
}
