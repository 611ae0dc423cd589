import { dayState } from '@aftercare/domain/months/availability'
import type { MonthCalendar } from '@aftercare/domain/months/months'
import { useState } from 'react'
import { en } from '../../features/months/texts/en'
import type { FullDays } from '../../features/registration/registration-calendar'
import { useTexts } from '../../language/language'
import { useToday } from '../../lib/program'
import { RetryNote } from '../../ui/feedback/retry-note'
import { lazyWithRetry } from '../../ui/lazy-with-retry'
import { useWatchedDays } from './seat-watches.api'

const WatchDialog = lazyWithRetry(
  () => import('./watch-dialog'),
  (m) => m.WatchDialog,
  { close: ({ onClose }) => onClose() },
)

/** Clicking a full day lets a signed-in parent be notified when a seat opens. */
export function useFullDays(
  monthId: string | null,
  calendar: MonthCalendar | null,
  { isParent, isOffered }: { isParent: boolean; isOffered: boolean },
): FullDays {
  const t = useTexts(en)
  const [day, setDay] = useState<number | null>(null)
  const { days: watched, query } = useWatchedDays(monthId, { enabled: isParent })
  const today = useToday()
  // Current: a seat may open, or staff close the day, while the dialog is open.
  const state = day === null || !calendar ? null : dayState(calendar, day, today)
  return {
    watched,
    mayWatch: isParent && isOffered,
    openDay: setDay,
    panel: (
      <>
        <RetryNote queries={[query]} className="mt-3">
          {t.watchesFailed}
        </RetryNote>
        {monthId && state && state.date !== null && (
          <WatchDialog
            monthId={monthId}
            day={state.n}
            date={state.date}
            reason={state.reason}
            isOffered={isOffered}
            isWatched={watched.includes(state.n)}
            onClose={() => setDay(null)}
          />
        )}
      </>
    ),
  }
}
