import { checkSelectedDays } from '@aftercare/domain/availability'
import type { Day } from '@aftercare/domain/days'
import type { MonthCalendar } from '@aftercare/domain/months'
import { useEffect, useEffectEvent, useMemo } from 'react'

type LostDays = {
  calendar: MonthCalendar | null
  today: Day
  days: readonly number[]
  /** In an edit: days already held stay, whatever they are now. */
  original?: readonly number[]
  /** The days that remain, and a sentence naming those that were lost. */
  onLost: (remaining: number[], message: string) => void
}

/** While days are being chosen staff may close one, or midnight may pass: it leaves the choice, and is named. */
export function useLostDays({ calendar, today, days, original, onLost }: LostDays) {
  const check = useEffectEvent(() => {
    if (!calendar) return
    const problems = checkSelectedDays(calendar, days, today, { originalDays: original })
    if (problems.length === 0) return
    const lost = new Set(problems.map(({ n }) => n))
    onLost(
      days.filter((n) => !lost.has(n)),
      problems.map(({ message }) => message).join(' '),
    )
  })
  const rules = useMemo(() => JSON.stringify(calendar), [calendar])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the check runs when the month's rules or the day change
  useEffect(() => check(), [rules, today])
}
