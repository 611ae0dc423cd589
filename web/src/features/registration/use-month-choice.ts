import { monthIndexOf } from '@aftercare/domain/lib/days'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { textsOf, useTexts } from '../../language/language'
import { ApiError } from '../../lib/api-client'
import { useErrorToast } from '../../ui/feedback/use-error-toast'
import { type Month, useMonth, useOfferedMonths } from '../months/months.api'
import { en } from './texts/en'

/** Without a calendar there are no days to select. */
export const hasCalendar = (month: Month) => monthIndexOf(month.month_name) !== null

export type MonthChoice = ReturnType<typeof useMonthChoice>

/**
 * The form's month: the one in the URL, else the one picked, else the only one there is. The list and the URL's month
 * are fetched in parallel.
 */
export function useMonthChoice(requestedId: string | null, pickedId: string | null) {
  const t = useTexts(en)
  const offered = useOfferedMonths()
  const requested = useMonth(requestedId)
  const isRequestLost =
    requestedId !== null &&
    ((requested.isError && (!requested.data || isGone(requested.error))) ||
      (requested.data !== undefined && !hasCalendar(requested.data)))
  // It was there before: staff unpublished it meanwhile.
  const withdrawn = isGone(requested.error) ? requested.data : undefined
  const months = useMemo(
    // The list, fetched at another time, may still have it.
    () => (offered.data ?? []).filter(({ id }) => id !== withdrawn?.id),
    [offered.data, withdrawn],
  )
  const isRequested = requestedId !== null && !isRequestLost
  const [only] = months.length === 1 ? months : []
  const preselected = isRequested ? (requested.data ?? null) : only && hasCalendar(only) ? only : null
  const picked = months.find((month) => month.id === pickedId) ?? null

  useErrorToast(isRequestLost && !withdrawn, t.monthFailed)
  useErrorToast(offered.isError, t.monthsFailed)

  return {
    months,
    month: preselected ?? picked,
    isPreselected: preselected !== null,
    isOfferKnown: offered.data !== undefined,
    /** The URL's month, once it is unpublished. */
    withdrawn,
    /** Picked from the list, not by the URL. */
    fromOffer: isRequested ? null : (preselected ?? picked),
    isLoading: isRequested ? requested.isPending : offered.isPending,
    hasFailed: !isRequested && offered.isError,
    retry: () => void offered.refetch(),
    refresh: () => {
      void offered.refetch()
      if (requestedId !== null) void requested.refetch()
    },
  }
}

type Choice = Pick<ReturnType<typeof useMonthChoice>, 'withdrawn' | 'fromOffer' | 'months' | 'isOfferKnown'>

/** Staff may unpublish a month while the form is being filled in. */
export function useWithdrawnMonth(
  { withdrawn, fromOffer, months, isOfferKnown }: Choice,
  onWithdrawn: (message: string) => void,
): void {
  const last = useRef<Month | null>(null)
  // With its name, because another month may be shown by then.
  const notify = useEffectEvent((month: Month) => onWithdrawn(textsOf(en).withdrawn(month)))
  useEffect(() => {
    if (withdrawn) notify(withdrawn)
  }, [withdrawn])
  useEffect(() => {
    if (!isOfferKnown) return
    const was = last.current
    last.current = fromOffer
    if (was && !months.some(({ id }) => id === was.id)) notify(was)
  }, [fromOffer, months, isOfferKnown])
}

const isGone = (error: Error | null) => error instanceof ApiError && error.status === 404
