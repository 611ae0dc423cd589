import { capitalize } from '@aftercare/domain/lib/capitalize'
import { weekdayShort } from '@aftercare/domain/lib/dates-format'
import { weekday } from '@aftercare/domain/lib/days'
import type { Language } from '@aftercare/domain/lib/language'
import { dateInMonth, type MonthIdentity } from '@aftercare/domain/months/months'
import { en } from '../../features/submissions/texts/en'
import { useTexts } from '../../language/language'

/** "Wed 2": the weekday helps more than the number when the family plans its week. */
export function dayChip({ month_name, year }: MonthIdentity, n: number, language: Language): string {
  const day = dateInMonth({ monthName: month_name, year }, n)
  return day === null ? String(n) : `${capitalize(weekdayShort(weekday(day), language))} ${n}`
}

/** The selected days, where there is no calendar. */
export function DayChips({ days }: { days: readonly string[] }) {
  const t = useTexts(en)
  return (
    <ul aria-label={t.days} className="flex flex-wrap gap-2">
      {days.map((day) => (
        <li
          key={day}
          className="rounded-control bg-day-regular px-2.5 py-1 font-semibold text-day-regular-ink tabular-nums"
        >
          {day}
        </li>
      ))}
    </ul>
  )
}
