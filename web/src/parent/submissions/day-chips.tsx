import { WEEKDAY_NAMES, weekday } from '@aftercare/domain/lib/days'
import { dateInMonth } from '@aftercare/domain/months/months'

/** "Wed 2": the weekday helps more than the number when the family plans its week. */
export function dayChip(month: { month_name: string; year: number }, n: number): string {
  const day = dateInMonth({ monthName: month.month_name, year: month.year }, n)
  return day === null ? String(n) : `${WEEKDAY_NAMES[weekday(day)]?.slice(0, 3)} ${n}`
}

/** The selected days, where there is no calendar. */
export function DayChips({ days }: { days: readonly string[] }) {
  return (
    <ul aria-label="Days" className="flex flex-wrap gap-2">
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
