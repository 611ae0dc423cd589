import { APPROVAL_LABELS, approvalState } from '@aftercare/domain/drop-ins/approvals'
import type { Day } from '@aftercare/domain/lib/days'
import { pluralize } from '@aftercare/domain/lib/pluralize'
import { TriangleAlert } from 'lucide-react'
import { useToday } from '../../lib/program'
import { StatusBadge } from '../../ui/data/badge'
import type { ChildrenOfDay } from './months.api'

/** Who comes on a day, with allergies; whose drop-in waits is marked. */
export function DayChildren({ date, found }: { date: Day; found: ChildrenOfDay }) {
  // "Waiting", or "Not answered" once the day is over.
  const state = approvalState('waiting', date, useToday()) ?? 'waiting'
  return (
    <>
      <p className="mb-2 text-muted">{countsLabel(found, APPROVAL_LABELS[state])}</p>
      <ul className="divide-y divide-line">
        {found.rows.map((row) => (
          <li key={row.submission_id} className="flex flex-wrap items-center gap-x-2 gap-y-0.5 py-2">
            <span className="font-semibold">{row.child_name}</span>
            {row.is_drop_in && <StatusBadge status="drop-in">Drop-In</StatusBadge>}
            {row.is_waiting && <StatusBadge status={state}>{APPROVAL_LABELS[state]}</StatusBadge>}
            {row.is_guest && <StatusBadge status="guest">Guest</StatusBadge>}
            {row.has_allergies && (
              <span className="flex w-full items-start gap-1.5 font-semibold text-danger">
                <TriangleAlert className="mt-0.5 size-4 flex-none" />
                <span>
                  <span className="sr-only">Allergies: </span>
                  {row.allergies}
                </span>
              </span>
            )}
          </li>
        ))}
      </ul>
      {found.total > found.rows.length && (
        <p className="mt-2 text-muted">and {found.total - found.rows.length} more</p>
      )}
    </>
  )
}

/** "2 children registered, 1 drop-in, 1 drop-in waiting", without what there is none of. */
function countsLabel({ total, registered, drop_ins, waiting }: ChildrenOfDay, waitingLabel: string): string {
  return [
    (registered > 0 || total === 0) && `${pluralize(registered, 'child', 'children')} registered`,
    drop_ins > 0 && pluralize(drop_ins, 'drop-in'),
    waiting > 0 && `${pluralize(waiting, 'drop-in')} ${waitingLabel.toLowerCase()}`,
  ]
    .filter(Boolean)
    .join(', ')
}
