import { INVALID_EMAIL, isEmail } from '@aftercare/domain/limits'
import {
  ALREADY_SUBMITTED,
  GUEST_REGISTRATION_SUCCESS,
  guestRegistrationProblem,
  registrationProblem,
  registrationSuccessMessage,
} from '@aftercare/domain/registration'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, type FieldErrors } from '../../features/api-client'
import { clearDraft } from '../../features/submissions/draft'
import { useRequestKey } from '../../features/submissions/request-key'
import { type RegistrationInput, useRegister } from '../../features/submissions/submissions.api'
import type { useOneToast } from '../../features/submissions/use-one-toast'
import { toast } from '../../ui/toast'
import { DRAFT, type RegistrationForm } from './use-registration-form'

const FAILED = 'Failed to submit registration. Please try again.'

const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500

/** Checks in the order month, missing information, duplicates; then sends. The form keeps everything on a failure. */
export function useSubmitRegistration(
  form: RegistrationForm,
  personId: string | null,
  say: ReturnType<typeof useOneToast>,
) {
  const navigate = useNavigate()
  const register = useRegister()
  const keyFor = useRequestKey()
  const [errors, setErrors] = useState<FieldErrors>({})
  const [attempts, setAttempts] = useState(0)
  const isSending = useRef(false)
  /** What was sent without an answer: it may be stored, and sending it again under its key asks for that answer. */
  const unanswered = useRef('')

  function problem() {
    const shared = { monthId: form.month?.id ?? null, days: form.days, agreed: form.agreed }
    return personId === null
      ? guestRegistrationProblem({ ...shared, ...form.guest })
      : registrationProblem({ ...shared, childIds: form.childIds })
  }

  function contents(monthId: string): RegistrationInput {
    const shared = { month_id: monthId, selected_days: [...form.days], agreed: true as const }
    if (personId !== null) return { ...shared, child_ids: form.childIds }
    return {
      ...shared,
      guest_parent_name: form.guest.parentName,
      guest_parent_email: form.guest.parentEmail,
      guest_child_name: form.guest.childName,
      guest_child_allergies: form.guest.childAllergies,
      guest_child_notes: form.guest.childNotes,
    }
  }

  function explain(refusal: unknown) {
    if (!isRefusal(refusal)) return say.error('Error', FAILED)
    setErrors(refusal.fields)
    if (refusal.code === 'already-submitted') {
      return say.error(ALREADY_SUBMITTED.title, ALREADY_SUBMITTED.message)
    }
    if (refusal.code === 'day-unavailable' || refusal.code === 'month-unavailable') form.refresh()
    if (refusal.code === 'day-unavailable') return say.error('Day Not Available', refusal.message)
    if (refusal.code === 'invalid') {
      return say.error('Error', Object.values(refusal.fields)[0] ?? refusal.message)
    }
    say.error('Error', refusal.message)
  }

  async function submit() {
    if (isSending.current) return
    setErrors({})
    setAttempts((count) => count + 1)
    const found = problem()
    form.setMissing(found?.missing ?? [])
    if (found || !form.month) return say.error(found?.title ?? 'Error', found?.message ?? FAILED)
    if (personId === null && !isEmail(form.guest.parentEmail)) {
      setErrors({ guest_parent_email: INVALID_EMAIL })
      return say.error('Missing Information', INVALID_EMAIL)
    }
    const input = contents(form.month.id)
    const isRepeat = unanswered.current === JSON.stringify(input)
    if (!isRepeat && form.childIds.some((id) => form.submitted.has(id))) {
      form.dropSubmitted()
      return say.error(ALREADY_SUBMITTED.title, ALREADY_SUBMITTED.message)
    }
    isSending.current = true
    try {
      await register.mutateAsync({ ...input, key: keyFor(input) })
      say.clear()
      clearDraft(DRAFT, personId)
      toast.success(
        'Success!',
        personId === null ? GUEST_REGISTRATION_SUCCESS : registrationSuccessMessage(form.childIds.length),
      )
      navigate('/')
    } catch (error) {
      unanswered.current = isRefusal(error) ? '' : JSON.stringify(input)
      explain(error)
    } finally {
      isSending.current = false
    }
  }

  return { submit, errors, attempts, isSending: register.isPending }
}
