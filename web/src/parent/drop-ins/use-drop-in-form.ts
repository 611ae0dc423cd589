import { dropInDates } from '@aftercare/domain/drop-ins/drop-in-dates'
import { isDropInComplete } from '@aftercare/domain/registration/registration'
import { useEffect, useState } from 'react'
import { useAgreed, useAgreement } from '../../features/submissions/agreement'
import { logError } from '../../lib/log-error'
import { readDraft, usePersistedDraft } from '../../lib/persisted-draft'
import { useToday } from '../../lib/program'
import { useChildren } from '../children/children.api'
import { type DropInDraft, EMPTY_DROP_IN, isEmptyDropIn, parseDropInDraft } from './drop-in-draft'
import { useDropInDates } from './drop-ins.api'

export const DROP_IN_DRAFT = 'drop-in'

export type DropInFormState = ReturnType<typeof useDropInForm>

/** The state of the drop-in form, without sending it. */
export function useDropInForm(personId: string | null) {
  const isParent = personId !== null
  const [values, setValues] = useState(
    () => readDraft(DROP_IN_DRAFT, personId, parseDropInDraft) ?? EMPTY_DROP_IN,
  )
  const policies = useAgreement('dropin_agreement')
  const { agreed, setAgreed } = useAgreed(policies.text)
  const children = useChildren({ enabled: isParent })
  const dates = useDropInDates()
  const options = useDateOptions(dates)

  useEffect(() => {
    if (children.error) logError('The children could not be read', children.error)
  }, [children.error])
  usePersistedDraft(DROP_IN_DRAFT, personId, values, isEmptyDropIn(values))

  // The selection may be outdated: a child removed elsewhere, a day closed, midnight past.
  const child = children.data?.find(({ id }) => id === values.childId) ?? null
  const requestDate = options.some((option) => option.date === values.requestDate && option.available)
    ? values.requestDate
    : ''
  const form = { ...values, requestDate }
  return {
    values: form,
    change: (part: Partial<DropInDraft>) => setValues((now) => ({ ...now, ...part })),
    isEmpty: isEmptyDropIn(values) && !agreed,
    clear: () => {
      setValues(EMPTY_DROP_IN)
      setAgreed(false)
    },
    policies,
    agreed,
    setAgreed,
    children,
    child,
    options,
    dates,
    // A parent types no names: without a selected child the form is incomplete, whatever an older draft has.
    isComplete: (!isParent || child !== null) && isDropInComplete(form, agreed, child?.id ?? null),
  }
}

/** Today and tomorrow by the server. Until it has answered neither can be chosen; once it fails to, both are unavailable. */
function useDateOptions({ data, isError, isPending }: ReturnType<typeof useDropInDates>) {
  const today = useToday()
  const known = isError ? undefined : data
  const options = known ?? dropInDates(today).map((option) => ({ ...option, available: false }))
  return options.map((option) => ({ ...option, isPending }))
}
