import { ServerOff } from 'lucide-react'
import { useServerUnreachable } from './use-server-unreachable'

/** Beside the word that the browser is offline: it may be online and yet reach nobody. */
export function UnreachableBanner() {
  const isLost = useServerUnreachable()
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
