import { useState } from 'react'
import { useAgreement } from '../../features/submissions/agreement'
import { useEarlierRegistrations, useRegistered } from '../../features/submissions/submissions.api'
import { readDraft } from '../../lib/persisted-draft'
import { useErrorToast } from '../../ui/feedback/use-error-toast'
import { useChildren } from '../children/children.api'
import { EMPTY_DRAFT, parseRegistrationDraft } from './registration-draft'
import { useMonthChoice } from './use-month-choice'

export const DRAFT = 'registration'

export type RegistrationQueries = ReturnType<typeof useRegistrationQueries>

/** What the form is made from. Apart from what is chosen in it: a tap on a day goes through none of this again. */
export function useRegistrationQueries(personId: string | null, requestedMonthId: string | null) {
  const isParent = personId !== null
  const [draft] = useState(() => readDraft(DRAFT, personId, parseRegistrationDraft) ?? EMPTY_DRAFT)
  const [pickedId, pickMonthId] = useState(draft.monthId)
  const choice = useMonthChoice(requestedMonthId, pickedId)
  const children = useChildren({ enabled: isParent })
  useErrorToast(children.isError, 'Failed to load children data.')
  return {
    draft,
    pickMonthId,
    choice,
    children,
    registered: useRegistered({ enabled: isParent }),
    /** Where the children were registered last, for "Same as" that month. */
    earlier: useEarlierRegistrations(choice.month?.id ?? null, { enabled: isParent }),
    agreement: useAgreement('registration_agreement'),
  }
}
