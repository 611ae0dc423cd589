import { Skeleton } from '../feedback/skeleton'
import './month-calendar.css'

/** Shown while the month loads. */
export function MonthCalendarSkeleton({ label = 'Loading...' }: { label?: string }) {
  return (
    <div role="status" className="month-calendar">
      <span className="sr-only">{label}</span>
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
