import { formatDateTime } from '@aftercare/domain/lib/dates-format'
import { timeAgo } from '@aftercare/domain/lib/relative-time'
import { programFacts, serverNow, useProgramTime } from './program'

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
