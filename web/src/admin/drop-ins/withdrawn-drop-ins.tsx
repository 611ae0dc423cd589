import { formatShortDate } from '@aftercare/domain/lib/dates-format'
import { formatDateTime } from '@aftercare/domain/lib/instants-format'
import { isolate } from '@aftercare/domain/lib/isolate'
import { programFacts } from '../../lib/program'
import { SectionHeading } from '../../ui/layout/card'
import type { DropInPage } from './drop-ins.api'

type WithdrawnDropInsProps = { dropIns: DropInPage['withdrawn'] }

/** What families and guests withdrew, until some weeks after its day. */
export function WithdrawnDropIns({ dropIns }: WithdrawnDropInsProps) {
  if (dropIns.length === 0) return null
  return (
    <section aria-labelledby="withdrawn-drop-ins" className="mt-6">
      <SectionHeading id="withdrawn-drop-ins">Withdrawn ({dropIns.length})</SectionHeading>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {dropIns.map((dropIn) => (
          <li key={dropIn.id} className="px-4 py-2.5">
            <span className="text-muted line-through">{formatShortDate(dropIn.dropin_date)}</span>{' '}
            <b className="font-semibold wrap-anywhere">{isolate(dropIn.child_name)}</b>
            <span className="block text-sm text-muted wrap-anywhere">
              Withdrawn by {isolate(dropIn.withdrawn_by)},{' '}
              {formatDateTime(dropIn.withdrawn_at, programFacts().timeZone)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
