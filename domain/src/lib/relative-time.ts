const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`

/**
 * "5 minutes ago": how long ago it was, where that says more than the date. Null for what is a day old or lies ahead;
 * a clock that differs by seconds is no time ahead.
 */
export function timeAgo(instant: Date | string, now: Date): string | null {
  const ms = now.getTime() - new Date(instant).getTime()
  if (!(ms > -MINUTE_MS) || ms >= DAY_MS) return null
  if (ms < MINUTE_MS) return 'just now'
  return ms < HOUR_MS
    ? counted(Math.floor(ms / MINUTE_MS), 'minute')
    : counted(Math.floor(ms / HOUR_MS), 'hour')
}
