import { useState } from 'react'
import { useAgreement } from '../../features/submissions/agreement'
import { useEarlierRegistrations, useRegistered } from '../../features/submissions/submissions.api'
import { useTexts } from '../../language/language'
import { openDraft } from '../../lib/draft-store'
import { useErrorToast } from '../../ui/feedback/use-error-toast'
import { useChildren } from '../children/children.api'
import { parseRegistrationDraft, type RegistrationDraft } from './registration-draft'
import { en } from './texts/en'
import { useMonthChoice } from './use-month-choice'

export type RegistrationQueries = ReturnType<typeof useRegistrationQueries>

/** The form's queries. Separate from its state, so that a click on a day re-runs none of this. */
export function useRegistrationQueries(personId: string | null, requestedMonthId: string | null) {
  const isParent = personId !== null
  const [pickedId, pickMonthId] = useState(() => {
    const draft = openDraft({ form: 'registration', personId, isStored: true }, parseRegistrationDraft)
    return (draft as RegistrationDraft | undefined)?.monthId ?? null
  })
  const choice = useMonthChoice(requestedMonthId, pickedId)
  const children = useChildren({ enabled: isParent })
  useErrorToast(children.isError, useTexts(en).children.failed)
  return {
    pickMonthId,
    choice,
    children,
    registered: useRegistered({ enabled: isParent }),
    /** The children's latest registrations, for "Same as" that month. */
    earlier: useEarlierRegistrations(choice.month?.id ?? null, { enabled: isParent }),
    agreement: useAgreement('registration_agreement'),
  }
}
