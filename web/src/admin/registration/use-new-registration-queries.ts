import { isCurrentOrLater } from '@aftercare/domain/months/months'
import { useMemo, useState } from 'react'
import type { RegistrationDraft } from '../../features/registration/registration-draft'
import { hasCalendar, type MonthChoice } from '../../features/registration/use-month-choice'
import type { RegistrationQueries } from '../../features/registration/use-registration-form'
import { useAgreement } from '../../features/submissions/agreement'
import { useUser } from '../../lib/auth-provider'
import { readDraft } from '../../lib/draft-store'
import { useToday } from '../../lib/program'
import { useAdminMonths } from '../months/months.api'
import { useFamilyChildren, useFamilyEarlier, useFamilyRegistered } from './registration.api'

/** The published months: the current one and later ones, and those before it on request. */
function useStaffMonths(pickedId: string | null, showsPast: boolean): MonthChoice & { hasPast: boolean } {
  const today = useToday()
  const query = useAdminMonths()
  const { published, offered } = useMemo(() => {
    const published = (query.data ?? []).filter((month) => month.is_active && hasCalendar(month))
    return { published, offered: published.filter((month) => isCurrentOrLater(month, today)) }
  }, [query.data, today])
  const picked = published.find(({ id }) => id === pickedId) ?? null
  // Also where it was picked before the session expired.
  const isPastShown = showsPast || (picked !== null && !offered.includes(picked))
  const months = isPastShown ? published : offered
  return {
    months,
    month: picked,
    isPreselected: false,
    isOfferKnown: query.data !== undefined,
    withdrawn: undefined,
    fromOffer: picked,
    isLoading: query.isPending,
    hasFailed: query.isError && !query.data,
    retry: () => void query.refetch(),
    refresh: () => void query.refetch(),
    hasPast: !isPastShown && published.length > offered.length,
  }
}

/** What the form for families needs, of any family. `parentId`: null for a guest. */
export function useNewRegistrationQueries(parentId: string | null) {
  const draft = `new registration ${parentId ?? 'guest'}`
  const personId = useUser().id
  // Opened again after the session expired, its days are those of that month.
  const [pickedId, pickMonthId] = useState(
    () => (readDraft({ form: draft, personId }) as RegistrationDraft | undefined)?.monthId ?? null,
  )
  const [showsPast, setShowsPast] = useState(false)
  const { hasPast, ...choice } = useStaffMonths(pickedId, showsPast)
  const queries: RegistrationQueries = {
    pickMonthId,
    choice,
    children: useFamilyChildren(parentId),
    registered: useFamilyRegistered(parentId),
    earlier: useFamilyEarlier(parentId, choice.month?.id ?? null),
    agreement: useAgreement('registration_agreement'),
  }
  return { draft, queries, showPast: hasPast ? () => setShowsPast(true) : null }
}
