import type { Day } from '@aftercare/domain/lib/days'
import { checkSelectedDays, type DayNeeds } from '@aftercare/domain/months/availability'
import type { MonthCalendar } from '@aftercare/domain/months/months'
import { en } from '@aftercare/domain/months/texts/en'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { textsOf } from '../../language/language'
import { monotonicClock } from '../../lib/monotonic-clock'

type LostDays = {
  calendar: MonthCalendar | null
  today: Day
  days: readonly number[]
  /** In an edit: days already booked stay. */
  needs?: DayNeeds
  /** While sending: the response decides. */
  isPaused: boolean
  /** What was sent may be stored: a day may be full because of this very request. */
  mayBeStored: boolean
  /** The remaining days, and a message naming the removed ones. */
  onLost: (remaining: number[], message: string) => void
}

/** Within this time after a day was removed, a user who clicks Submit has not noticed. */
const UNSEEN_MS = 2000

/**
 * While days are being selected staff may close one, or midnight may pass: it is removed and named. Returns the message
 * of a removal too recent to have been read, else null.
 */
export function useUnavailableDays({
  calendar,
  today,
  days,
  needs,
  isPaused,
  mayBeStored,
  onLost,
}: LostDays): () => string | null {
  const last = useRef({ at: Number.NEGATIVE_INFINITY, message: '' })
  const check = useEffectEvent(() => {
    if (!calendar || isPaused) return
    const problems = checkSelectedDays(calendar, days, today, needs, textsOf(en)).filter(
      ({ reason }) => reason !== 'full' || !mayBeStored,
    )
    if (problems.length === 0) return
    const lost = new Set(problems.map(({ n }) => n))
    const message = problems.map((problem) => problem.message).join(' ')
    last.current = { at: monotonicClock.now(), message }
    onLost(
      days.filter((n) => !lost.has(n)),
      message,
    )
  })
  const rules = useMemo(() => JSON.stringify(calendar), [calendar])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the check runs when the month's rules or the day change
  useEffect(() => check(), [rules, today, isPaused, mayBeStored])
  return useCallback(() => {
    const { at, message } = last.current
    return monotonicClock.now() - at < UNSEEN_MS ? message : null
  }, [])
}
