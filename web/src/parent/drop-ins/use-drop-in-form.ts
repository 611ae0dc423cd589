import { dropInDates } from '@aftercare/domain/drop-ins/drop-in-dates'
import { toCents } from '@aftercare/domain/lib/money'
import { totalCents } from '@aftercare/domain/pricing/fees'
import { isDropInComplete } from '@aftercare/domain/registration/registration'
import { useEffect } from 'react'
import { useAgreed, useAgreement } from '../../features/submissions/agreement'
import { logError } from '../../lib/log-error'
import { useToday } from '../../lib/program'
import { useDraft } from '../../lib/use-draft'
import { useChildren } from '../children/children.api'
import { chosenChildren, type DropInDraft, EMPTY_DROP_IN, parseDropInDraft } from './drop-in-draft'
import { useDropInAvailability } from './drop-ins.api'

export type DropInFormState = ReturnType<typeof useDropInForm>

/** The state of the drop-in form, without sending it. */
export function useDropInForm(personId: string | null) {
  const isParent = personId !== null
  const draft = useDraft('drop-in', {
    empty: EMPTY_DROP_IN,
    isStored: true,
    parse: parseDropInDraft,
  })
  const { values } = draft
  const policies = useAgreement('dropin_agreement')
  const { agreed, setAgreed } = useAgreed(policies.text)
  const children = useChildren({ enabled: isParent })
  const dates = useDropInAvailability()
  const options = useDateOptions(dates)

  useEffect(() => {
    if (children.error) logError('The children could not be read', children.error)
  }, [children.error])

  // The selection may be outdated: a child removed elsewhere, a day closed, midnight past.
  const chosen = chosenChildren(values, children.data)
  const price = dates.data?.fee
  const feeCents = price === undefined ? undefined : totalCents(toCents(price), Math.max(chosen.length, 1))
  const requestDate = options.some((option) => option.date === values.requestDate && option.available)
    ? values.requestDate
    : ''
  const form = { ...values, requestDate }
  return {
    values: form,
    draft,
    change: (part: Partial<DropInDraft>): void => {
      draft.change(part)
    },
    isEmpty: draft.isEmpty && !agreed,
    clear: () => {
      draft.clear()
      setAgreed(false)
    },
    policies,
    agreed,
    setAgreed,
    children,
    chosen,
    options,
    dates,
    /** For all children that are chosen; undefined until it is known. */
    feeCents,
    needsApproval: dates.data?.needs_approval === true,
    // A parent types no names: without a selected child the form is incomplete, whatever an older draft has.
    isComplete: (!isParent || chosen.length > 0) && isDropInComplete(form, agreed, chosen[0]?.id ?? null),
  }
}

/** Today and tomorrow by the server. Until it has answered neither can be chosen; once it fails to, both are unavailable. */
function useDateOptions({ data, isError, isPending }: ReturnType<typeof useDropInAvailability>) {
  const today = useToday()
  const known = isError ? undefined : data?.options
  const options = known ?? dropInDates(today).map((option) => ({ ...option, available: false }))
  return options.map((option) => ({ ...option, isPending }))
}
