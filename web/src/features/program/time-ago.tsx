import { formatDateTime } from '@aftercare/domain/lib/instants-format'
import { useLanguage, useTexts } from '../../language/language'
import { programFacts, serverNow, useProgramTime } from '../../lib/program'
import { en } from './texts/en'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/**
 * "5 minutes ago". Null for what is a day old or in the future, where clock skew of less than a minute does not count.
 */
function timeAgo(instant: Date | string, now: Date, t: typeof en): string | null {
  const ms = now.getTime() - new Date(instant).getTime()
  if (!(ms > -MINUTE_MS) || ms >= DAY_MS) return null
  if (ms < MINUTE_MS) return t.now
  return ms < HOUR_MS ? t.minutes(Math.floor(ms / MINUTE_MS)) : t.hours(Math.floor(ms / HOUR_MS))
}

/** "5 minutes ago" with the exact time on hover and in print; after a day the exact time alone. */
export function TimeAgo({ at, className }: { at: string; className?: string }) {
  const t = useTexts(en)
  const exact = formatDateTime(at, programFacts().timeZone, useLanguage())
  const ago = useProgramTime(() => timeAgo(at, serverNow(), t) ?? '')
  return (
    <time dateTime={at} title={ago ? exact : undefined} className={className}>
      {ago && <span className="print:hidden">{ago}</span>}
      <span className={ago ? 'hidden print:inline' : undefined}>{exact}</span>
    </time>
  )
}
