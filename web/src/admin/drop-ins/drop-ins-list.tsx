import { DISMISSAL_LABELS } from '@aftercare/domain/attendance/attendance'
import { DECISIONS } from '@aftercare/domain/drop-ins/approvals'
import { formatShortDate } from '@aftercare/domain/lib/dates-format'
import type { Day } from '@aftercare/domain/lib/days'
import { isolate } from '@aftercare/domain/lib/isolate'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { Check, CircleSlash, Trash2 } from 'lucide-react'
import { useToday } from '../../lib/program'
import { StatusBadge } from '../../ui/data/badge'
import type { Column } from '../../ui/data/columns'
import { TwoLines } from '../../ui/data/data-list'
import { EmailText } from '../../ui/data/email-text'
import { IconButton } from '../../ui/inputs/icon-button'
import { AllergyMark } from '../attendance/allergy-mark'
import { InlineMark } from '../inline-mark'
import { PagedList } from '../paged-list'
import { SameChildQuestion } from '../same-child/same-child'
import type { useListUrlState } from '../use-list-url-state'
import type { AnswerTarget } from './answer-drop-in-dialog'
import { ApprovalBadge, FeeOnceApproved } from './approval-note'
import type { ListedDropIn, useListedDropIns } from './drop-ins.api'

const dismissalOf = (row: ListedDropIn) => row.dismissal_type && DISMISSAL_LABELS[row.dismissal_type]

const COLUMNS: readonly Column<ListedDropIn>[] = [
  {
    label: 'Date',
    role: 'subtitle',
    cell: (row) => row.dropin_date && formatShortDate(row.dropin_date),
    card: (row) => (
      <span className="font-semibold">{row.dropin_date && formatShortDate(row.dropin_date)}</span>
    ),
  },
  {
    label: 'Child',
    role: 'title',
    wrap: 'min-w-32',
    cell: (row) => <b className="font-semibold">{row.child_name}</b>,
  },
  {
    label: 'Parent',
    role: 'meta',
    wrap: 'min-w-32',
    cell: (row) => (
      <TwoLines sub={<EmailText>{row.parent_email}</EmailText>}>
        {row.parent_name}
        {row.language === 'es' && <InlineMark lang="es">Español</InlineMark>}
      </TwoLines>
    ),
  },
  { label: 'Contact', role: 'meta', wrap: 'min-w-33', cell: (row) => row.phone ?? '-' },
  {
    label: 'Allergies',
    role: 'alert',
    fixed: 'w-[17%] min-w-36',
    cell: (row) => (
      <div className="grid justify-items-start gap-2">
        <AllergyMark allergies={row.allergies} />
        <SameChildQuestion submissionId={row.id} known={row.known_family} isCompact />
      </div>
    ),
  },
  {
    label: 'Notes',
    role: 'meta',
    wrap: 'min-w-40 text-xs whitespace-pre-line',
    cell: (row) => row.guest_child_notes || <span className="text-muted">-</span>,
  },
  {
    label: 'Dismissal',
    role: 'status',
    cell: (row) => (
      <TwoLines sub={dismissalOf(row)}>
        <StatusBadge status="drop-in">Drop-In</StatusBadge> <ApprovalBadge dropIn={row} />
      </TwoLines>
    ),
    card: (row) => (
      <>
        <StatusBadge status="drop-in">Drop-In</StatusBadge> <ApprovalBadge dropIn={row} />{' '}
        <span className="text-muted">{dismissalOf(row)}</span>
      </>
    ),
  },
  {
    label: 'Fee',
    role: 'amount',
    align: 'right',
    cell: (row) => (
      <>
        {formatUsd(toCents(row.total_fee))}
        <FeeOnceApproved dropIn={row} />
      </>
    ),
  },
]

/** Those that a request which waits can get. */
const answersTo = (
  { id, child_name, dropin_date, status, approval }: ListedDropIn,
  today: Day,
): AnswerTarget[] =>
  status !== 'waiting' || dropin_date === null || approval === null
    ? []
    : (dropin_date < today ? (['decline'] as const) : DECISIONS).map((decision) => ({
        id,
        child_name,
        dropin_date,
        fee: approval.fee,
        decision,
      }))

type DropInsListProps = {
  query: ReturnType<typeof useListedDropIns>
  listState: ReturnType<typeof useListUrlState>
  isSearch: boolean
  onDelete: (dropIn: ListedDropIn) => void
  onAnswer: (target: AnswerTarget) => void
}

export function DropInsList({ isSearch, onDelete, onAnswer, ...list }: DropInsListProps) {
  const today = useToday()
  const actions: Column<ListedDropIn> = {
    label: 'Actions',
    role: 'actions',
    align: 'right',
    className: 'w-12 pl-0',
    cell: (row) => (
      <span className="inline-flex">
        {answersTo(row, today).map((target) => (
          <IconButton
            key={target.decision}
            label={`${target.decision === 'approve' ? 'Approve' : 'Decline'} drop-in for ${isolate(row.child_name)}`}
            icon={target.decision === 'approve' ? <Check /> : <CircleSlash />}
            onClick={() => onAnswer(target)}
          />
        ))}
        <IconButton
          label={`Delete drop-in for ${isolate(row.child_name)}`}
          icon={<Trash2 />}
          danger
          onClick={() => onDelete(row)}
        />
      </span>
    ),
  }
  return (
    <PagedList
      {...list}
      label="Recent Drop-Ins"
      noun="drop-ins"
      columns={[...COLUMNS, actions]}
      error="We couldn't load the list."
      empty={isSearch ? 'No drop-ins match this search' : 'No drop-ins recorded yet'}
    />
  )
}
