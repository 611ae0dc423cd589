import { formatLongDate } from '@aftercare/domain/lib/dates-format'
import { checkFields } from '@aftercare/domain/lib/field-rules'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { GUEST_RULES } from '@aftercare/domain/registration/registration'
import { en as formTexts } from '@aftercare/domain/registration/texts/en'
import { saveReceipt } from '../../features/submissions/receipt'
import { textsOf } from '../../language/language'
import { getErrorMessage } from '../../lib/error-message'
import { clearDraft, readDraft } from '../../lib/persisted-draft'
import { useToast } from '../../lib/scoped-toast'
import { useBeforeUnload } from '../../lib/use-before-unload'
import { useFieldErrors } from '../../lib/use-field-errors'
import { useNavigate } from '../../router/router'
import { guestColumn } from '../registration/guest-columns'
import { useSubmitLocation } from '../use-submit-location'
import { type DropInDraft, parseDropInDraft } from './drop-in-draft'
import { type DropIn, type DropInInput, useRequestDropIn } from './drop-ins.api'
import { DRAFT, type DropInFormState } from './use-drop-in-form'

const FAILED = 'There was an error submitting your request. Please try again.'

function contentsOf(values: DropInDraft, personId: string | null): DropInInput {
  const shared = {
    dropin_date: values.requestDate,
    additional_notes: values.additionalNotes,
    agreed: true as const,
  }
  if (personId !== null) return { ...shared, child_id: values.childId ?? '' }
  return {
    ...shared,
    guest_parent_name: values.parentName,
    guest_parent_email: values.parentEmail,
    guest_parent_phone: values.parentPhone,
    guest_child_name: values.childName,
    guest_child_allergies: values.childAllergies,
  }
}

const receiptOf = (dropIn: DropIn) => ({
  title: 'We have your drop-in request',
  when: dropIn.dropin_date === null ? '' : formatLongDate(dropIn.dropin_date),
  days: [],
  fee: formatUsd(toCents(dropIn.total_fee)),
})

export function useSubmitDropIn(form: DropInFormState, personId: string | null) {
  const navigate = useNavigate()
  const toast = useToast('drop-in request')
  const { errors, ...fields } = useFieldErrors()
  const { mark, isStillHere } = useSubmitLocation()
  const request = useRequestDropIn({
    onSuccess: (dropIn, variables) => {
      // The form may have been left and opened again: keep what was filled in since.
      const draft = readDraft(DRAFT, personId, parseDropInDraft)
      const hasNewDraft =
        draft !== null && JSON.stringify(contentsOf(draft, personId)) !== JSON.stringify(variables)
      if (!hasNewDraft) clearDraft(DRAFT, personId)
      toast.success('Request Submitted!', "You'll receive a confirmation email shortly.")
      if (hasNewDraft || !isStillHere()) return
      if (personId === null) saveReceipt(receiptOf(dropIn))
      navigate(personId === null ? '/' : '/dashboard')
    },
    onError: (error) => {
      fields.showError(error)
      toast.error('Submission Failed', getErrorMessage(error) ?? FAILED)
    },
  })

  // Outside this site nothing could report whether it was stored.
  useBeforeUnload(request.isPending)

  /** The button needs a complete form; Enter does not, and shows what is missing. */
  function submit() {
    if (request.isPending) return
    fields.clear()
    const { agreementRequired, fieldsRequired } = textsOf(formTexts)
    if (!form.agreed) return toast.error(agreementRequired.title, agreementRequired.message)
    if (!form.isComplete) return toast.error(fieldsRequired.title, fieldsRequired.message)
    const input = contentsOf(form.values, personId)
    const wrong = 'guest_child_name' in input && fields.show(checkFields(input, GUEST_RULES))
    if (wrong) return toast.error('Missing Information', wrong)
    toast.clear()
    mark()
    request.mutate(input)
  }

  /** Editing dismisses the toast and the errors until the next submit. */
  function change(part: Partial<DropInDraft>) {
    form.change(part)
    toast.clear()
    fields.correct(...Object.keys(part).map(guestColumn), 'additional_notes')
  }

  return { submit, errors, change, isSending: request.isPending }
}
