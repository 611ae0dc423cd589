import { formatDateTime } from '@aftercare/domain/lib/instants-format'
import { WifiOff } from 'lucide-react'
import { useLanguage, useTexts } from '../../language/language'
import { useOnline } from '../hooks/use-online'
import { en } from '../texts/en'

/** Shown while offline; a page that works offline has its own message. */
export function OfflineBanner() {
  const online = useOnline()
  const t = useTexts(en)
  return (
    <div role="status" className="print:hidden [html[data-board]_&]:hidden">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-danger-soft px-4 py-2 text-center text-sm font-medium text-danger-ink">
          <WifiOff className="size-4 flex-none" />
          {t.offline}
        </p>
      )}
    </div>
  )
}

/** Shown while NOW sets the clock, so that nobody mistakes the demo's days for real ones. */
export function ClockBanner({ now, timeZone }: { now: Date; timeZone: string }) {
  const t = useTexts(en)
  return (
    <p
      data-demo-clock
      // A minute may have begun since the server rendered it.
      suppressHydrationWarning
      className="bg-warning px-4 py-1.5 text-center text-sm font-medium text-on-warning print:hidden"
    >
      {t.demoClock(formatDateTime(now, timeZone, useLanguage()))}
    </p>
  )
}
