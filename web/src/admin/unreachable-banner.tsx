import { ServerOff } from 'lucide-react'
import { useServerUnreachable } from './use-server-unreachable'

/** Complements the offline banner: the browser may be online and still not reach the server. */
export function UnreachableBanner() {
  const isUnreachable = useServerUnreachable()
  return (
    <div role="status" className="print:hidden [html[data-board]_&]:hidden">
      {isUnreachable && navigator.onLine && (
        <p className="flex items-center justify-center gap-2 bg-danger-soft px-4 py-2 text-center text-sm font-medium text-danger-ink">
          <ServerOff className="size-4 flex-none" />
          The connection is lost. What you see may be out of date. Reconnecting…
        </p>
      )}
    </div>
  )
}
