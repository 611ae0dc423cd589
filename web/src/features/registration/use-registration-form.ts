import { monthIndexOf } from '@aftercare/domain/lib/days'
import { checkSelectedDays, selectableDays } from '@aftercare/domain/months/availability'
import { toMonthCalendar } from '@aftercare/domain/months/months'
import { en as enDays } from '@aftercare/domain/months/texts/en'
import { feeCents, totalCents } from '@aftercare/domain/pricing/fees'
import { alreadySubmittedChildren, dropInsOf } from '@aftercare/domain/registration/registration'
import type { UseQueryResult } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { textsOf, useTexts } from '../../language/language'
import { hasPendingKey } from '../../lib/idempotency-key'
import { useToday } from '../../lib/program'
import type { ScopedToast } from '../../lib/scoped-toast'
import { useDraft } from '../../lib/use-draft'
import { en as enUi } from '../../ui/texts/en'
import { toggleDay } from '../months/day-choice'
import type { Month } from '../months/months.api'
import { en as enChoices } from '../months/texts/en'
import { useUnavailableDays } from '../months/use-unavailable-days'
import { useAgreed, type useAgreement } from '../submissions/agreement'
import {
  type EarlierRegistrations,
  REGISTER,
  type RegistrationRequest,
  STAFF_REGISTER,
  useLatestRegistration,
  type useRegistered,
} from '../submissions/submissions.api'
import { guestColumn } from './guest-field'
import {
  EMPTY_DRAFT,
  type GuestDetails,
  isEmptyRegistration,
  matchesRequest,
  parseRegistrationDraft,
  type RegistrationDraft,
  registrationInput,
} from './registration-draft'
import { en } from './texts/en'
import { hasCalendar, type MonthChoice, useWithdrawnMonth } from './use-month-choice'

/** What the form is filled with, by the family itself or by staff. */
export type RegistrationQueries = {
  pickMonthId: (id: string | null) => void
  choice: MonthChoice
  children: UseQueryResult<{ id: string; name: string; allergies: string | null }[]>
  registered: ReturnType<typeof useRegistered>
  /** The children's latest registrations, for "Same as" that month. */
  earlier: EarlierRegistrations
  agreement: ReturnType<typeof useAgreement>
}

type Options = {
  /** A guest's parent and child are typed in. */
  isGuest: boolean
  /** Staff fill it in for somebody else: with a draft of its own, and the children chosen before. */
  staff?: { draft: string; childIds: string[] }
  queries: RegistrationQueries
  toast: ScopedToast
  /** Editing a field clears its error until the next check. */
  clearErrors: (...names: string[]) => void
}

export type RegistrationFormState = ReturnType<typeof useRegistrationForm>

const NO_DAYS: number[] = []
const NO_CHILDREN: string[] = []

/** Days belong to their month; a draft's days do not apply to another one. */
const daysIn = (values: RegistrationDraft, monthId: string | null): number[] =>
  monthId !== null && values.monthId === monthId ? values.days : NO_DAYS

/**
 * The state of the registration form, without sending it. Its callbacks are stable while days are clicked, so that parts
 * without days are not re-rendered.
 */
export function useRegistrationForm({ isGuest, staff, queries, toast, clearErrors }: Options) {
  const { choice, children, registered, earlier, agreement, pickMonthId } = queries
  const today = useToday()
  const dayTexts = useTexts(enDays)
  const byStaff = staff !== undefined
  const sentAs = byStaff ? STAFF_REGISTER : REGISTER
  const preset = staff?.childIds ?? NO_CHILDREN
  const empty = { ...EMPTY_DRAFT, childIds: preset }
  const stored = useDraft(staff?.draft ?? 'registration', {
    empty,
    isStored: !byStaff,
    parse: parseRegistrationDraft,
    isEmpty: ({ childIds, ...draft }) =>
      isEmptyRegistration({ ...draft, childIds: childIds.filter((id) => !preset.includes(id)) }),
  })
  const { values, change: changeDraft } = stored
  const { agreed, setAgreed } = useAgreed(agreement.text)
  const [missing, setMissing] = useState<readonly string[]>([])
  /** Sent without a response: they may be registered by now, by this very form. */
  const [withoutResponse, setWithoutResponse] = useState<ReadonlySet<string>>(new Set())
  /** From submit until the server rejects it or something changes: seats may be taken by this very form. */
  const [isSent, setSent] = useState(false)

  const { month } = choice
  const monthIndex = month ? monthIndexOf(month.month_name) : null
  const calendar = useMemo(() => (month ? toMonthCalendar(month) : null), [month])
  const submitted = useMemo(() => {
    const known = month ? alreadySubmittedChildren(registered.data ?? [], month.id) : new Set<string>()
    return new Set([...known].filter((id) => !withoutResponse.has(id)))
  }, [month, registered.data, withoutResponse])
  const monthId = month?.id ?? null
  const days = daysIn(values, monthId)
  const known = useCallback(
    (ids: readonly string[]) => ids.filter((id) => children.data?.some((child) => child.id === id)),
    [children.data],
  )
  const childIds = useMemo(() => known(values.childIds), [values.childIds, known])
  const draft = { ...values, days, monthId: monthId ?? values.monthId }
  const input = monthId === null ? null : registrationInput({ ...draft, childIds }, monthId, !isGuest)
  const isStored = (of: RegistrationDraft, request: RegistrationRequest) =>
    matchesRequest({ ...of, childIds: known(of.childIds) }, request, submitted)

  const latest = useLatestRegistration(sentAs)
  const isPending = latest?.status === 'pending'
  const [wasPending, setWasPending] = useState(isPending)
  /** Also when it has just been stored: the draft is emptied first. */
  const isRegistering = isPending || wasPending
  // Left and opened again while the request was pending: what was sent is stored now. Later changes stay.
  const emptyIfStored = useEffectEvent(() => {
    if (!wasPending || latest?.status !== 'success' || isSent || !isStored(draft, latest.variables)) return
    changeDraft(empty)
    setAgreed(false)
  })
  useEffect(() => {
    if (!isPending) emptyIfStored()
    setWasPending(isPending)
  }, [isPending])
  /** Missing seats may be taken by this very selection, also where an earlier form sent it. */
  const mayBeStored = isSent || isRegistering || (input !== null && hasPendingKey(sentAs, input))

  /** Of the month shown: days of another one are given up with the first change. */
  const setValues = useCallback(
    (next: (now: RegistrationDraft) => Partial<RegistrationDraft>) =>
      changeDraft((now) => {
        const shown = { ...now, days: daysIn(now, monthId), monthId: monthId ?? now.monthId }
        return { ...shown, ...next(shown) }
      }),
    [changeDraft, monthId],
  )
  /** Editing dismisses the toast, which would only cover the button. */
  const clearFeedback = useCallback(
    (stillMissing: (part: string) => boolean) => {
      toast.clear()
      setSent(false)
      setMissing((now) => (now.every(stillMissing) ? now : now.filter(stillMissing)))
    },
    [toast],
  )

  const changeDays = useCallback(
    (next: (days: readonly number[]) => number[]) => {
      setValues(({ days }) => ({ days: next(days) }))
      if (monthId !== null) pickMonthId(monthId)
      clearFeedback((part) => part !== 'days')
    },
    [monthId, pickMonthId, setValues, clearFeedback],
  )

  // From what is selected by then: a child chosen before the page was hydrated is adopted in the same commit.
  const deselectSubmitted = useEffectEvent(() => {
    if (!values.childIds.some((id) => submitted.has(id))) return
    setValues((now) => ({ childIds: now.childIds.filter((id) => !submitted.has(id)) }))
  })
  const isKnown = registered.isSuccess
  // biome-ignore lint/correctness/useExhaustiveDependencies: on another month, and once it is known who is registered
  useEffect(() => deselectSubmitted(), [monthId, isKnown])

  useWithdrawnMonth(choice, (message) => toast.error(textsOf(enUi).error, message))
  const readRecentLoss = useUnavailableDays({
    calendar,
    today,
    days,
    needs: { byStaff },
    isPaused: isRegistering,
    mayBeStored,
    onLost: (remaining, message) => {
      setValues(() => ({ days: remaining }))
      toast.error(textsOf(enChoices).dayNotAvailable, message)
    },
  })

  /** The selected children who can be registered: they count for the fee and need seats. */
  const payingChildren = isGuest ? 1 : childIds.filter((id) => !submitted.has(id)).length
  /** Without one there is nothing to send; unknown while no month is selected. */
  const hasOpenDay = useMemo(
    () => !calendar || mayBeStored || selectableDays(calendar, today, { byStaff }).length > 0,
    [calendar, today, mayBeStored, byStaff],
  )
  const chosen = useMemo(
    () => children.data?.filter(({ id }) => childIds.includes(id)) ?? [],
    [children.data, childIds],
  )
  const dropIns = useMemo(
    () => (month ? dropInsOf(registered.data ?? [], chosen, month) : []),
    [month, registered.data, chosen],
  )
  /** A message for each selected day with fewer seats left than children, or with a drop-in of one of them. */
  const crowdedDays = useMemo(
    () =>
      calendar && !mayBeStored
        ? checkSelectedDays(
            calendar,
            days,
            today,
            { children: payingChildren, dropIns, byStaff },
            dayTexts,
          ).filter(({ reason }) => reason === 'drop_in' || (payingChildren > 1 && reason === 'few_seats'))
        : [],
    [calendar, days, today, payingChildren, dropIns, mayBeStored, byStaff, dayTexts],
  )

  return {
    ...choice,
    today,
    monthIndex,
    calendar,
    days,
    childIds,
    input,
    isStored,
    mayBeStored,
    payingChildren,
    /** What the form shows. */
    totalCents: calendar ? totalCents(feeCents(calendar, days), payingChildren) : 0,
    dropIns,
    crowdedDays,
    hasOpenDay,
    readRecentLoss,
    submitted,
    children,
    registered,
    guest: values.guest,
    agreed,
    agreement: agreement.text,
    missing,
    setMissing,
    setSent,
    setWithoutResponse: (childIds: readonly string[]) => setWithoutResponse(new Set(childIds)),
    setAgreed: useCallback(
      (next: boolean) => {
        setAgreed(next)
        clearFeedback((part) => part !== 'agreement')
      },
      [setAgreed, clearFeedback],
    ),
    pickMonth: useCallback(
      (next: Month) => {
        if (!hasCalendar(next)) return toast.error(textsOf(enUi).error, textsOf(en).monthFailed)
        if (next.id !== monthId) {
          setValues(() => ({ monthId: next.id, days: [] }))
          pickMonthId(next.id)
          setWithoutResponse(new Set())
        }
        clearFeedback(() => false)
      },
      [monthId, pickMonthId, setValues, toast, clearFeedback],
    ),
    isGuest,
    byStaff,
    sentAs,
    earlier,
    changeDays,
    pressDay: (day: number) => changeDays((now) => toggleDay(now, day)),
    toggleChild: useCallback(
      (id: string, isChosen: boolean) => {
        setValues((now) => {
          const others = known(now.childIds).filter((other) => other !== id)
          return { childIds: isChosen ? [...others, id] : others }
        })
        clearFeedback((part) => part !== 'children')
      },
      [known, setValues, clearFeedback],
    ),
    changeGuest: useCallback(
      (part: Partial<GuestDetails>) => {
        setValues((now) => ({ guest: { ...now.guest, ...part } }))
        clearFeedback((name) => !(name in part))
        clearErrors(...Object.keys(part).map(guestColumn))
      },
      [setValues, clearFeedback, clearErrors],
    ),
    draft: stored,
    isEmpty: stored.isEmpty && !agreed,
    clear() {
      stored.clear()
      pickMonthId(null)
      setAgreed(false)
      clearFeedback(() => false)
    },
    dropSubmitted: () => setValues(() => ({ childIds: childIds.filter((id) => !submitted.has(id)) })),
  }
}
