import { toCents } from '@aftercare/domain/lib/money'
import { addAnywayQuestion, daysToConfirm, withStayingDays } from '@aftercare/domain/months/availability'
import { toMonthCalendar } from '@aftercare/domain/months/months'
import { bookedDaysOf, priceDays } from '@aftercare/domain/pricing/day-prices'
import { buildEditEntry } from '@aftercare/domain/submissions/submissions'
import { useState } from 'react'
import { useCancelledMeanwhile } from '../../features/submissions/use-cancelled-meanwhile'
import { ApiError } from '../../lib/api-client'
import { useToday } from '../../lib/program'
import { useVersionedForm } from '../../lib/use-versioned-form'
import { errorReason } from '../error-reason'
import { type AdminSubmission, saveDaysOptions, storedDays } from './submissions.api'

/** Who was here on which days, which stay. */
const attendedOf = ({ attended_days, child, guest_child_name }: AdminSubmission) => ({
  days: attended_days,
  child: child?.name ?? guest_child_name ?? '',
})

/** What the registration costs with these days. */
function editedFeeCents(submission: AdminSubmission, days: readonly number[]): number {
  const booked = bookedDaysOf(submission, toCents(submission.total_fee))
  return submission.month
    ? priceDays(toMonthCalendar(submission.month), days, booked).feeCents
    : booked.feeCents
}

export type DaysEdit = ReturnType<typeof useEditDays>

/** Staff's edit of the days: past, closed and full ones are saved after a question that names them. */
export function useEditDays(submission: AdminSubmission) {
  const today = useToday()
  const [isOpen, setOpen] = useState(false)
  const [question, setQuestion] = useState<{ days: number[]; text: string } | null>(null)
  const form = useVersionedForm({
    name: `days of ${submission.id}`,
    stored: storedDays(submission),
    mutation: saveDaysOptions(submission.id, (days) => editedFeeCents(submission, days)),
    onSaved: () => {
      close()
      form.toast.success('Days changed', 'The family gets an email.')
    },
    onError: (error, sent) => {
      const stored = error instanceof ApiError && error.code === 'confirm-days' && error.stored
      // Filled or closed meanwhile: asked with the month as it is now.
      if (stored) return ask(stored as AdminSubmission, sent.values.days)
      if (error instanceof ApiError && error.code === 'registration-cancelled') return endCancelled()
      setQuestion(null)
      form.toast.error('Days not changed', errorReason(error))
    },
  })
  const { month, selected_days } = submission
  const chosen = form.values.days
  const needs = { originalDays: selected_days, attended: attendedOf(submission), byStaff: true }
  const days = month ? withStayingDays(toMonthCalendar(month), today, needs, chosen) : chosen
  const { days_added, days_removed } = buildEditEntry(selected_days, days, '')
  const isDirty = days_added.length + days_removed.length > 0
  // Also after an expired session: the panel's URL shows the draft's days.
  const hasEdit = isOpen || form.isDirty
  const isCancelled = submission.cancellation !== null

  function close() {
    form.clearDraft()
    setQuestion(null)
    setOpen(false)
  }

  function endCancelled() {
    close()
    form.toast.error(
      'Registration Cancelled',
      'It was cancelled while you were editing. The days were not changed.',
    )
  }
  useCancelledMeanwhile({ hasEdit, isCancelled, isSaving: form.isSaving }, endCancelled)

  /** Returns whether there is something to ask. */
  function ask({ month, selected_days }: AdminSubmission, chosen: readonly number[]): boolean {
    const asked = month
      ? daysToConfirm(toMonthCalendar(month), chosen, today, { originalDays: selected_days })
      : []
    setQuestion(asked.length > 0 ? { days: asked.map(({ n }) => n), text: addAnywayQuestion(asked) } : null)
    return asked.length > 0
  }

  return {
    isEditing: hasEdit && !isCancelled,
    days,
    isDirty: isDirty && !isCancelled,
    isSaving: form.isSaving,
    conflict: form.conflict,
    question: question?.text ?? null,
    maySave: days.length > 0,
    change: (next: number[]) => {
      form.toast.clear()
      form.edit({ days: next })
    },
    start: () => setOpen(true),
    cancel: () => {
      form.toast.clear()
      close()
    },
    keepEditing: () => setQuestion(null),
    save: () => {
      form.toast.clear()
      if (form.conflict) return form.submit()
      if (!isDirty) {
        close()
        return form.toast.success('Nothing Changed', 'The selected days are the same as before.')
      }
      if (!ask(submission, days)) form.submit({}, { days })
    },
    addAnyway: () => form.submit({}, { days, confirmedDays: question?.days ?? [] }),
  }
}
