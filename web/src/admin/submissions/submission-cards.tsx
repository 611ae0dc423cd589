import { formatInstantDate, formatShortDate } from '@aftercare/domain/lib/dates-format'
import { isolate } from '@aftercare/domain/lib/isolate'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { monthLabel } from '@aftercare/domain/months/months'
import {
  LIST_STATUS_LABELS,
  SUBMISSION_TYPE_LABELS,
  submissionType,
} from '@aftercare/domain/submissions/submissions'
import type { ReactNode } from 'react'
import { programFacts } from '../../features/program/program'
import { StatusBadge } from '../../ui/data/badge'
import { CardFacts, CardList, CardSort, RowCard, SkeletonRowCards } from '../../ui/data/card-list'
import { AllergyLine } from '../attendance/allergy-mark'
import { followRowLink, RowLink } from '../row-link'
import { EditedSinceBilledBadge } from './edited-since-billed'
import { RowTick } from './row-tick'
import { COLUMNS, rowsOf, type SubmissionRowProps, type SubmissionsListProps } from './submissions-columns'

export function SubmissionCards(props: SubmissionsListProps & { tickAll: ReactNode; footer: ReactNode }) {
  return (
    <CardList
      label="Submissions"
      head={
        <>
          <span className="ml-3 flex-none">{props.tickAll}</span>
          <CardSort columns={COLUMNS} sort={props.sort} onSort={props.onSort} />
        </>
      }
      footer={props.footer}
    >
      {!props.list && !props.failure && <SkeletonRowCards />}
      {rowsOf(props).map((shown) => (
        <SubmissionCard key={shown.row.id} {...shown} />
      ))}
    </CardList>
  )
}

function SubmissionCard({ row, to, isOpen, isTicked, onTick }: SubmissionRowProps) {
  const days = row.selected_days.length
  return (
    <RowCard
      selected={isOpen}
      onClick={followRowLink}
      tick={<RowTick label={`Select ${isolate(row.child_name)}`} checked={isTicked} onChange={onTick} />}
      title={<RowLink to={to}>{row.child_name}</RowLink>}
      aside={formatUsd(toCents(row.total_fee))}
    >
      <p>
        <span className="font-semibold">
          {row.month ? monthLabel(row.month) : row.dropin_date && formatShortDate(row.dropin_date)}
        </span>
        <span className="text-muted">
          , <span>{SUBMISSION_TYPE_LABELS[submissionType(row.month_id)]}</span>, {days}{' '}
          {days === 1 ? 'day' : 'days'}
        </span>
      </p>
      <p className="flex flex-wrap gap-1.5">
        <StatusBadge status={LIST_STATUS_LABELS[row.derived_status]} />
        {row.is_edited && <StatusBadge status="Edited" />}
        {row.parent_id === null && <StatusBadge status="Guest" />}
        <EditedSinceBilledBadge row={row} />
      </p>
      <AllergyLine allergies={row.allergies} />
      <CardFacts
        facts={[
          [
            'Parent',
            <span key="parent">
              <span className="font-semibold">{row.parent_name || row.parent_email}</span>
              <span className="block text-xs text-muted">{row.parent_email}</span>
            </span>,
          ],
          ['Billed', row.billed_status === 'billed' ? 'Yes' : 'No'],
          ['Submitted on', formatInstantDate(row.submitted_at, programFacts().timeZone)],
        ]}
      />
    </RowCard>
  )
}
