import { withStayingDays } from '@aftercare/domain/months/availability'
import { isSameAgreement } from '@aftercare/domain/site-content/agreements'
import { buildEditEntry } from '@aftercare/domain/submissions/submissions'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { en as enChoices } from '../../features/months/texts/en'
import { useUnavailableDays } from '../../features/months/use-unavailable-days'
import { reloadAgreement, useAgreement } from '../../features/submissions/agreement'
import {
  type DayValues,
  type EditableRegistration,
  type Submission,
  saveDaysOptions,
  storedDays,
  useRegistered,
} from '../../features/submissions/submissions.api'
import { useCancelledMeanwhile } from '../../features/submissions/use-cancelled-meanwhile'
import { textsOf, useTexts } from '../../language/language'
import { ApiError, isClientError } from '../../lib/api-client'
import { formErrorMessage } from '../../lib/form-error-message'
import { useToday } from '../../lib/program'
import { type SaveOptions, useVersionedForm } from '../../lib/use-versioned-form'
import { en as enUi } from '../../ui/texts/en'
import { editedFeeCents, editNeedsOf, monthCalendarOf, ownDropInsOf } from './submission-summary'
import { en } from './texts/en'

export type SubmissionEditState = ReturnType<typeof useSubmissionEdit>

function isSameDays(one: readonly number[], other: readonly number[]): boolean {
  const { days_added, days_removed } = buildEditEntry(one, other, '')
  return days_added.length + days_removed.length === 0
}

/** The state of a family's edit, until it is saved. */
export const useSubmissionEdit = (submission: Submission) =>
  useDaysEdit(
    submission,
    `submission ${submission.id}`,
    saveDaysOptions(submission.id, (days) => editedFeeCents(submission, days)),
  )

/** The same for a guest too. `name` is that of the draft. */
export function useDaysEdit<Row>(
  submission: EditableRegistration,
  name: string,
  mutation: SaveOptions<Row, DayValues>,
) {
  const t = useTexts(en)
  const { dayNotAvailable } = useTexts(enChoices)
  const [isOpen, setOpen] = useState(false)
  const [isAgreementChanged, setAgreementChanged] = useState(false)
  const form = useVersionedForm({
    name,
    stored: storedDays(submission),
    mutation,
    onSaved: () => {
      close()
      form.toast.success(t.saved.title, t.saved.message)
    },
    onError: (error) => {
      const code = error instanceof ApiError ? error.code : ''
      if (code === 'registration-cancelled') return endCancelled()
      if (code === 'not-editable') close()
      if (code === 'agreement-changed') {
        reloadAgreement('registration_agreement')
        form.edit({ agreedTo: null })
        setAgreementChanged(true)
      }
      const isDay = code === 'day-unavailable' || code === 'already-booked'
      form.toast.error(isDay ? dayNotAvailable : textsOf(enUi).error, formErrorMessage(error, t.saveFailed))
    },
  })
  const { values, toast, isSaving, save: update } = form
  const { agreedTo } = values
  const calendar = monthCalendarOf(submission)?.calendar ?? null
  const today = useToday()
  const { data: registered } = useRegistered({ enabled: submission.child_id !== null })
  const dropIns = useMemo(() => ownDropInsOf(submission, registered), [submission, registered])
  const needs = editNeedsOf(submission, dropIns)
  const days = calendar ? withStayingDays(calendar, today, needs, values.days) : values.days
  const close = () => {
    form.clearDraft()
    setOpen(false)
    setAgreementChanged(false)
  }
  const endCancelled = () => {
    close()
    form.toast.error(t.cancelled.title, t.cancelled.message)
  }
  // Also after an expired session: the URL opens the dialog, with the draft's days.
  const hasEdit = isOpen || form.isDirty
  const isCancelled = submission.cancellation !== null
  const isEditing = hasEdit && !isCancelled
  useCancelledMeanwhile({ hasEdit, isCancelled, isSaving }, endCancelled)
  const agreement = useAgreement('registration_agreement', { enabled: isEditing })
  const agreed = isSameAgreement(agreedTo, agreement.text)
  const isDirty = !isSameDays(days, submission.selected_days)
  const { changes, base } = form.draft
  const isStored =
    isEditing &&
    !isSaving &&
    changes.days !== undefined &&
    isSameDays(changes.days, submission.selected_days) &&
    !isSameDays(base.days ?? [], changes.days)
  // It may be stored, and have taken the very seats that are missing now.
  const unconfirmedSave = update.isError && !isClientError(update.error) ? update.variables : undefined
  const isMaybeStored = unconfirmedSave !== undefined && isSameDays(unconfirmedSave.values.days, days)
  const finish = useEffectEvent(() => {
    close()
    toast.success(t.saved.title, t.saved.message)
  })
  // A save whose response was lost shows itself when the stored days are the chosen ones.
  useEffect(() => {
    if (isStored) finish()
  }, [isStored])

  const readRecentLoss = useUnavailableDays({
    calendar: isEditing ? calendar : null,
    today,
    days,
    needs,
    isPaused: isSaving,
    mayBeStored: isMaybeStored,
    onLost: (left, message) => {
      form.edit({ days: [...left] })
      toast.error(dayNotAvailable, message)
    },
  })

  /** Editing dismisses the toast, which would only cover the button. */
  const change = (part: Partial<typeof values>) => {
    toast.clear()
    form.edit(part)
  }

  return {
    dropIns,
    isEditing,
    days,
    agreement,
    /** It is shown at once, to be read again. */
    isAgreementChanged,
    agreed,
    setAgreed: (next: boolean) => change({ agreedTo: next ? agreement.text : null }),
    change,
    isDirty,
    conflict: form.conflict,
    isSaving,
    maySave: agreed && days.length > 0,
    start: () => setOpen(true),
    cancel: () => {
      toast.clear()
      close()
    },
    /** The dialog has closed: the next one starts fresh. */
    close,
    save: () => {
      if (form.conflict) return form.submit()
      // The click was meant for a selection with that day.
      const lost = readRecentLoss()
      if (lost) return toast.error(dayNotAvailable, lost)
      toast.clear()
      // Other days that were sent on this version may be stored: then these are a change.
      if (isDirty || unconfirmedSave?.version === submission.version) return form.submit({}, { days })
      close()
      toast.success(t.unchanged.title, t.unchanged.message)
    },
  }
}
