import { formatDateTime } from '@aftercare/domain/lib/dates-format'
import { programFacts, serverNow, useProgramTime } from '../../lib/program'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`

/**
 * "5 minutes ago": how long ago it was, where that says more than the date. Null for what is a day old or lies ahead;
 * a clock that differs by seconds is no time ahead.
 */
function timeAgo(instant: Date | string, now: Date): string | null {
  const ms = now.getTime() - new Date(instant).getTime()
  if (!(ms > -MINUTE_MS) || ms >= DAY_MS) return null
  if (ms < MINUTE_MS) return 'just now'
  return ms < HOUR_MS
    ? counted(Math.floor(ms / MINUTE_MS), 'minute')
    : counted(Math.floor(ms / HOUR_MS), 'hour')
}

/** "5 minutes ago" with the moment itself on hover and on paper; after a day the moment alone. */
export function TimeAgo({ at, className }: { at: string; className?: string }) {
  const exact = formatDateTime(at, programFacts().timeZone)
  const ago = useProgramTime(() => timeAgo(at, serverNow()) ?? '')
  return (
    <time dateTime={at} title={ago ? exact : undefined} className={className}>
      {ago && <span className="print:hidden">{ago}</span>}
      <span className={ago ? 'hidden print:inline' : undefined}>{exact}</span>
    </time>
  )
}
