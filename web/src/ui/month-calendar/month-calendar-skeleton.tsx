import { useTexts } from '../../language/language'
import { Skeleton } from '../feedback/skeleton'
import { en } from '../texts/en'
import './month-calendar.css'

/** Shown while the month loads. */
export function MonthCalendarSkeleton({ label }: { label?: string }) {
  const t = useTexts(en)
  return (
    <div role="status" className="month-calendar">
      <span className="sr-only">{label ?? t.loading}</span>
      {Array.from({ length: 5 }, (_, week) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes have no identity
        <div key={week} className="month-calendar-row">
          <span data-weekend="" />
          {[1, 2, 3, 4, 5].map((weekday) => (
            <Skeleton key={weekday} className="h-17 rounded-cell" />
          ))}
          <span data-weekend="" />
        </div>
      ))}
    </div>
  )
}
