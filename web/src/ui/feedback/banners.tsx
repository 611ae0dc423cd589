import { formatDateTime } from '@aftercare/domain/lib/dates-format'
import { WifiOff } from 'lucide-react'
import { useOnline } from '../hooks/use-online'

/** Says that the connection is gone, as long as it is; a page that works without one says so itself. */
export function OfflineBanner() {
  const online = useOnline()
  return (
    <div role="status" className="print:hidden [html[data-board]_&]:hidden">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-danger-soft px-4 py-2 text-center text-sm font-medium text-danger-ink">
          <WifiOff aria-hidden="true" className="size-4 flex-none" />
          You are offline. You can save changes once you're back online.
        </p>
      )}
    </div>
  )
}

/** For demonstrations: the clock was set by hand, so that nobody takes these days for real ones. */
export function ClockBanner({ now, timeZone }: { now: Date; timeZone: string }) {
  return (
    <p
      data-demo-clock
      className="bg-warning px-4 py-1.5 text-center text-sm font-medium text-on-warning print:hidden"
    >
      Demo clock: {formatDateTime(now, timeZone)}
    </p>
  )
}
