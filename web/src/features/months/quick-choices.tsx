import { capitalize } from '@aftercare/domain/lib/capitalize'
import { formatMonthName, weekdayShort } from '@aftercare/domain/lib/dates-format'
import type { Day } from '@aftercare/domain/lib/days'
import { formatUsd } from '@aftercare/domain/lib/money'
import type { BookedDropIn } from '@aftercare/domain/months/availability'
import type { MonthCalendar } from '@aftercare/domain/months/months'
import { type BookedDays, priceDays } from '@aftercare/domain/pricing/day-prices'
import {
  addWeekdays,
  clearDays,
  mayClear,
  SCHOOL_WEEKDAYS,
  type SchoolWeekday,
  sameAsBefore,
  toggleWeekday,
  type WeekdayState,
  weekdayChoices,
  weekdayState,
} from '@aftercare/domain/registration/quick-choices'
import { memo, useId, useMemo, useState } from 'react'
import { useLanguage, useTexts } from '../../language/language'
import { RetryNote } from '../../ui/feedback/retry-note'
import { Button } from '../../ui/inputs/button'
import type { EarlierRegistrations } from '../submissions/submissions.api'
import { en } from './texts/en'

type QuickChoicesProps = {
  month: MonthCalendar
  today: Day
  /** In an edit: the days stored when it began. */
  booked?: BookedDays
  /** On each day, one per child. */
  seatsNeeded?: number
  /** The days on which one of the children has a drop-in. */
  dropIns?: readonly BookedDropIn[]
  /** The deferred days, which may be a frame behind a click. */
  chosen: readonly number[]
  /** An updater, applied to the current days. */
  onChoose: (change: (days: readonly number[]) => number[]) => void
  /** Where the family was registered before; with no child selected, any of them counts. */
  earlier?: Pick<EarlierRegistrations, 'rows'> & Partial<EarlierRegistrations>
  childIds?: readonly string[]
}

const NONE: never[] = []

/** Selects whole weekdays with one click. */
export const QuickChoices = memo(function QuickChoices(props: QuickChoicesProps) {
  const { month, today, booked, seatsNeeded, dropIns, chosen, onChoose, earlier, childIds = NONE } = props
  const t = useTexts(en)
  const language = useLanguage()
  const headingId = useId()
  const [announcement, setAnnouncement] = useState('')
  const rows = earlier?.rows ?? NONE
  const field = useMemo(
    () => weekdayChoices(month, today, { originalDays: booked?.days, children: seatsNeeded, dropIns }),
    [month, today, booked, seatsNeeded, dropIns],
  )
  const before = useMemo(() => sameAsBefore(month, rows, childIds), [month, rows, childIds])

  function choose(change: (days: readonly number[]) => number[]) {
    const days = change(chosen)
    setAnnouncement(t.chosen(days.length, formatUsd(priceDays(month, days, booked).feeCents)))
    onChoose(change)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame and legend
    <div role="group" aria-labelledby={headingId} className="grid gap-1.5">
      {/* A fixed height: the days below must not move. */}
      <div className="-mr-3 flex min-h-tap items-center leading-tight">
        <span id={headingId} className="mr-auto text-sm font-semibold text-muted">
          {t.everyWeek}
        </span>
        {before && (
          <Button variant="plain" onClick={() => choose((days) => addWeekdays(field, days, before.weekdays))}>
            {t.sameAs(formatMonthName(before.month.monthName, language))}
          </Button>
        )}
        {mayClear(field, chosen) && (
          <Button variant="plain" onClick={() => choose((days) => clearDays(field, days))}>
            {t.clear}
          </Button>
        )}
      </div>
      <div className="grid grid-cols-5 gap-1.5">
        {SCHOOL_WEEKDAYS.map((day) => (
          <WeekdayButton
            key={day}
            day={day}
            state={weekdayState(field, chosen, day)}
            onPress={() => choose((days) => toggleWeekday(field, days, day))}
          />
        ))}
      </div>
      {earlier?.query && <RetryNote queries={[earlier.query]}>{t.earlierFailed}</RetryNote>}
      <output className="sr-only">{announcement}</output>
    </div>
  )
})

const PRESSED: Record<WeekdayState['name'], boolean | 'mixed'> = {
  none: false,
  some: 'mixed',
  all: true,
  disabled: false,
}

type WeekdayButtonProps = { day: SchoolWeekday; state: WeekdayState; onPress: () => void }

function WeekdayButton({ day, state, onPress }: WeekdayButtonProps) {
  const t = useTexts(en)
  const isPartial = state.name === 'some'
  return (
    <button
      type="button"
      aria-pressed={PRESSED[state.name]}
      disabled={state.name === 'disabled'}
      title={isPartial ? t.selectAll(state.of) : undefined}
      onClick={onPress}
      className="min-h-tap rounded-control border-2 border-line-strong bg-surface px-1 leading-tight font-semibold transition-[background-color,translate] duration-(--fast) ease-press hover:bg-surface-inset active:translate-y-px disabled:cursor-not-allowed disabled:border-transparent disabled:bg-surface-inset disabled:text-muted aria-[pressed=mixed]:border-dashed aria-[pressed=mixed]:border-accent aria-[pressed=true]:border-accent aria-[pressed=true]:bg-accent aria-[pressed=true]:text-on-accent"
    >
      {capitalize(weekdayShort(day, useLanguage()))}{' '}
      {isPartial && (
        <span className="block text-xs font-semibold text-accent-ink tabular-nums">
          {t.some(state.chosen, state.of)}
        </span>
      )}
    </button>
  )
}
