import { dateInMonth, type MonthCalendar } from '@aftercare/domain/months'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useWatchedDays } from './seat-watches.api'

const WatchDialog = lazy(() => import('./watch-dialog').then((m) => ({ default: m.WatchDialog })))

type FullDays = {
  /** For the calendar's cells; undefined for guests, who have nobody to tell. */
  watched: number[] | undefined
  openDay: (day: number) => void
  /** Stands beside the calendar. */
  panel: ReactNode
}

/** What pressing a full day does: for signed-in parents, asking to be told when a seat opens. */
export function useFullDays(
  monthId: string | null,
  calendar: MonthCalendar | null,
  { isParent }: { isParent: boolean },
): FullDays {
  const [day, setDay] = useState<number | null>(null)
  const watched = useWatchedDays(monthId, { enabled: isParent })
  const date = day === null || !calendar ? null : dateInMonth(calendar, day)
  return {
    watched: isParent ? watched : undefined,
    openDay: setDay,
    panel: monthId && day !== null && date !== null && (
      <Suspense>
        <WatchDialog
          monthId={monthId}
          day={day}
          date={date}
          isWatched={watched.includes(day)}
          onClose={() => setDay(null)}
        />
      </Suspense>
    ),
  }
}
