import { useState } from 'react'
import {
  parseRegistrationDraft,
  type RegistrationDraft,
} from '../../features/registration/registration-draft'
import { en } from '../../features/registration/texts/en'
import { useMonthChoice } from '../../features/registration/use-month-choice'
import type { RegistrationQueries } from '../../features/registration/use-registration-form'
import { useAgreement } from '../../features/submissions/agreement'
import { useEarlierRegistrations, useRegistered } from '../../features/submissions/submissions.api'
import { useTexts } from '../../language/language'
import { openDraft } from '../../lib/draft-store'
import { useErrorToast } from '../../ui/feedback/use-error-toast'
import { useChildren } from '../children/children.api'

/** The form's queries. Separate from its state, so that a click on a day re-runs none of this. */
export function useRegistrationQueries(
  personId: string | null,
  requestedMonthId: string | null,
): RegistrationQueries {
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
    earlier: useEarlierRegistrations(choice.month?.id ?? null, { enabled: isParent }),
    agreement: useAgreement('registration_agreement'),
  }
}
