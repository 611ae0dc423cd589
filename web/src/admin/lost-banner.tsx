import { ServerOff } from 'lucide-react'
import { useServerLost } from './use-server-lost'

/** Beside the word that the browser is offline: it may be online and yet reach nobody. */
export function LostBanner() {
  const isLost = useServerLost()
  return (
    <div role="status" className="print:hidden [html[data-board]_&]:hidden">
      {isLost && navigator.onLine && (
        <p className="flex items-center justify-center gap-2 bg-danger-soft px-4 py-2 text-center text-sm font-medium text-danger-ink">
          <ServerOff aria-hidden="true" className="size-4 flex-none" />
          The connection is lost. What you see may be out of date. Reconnecting…
        </p>
      )}
    </div>
  )
}
