import { checkFields } from '@aftercare/domain/lib/field-rules'
import { GUEST_RULES } from '@aftercare/domain/registration/registration'
import { en as formTexts } from '@aftercare/domain/registration/texts/en'
import { guestColumn } from '../../features/registration/guest-field'
import { reloadAgreement } from '../../features/submissions/agreement'
import type { ReceiptState } from '../../features/submissions/receipt'
import { textsOf } from '../../language/language'
import { isClientError } from '../../lib/api-client'
import { formErrorMessage } from '../../lib/form-error-message'
import { useToast } from '../../lib/scoped-toast'
import { useBeforeUnload } from '../../lib/use-before-unload'
import { useFieldErrors } from '../../lib/use-field-errors'
import { useSubmitLocation } from '../../lib/use-submit-location'
import { useNavigate } from '../../router/router'
import { en as enConfirm } from '../guest-confirmation/texts/en'
import { chosenChildren, type DropInDraft } from './drop-in-draft'
import { type DropIn, type DropInInput, useRequestDropIn } from './drop-ins.api'
import { en } from './texts/en'
import type { DropInFormState } from './use-drop-in-form'

function contentsOf(
  values: DropInDraft,
  personId: string | null,
  children: DropInFormState['children']['data'],
): DropInInput {
  const shared = {
    dropin_date: values.requestDate,
    additional_notes: values.additionalNotes,
    agreed: true as const,
  }
  if (personId !== null) {
    const [childId = '', ...siblingIds] = chosenChildren(values, children).map(({ id }) => id)
    return siblingIds.length > 0
      ? { ...shared, child_ids: [childId, ...siblingIds] }
      : { ...shared, child_id: childId }
  }
  return {
    ...shared,
    guest_parent_name: values.parentName,
    guest_parent_email: values.parentEmail,
    guest_parent_phone: values.parentPhone,
    guest_child_name: values.childName,
    guest_child_allergies: values.childAllergies,
  }
}

/** Guests' alone. */
function receiptOf(dropIn: DropIn): ReceiptState | null {
  if ('rows' in dropIn) return null
  const { dropin_date: dropInDay, total_fee } = dropIn
  if (dropInDay === null) return null
  if ('confirm_by' in dropIn) return { receipt: { dropInDay, fee: total_fee, confirmBy: dropIn.confirm_by } }
  return {
    receipt: { dropInDay, fee: dropIn.approval?.fee ?? total_fee, isWaiting: dropIn.approval !== null },
  }
}

function sentTexts(dropIn: DropIn) {
  if ('confirm_by' in dropIn) return textsOf(enConfirm).sent
  const { sent, waiting } = textsOf(en)
  const stored = 'rows' in dropIn ? dropIn.rows[0] : dropIn
  return stored?.status === 'waiting' ? waiting : sent
}

export function useSubmitDropIn(form: DropInFormState, personId: string | null) {
  const navigate = useNavigate()
  const toast = useToast('drop-in request')
  const { errors, ...fields } = useFieldErrors()
  const { mark, isStillHere } = useSubmitLocation()
  const request = useRequestDropIn({
    onSuccess: (dropIn, variables) => {
      // The form may have been left and opened again: keep what was filled in since.
      const { agreement, fee, ...sent } = variables
      const isDone = form.draft.clearSent(
        (draft) => JSON.stringify(contentsOf(draft, personId, form.children.data)) === JSON.stringify(sent),
      )
      const { title, message } = sentTexts(dropIn)
      toast.success(title, message)
      if (!isDone || !isStillHere()) return
      if (personId === null) navigate('/', { state: receiptOf(dropIn) })
      else navigate('/dashboard')
    },
    onError: (error) => {
      fields.showError(error)
      if (isClientError(error) && error.code === 'agreement-changed') {
        reloadAgreement('dropin_agreement')
        form.setAgreed(false)
      }
      const { failed } = textsOf(en)
      toast.error(failed.title, formErrorMessage(error, failed.message))
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
    const input = contentsOf(form.values, personId, form.children.data)
    const wrong = 'guest_child_name' in input && fields.show(checkFields(input, GUEST_RULES))
    if (wrong) return toast.error(fieldsRequired.title, wrong)
    toast.clear()
    mark()
    request.mutate({
      ...input,
      fee: form.feeCents === undefined ? undefined : form.feeCents / 100,
      agreement: form.policies.text,
    })
  }

  /** Editing dismisses the toast and the errors until the next submit. */
  function change(part: Partial<DropInDraft>) {
    form.change(part)
    toast.clear()
    fields.clearErrors(...Object.keys(part).map(guestColumn), 'additional_notes')
  }

  return { submit, errors, change, isSending: request.isPending }
}
