import { audienceLabel, nobodyToEmail } from '@aftercare/domain/family-messages/audiences'
import { isolate } from '@aftercare/domain/lib/isolate'
import { Info } from 'lucide-react'
import { useRef } from 'react'
import { Callout } from '../../ui/feedback/callout'
import { useScrollRegion } from '../../ui/hooks/use-scroll-region'
import type { To } from './audience'
import type { FamiliesWrittenTo } from './audience.api'
import { MessageNotes } from './families-notes'

type AudienceNotesProps = { found: FamiliesWrittenTo; audience: To['audience']; month: string | null }

/** How many families, and which, with what staff should know first. */
export function AudienceNotes({ found, audience, month }: AudienceNotesProps) {
  const { families, names, unreachable } = found
  return (
    <div className="grid gap-2.5">
      {families + unreachable.length === 0 && (
        <Callout icon={<Info />}>{nobodyToEmail(audience, month)}</Callout>
      )}
      {families > 0 && (
        <div>
          <p className="text-sm font-semibold">{audienceLabel(audience, families, month)}</p>
          <Names names={names} more={families - names.length} />
        </div>
      )}
      <MessageNotes found={found} earlierTitle="Already sent today" />
    </div>
  )
}

function Names({ names, more }: { names: readonly string[]; more: number }) {
  const list = useRef<HTMLDivElement>(null)
  const regionProps = useScrollRegion(list, 'Written to')
  return (
    // Half a line more than seven shows that there are more.
    <div ref={list} {...regionProps} className="mt-1 max-h-37.5 overflow-y-auto text-sm text-muted">
      <p className="wrap-anywhere">
        {names.map(isolate).join(', ')}
        {more > 0 && ` and ${more} more`}
      </p>
    </div>
  )
}
