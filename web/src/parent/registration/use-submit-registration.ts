import { en as formTexts } from '@aftercare/domain/registration/texts/en'
import { useState } from 'react'
import type { Month } from '../../features/months/months.api'
import { en as enChoices } from '../../features/months/texts/en'
import { checkRegistration } from '../../features/registration/check-registration'
import { en } from '../../features/registration/texts/en'
import type { RegistrationFormState } from '../../features/registration/use-registration-form'
import { reloadAgreement } from '../../features/submissions/agreement'
import type { ReceiptState } from '../../features/submissions/receipt'
import { type RegistrationInput, useRegister } from '../../features/submissions/submissions.api'
import { textsOf } from '../../language/language'
import { isClientError } from '../../lib/api-client'
import { formErrorMessage } from '../../lib/form-error-message'
import { hasPendingKey } from '../../lib/idempotency-key'
import type { ScopedToast } from '../../lib/scoped-toast'
import { useBeforeUnload } from '../../lib/use-before-unload'
import type { useFieldErrors } from '../../lib/use-field-errors'
import { useSubmitLocation } from '../../lib/use-submit-location'
import { useNavigate } from '../../router/router'
import { en as enUi } from '../../ui/texts/en'
import { en as enConfirm } from '../guest-confirmation/texts/en'

type Parts = { toast: ScopedToast; fields: Omit<ReturnType<typeof useFieldErrors>, 'errors'> }

/** Checks in the order month, missing information, duplicates; then sends. The form keeps everything on a failure. */
export function useSubmitRegistration(
  form: RegistrationFormState,
  personId: string | null,
  { toast, fields }: Parts,
) {
  const navigate = useNavigate()
  const { mark, isStillHere } = useSubmitLocation()
  const [attempts, setAttempts] = useState(0)
  const register = useRegister({
    onSuccess: (response, variables) => {
      // Changes since, for another month or child, are not sent yet.
      form.draft.clearSent((draft) => form.isStored(draft, variables))
      const isHeld = 'confirm_by' in response
      const { title, message } = isHeld
        ? textsOf(enConfirm).sent
        : { title: textsOf(enUi).success, message: successMessage(variables) }
      toast.success(title, message)
      if (!isStillHere()) return
      const row = isHeld ? response : response.rows[0]
      // Not the month shown: another one may be selected by now.
      const month = [form.month, ...form.months].find((one) => one?.id === variables.month_id)
      navigate('/', { state: personId === null && row && month ? receiptOf(row, month) : null })
    },
    onError: (error, variables) => {
      // Without a response it may be stored: its children stay selected, so that the next click replays it.
      if (isClientError(error)) form.setSent(false)
      form.setWithoutResponse(!isClientError(error) && 'child_ids' in variables ? variables.child_ids : [])
      explain(error)
    },
  })

  // Outside this site nothing could report whether it was stored.
  useBeforeUnload(register.isPending)

  function explainSubmitted() {
    const { title, message } = textsOf(formTexts).alreadySubmitted
    toast.error(title, message)
  }

  function askToAgreeAgain() {
    reloadAgreement('registration_agreement')
    form.setAgreed(false)
    form.setMissing(['agreement'])
    setAttempts((count) => count + 1)
  }

  function explain(error: Error) {
    const code = isClientError(error) ? error.code : ''
    fields.showError(error)
    if (code === 'already-submitted') return explainSubmitted()
    if (code === 'agreement-changed') askToAgreeAgain()
    if (code === 'day-unavailable' || code === 'month-unavailable' || code === 'price-changed') form.refresh()
    const isDay = code === 'day-unavailable' || code === 'already-booked'
    const title = isDay ? textsOf(enChoices).dayNotAvailable : textsOf(enUi).error
    toast.error(title, formErrorMessage(error, textsOf(en).failed))
  }

  function submit() {
    if (register.isPending) return
    fields.clear()
    setAttempts((count) => count + 1)
    const problem = checkRegistration(form, fields)
    if (problem) return toast.error(problem.title, problem.message)
    const { input } = form
    if (!input) return
    if (!hasPendingKey(form.sentAs, input) && form.childIds.some((id) => form.submitted.has(id))) {
      form.dropSubmitted()
      return explainSubmitted()
    }
    toast.clear()
    mark()
    form.setSent(true)
    register.mutate({ ...input, fee: form.totalCents / 100, agreement: form.agreement })
  }

  return { submit, attempts, isSending: register.isPending }
}

function successMessage(variables: RegistrationInput): string {
  const t = textsOf(formTexts)
  return 'child_ids' in variables ? t.success(variables.child_ids.length) : t.guestSuccess
}

const receiptOf = (
  row: { selected_days: number[]; total_fee: number; confirm_by?: string },
  { month_name, year }: Month,
): ReceiptState => ({
  receipt: {
    month: { month_name, year },
    days: row.selected_days,
    fee: row.total_fee,
    confirmBy: row.confirm_by,
  },
})
