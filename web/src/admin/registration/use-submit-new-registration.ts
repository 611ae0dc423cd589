import type { Language } from '@aftercare/domain/lib/language'
import { addAnywayQuestion, type DayToConfirm, daysToConfirm } from '@aftercare/domain/months/availability'
import { toMonthCalendar } from '@aftercare/domain/months/months'
import { useState } from 'react'
import { checkRegistration } from '../../features/registration/check-registration'
import type { RegistrationFormState } from '../../features/registration/use-registration-form'
import { reloadAgreement } from '../../features/submissions/agreement'
import { ApiError, isClientError } from '../../lib/api-client'
import { hasPendingKey } from '../../lib/idempotency-key'
import type { ScopedToast } from '../../lib/scoped-toast'
import { useBeforeUnload } from '../../lib/use-before-unload'
import type { useFieldErrors } from '../../lib/use-field-errors'
import { useSubmitLocation } from '../../lib/use-submit-location'
import { errorReason } from '../error-reason'
import type { AdminMonth } from '../months/months.api'
import { useStaffRegister } from './registration.api'

type Parts = {
  language: Language
  toast: ScopedToast
  fields: Omit<ReturnType<typeof useFieldErrors>, 'errors'>
  /** With the first of the stored rows. */
  onStored: (row: { id: string }) => void
}

const NOT_ENTERED = 'Registration not entered'
const ALREADY_SUBMITTED =
  'One or more of these children already have a registration for this month. They are no longer chosen.'

/** Staff's submit: past, closed and full days are sent after a question that names them. */
export function useSubmitNewRegistration(
  form: RegistrationFormState,
  { language, toast, fields, onStored }: Parts,
) {
  const { mark, isStillHere } = useSubmitLocation()
  const [attempts, setAttempts] = useState(0)
  const [question, setQuestion] = useState<DayToConfirm[] | null>(null)
  const register = useStaffRegister({
    onSuccess: ({ rows: [row] }, variables) => {
      setQuestion(null)
      form.draft.clearSent((draft) => form.isStored(draft, variables))
      toast.success('Registration entered', 'The family gets an email.')
      if (row && isStillHere()) onStored(row)
    },
    onError: (error, variables) => {
      if (isClientError(error)) form.setSent(false)
      form.setWithoutResponse(!isClientError(error) && 'child_ids' in variables ? variables.child_ids : [])
      explain(error)
    },
  })
  useBeforeUnload(register.isPending)

  function explain(error: Error) {
    const code = isClientError(error) ? error.code : ''
    // Filled or closed meanwhile: asked with the month as it is now.
    if (error instanceof ApiError && code === 'confirm-days' && ask(error.stored as AdminMonth)) return
    setQuestion(null)
    fields.showError(error)
    if (code === 'agreement-changed') {
      reloadAgreement('registration_agreement')
      form.setAgreed(false)
      form.setMissing(['agreement'])
      setAttempts((count) => count + 1)
    }
    if (code !== '') form.refresh()
    if (code === 'children-gone') void form.children.refetch()
    toast.error(code === 'day-unavailable' ? 'Day Not Available' : NOT_ENTERED, errorReason(error))
  }

  /** Returns whether there is something to ask. */
  function ask(month: AdminMonth | null): boolean {
    const calendar = month ? toMonthCalendar(month) : form.calendar
    const asked = calendar
      ? daysToConfirm(calendar, form.days, form.today, { children: form.payingChildren })
      : []
    setQuestion(asked.length > 0 ? asked : null)
    return asked.length > 0
  }

  function send(confirmed_days: number[]) {
    const { input } = form
    if (register.isPending || !input) return
    toast.clear()
    mark()
    form.setSent(true)
    register.mutate({
      ...input,
      fee: form.totalCents / 100,
      agreement: form.agreement,
      confirmed_days,
      language,
    })
  }

  function submit() {
    if (register.isPending) return
    fields.clear()
    setAttempts((count) => count + 1)
    const problem = checkRegistration(form, fields)
    if (problem) return toast.error(problem.title, problem.message)
    // Sent before without a response, it may be stored, and days full by it. If it is not, the server asks about them.
    const isSentBefore = form.input !== null && hasPendingKey(form.sentAs, form.input)
    if (!isSentBefore && form.childIds.some((id) => form.submitted.has(id))) {
      form.dropSubmitted()
      return toast.error(NOT_ENTERED, ALREADY_SUBMITTED)
    }
    if (isSentBefore || !ask(null)) send([])
  }

  return {
    submit,
    attempts,
    isSending: register.isPending,
    question: question && addAnywayQuestion(question),
    addAnyway: () => send(question?.map(({ n }) => n) ?? []),
    keepEditing: () => setQuestion(null),
  }
}
