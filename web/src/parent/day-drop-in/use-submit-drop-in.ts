import { INVALID_EMAIL, isEmail } from '@aftercare/domain/limits'
import { DROP_IN_AGREEMENT_REQUIRED } from '@aftercare/domain/registration'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, type FieldErrors } from '../../features/api-client'
import { type DropInInput, useRequestDropIn } from '../../features/drop-ins/drop-ins.api'
import { clearDraft } from '../../features/submissions/draft'
import { useRequestKey } from '../../features/submissions/request-key'
import { useOneToast } from '../../features/submissions/use-one-toast'
import { toast } from '../../ui/toast'
import { DRAFT, type DropInFormState } from './use-drop-in-form'

const FAILED = 'There was an error submitting your request. Please try again.'

export function useSubmitDropIn(form: DropInFormState, personId: string | null) {
  const navigate = useNavigate()
  const request = useRequestDropIn()
  const keyFor = useRequestKey()
  const say = useOneToast()
  const [errors, setErrors] = useState<FieldErrors>({})
  const isSending = useRef(false)

  function contents(): DropInInput {
    const { values, child } = form
    const shared = {
      dropin_date: values.requestDate,
      additional_notes: values.additionalNotes,
      agreed: true as const,
    }
    if (child) return { ...shared, child_id: child.id }
    return {
      ...shared,
      guest_parent_name: values.parentName,
      guest_parent_email: values.parentEmail,
      guest_child_name: values.childName,
      guest_child_allergies: values.childAllergies,
    }
  }

  function explain(error: unknown) {
    const refusal = error instanceof ApiError && error.status >= 400 && error.status < 500 ? error : null
    setErrors(refusal?.fields ?? {})
    const words = refusal ? (Object.values(refusal.fields)[0] ?? refusal.message) : FAILED
    say.error('Submission Failed', words)
  }

  /** The button waits for a complete form; the Enter key does not, and is told what is missing. */
  async function submit() {
    if (isSending.current) return
    setErrors({})
    if (!form.agreed) {
      return say.error(DROP_IN_AGREEMENT_REQUIRED.title, DROP_IN_AGREEMENT_REQUIRED.message)
    }
    if (!form.isComplete) return say.error('Missing Information', 'Please fill in all required fields.')
    if (personId === null && !isEmail(form.values.parentEmail)) {
      setErrors({ guest_parent_email: INVALID_EMAIL })
      return say.error('Missing Information', INVALID_EMAIL)
    }
    const input = contents()
    isSending.current = true
    try {
      await request.mutateAsync({ ...input, key: keyFor(input) })
      say.clear()
      clearDraft(DRAFT, personId)
      toast.success('Request Submitted!', "You'll receive a confirmation email shortly.")
      navigate(personId === null ? '/' : '/dashboard')
    } catch (error) {
      explain(error)
    } finally {
      isSending.current = false
    }
  }

  return { submit, errors, isSending: request.isPending }
}
