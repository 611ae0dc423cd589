import { DISMISSAL_LABELS } from '@aftercare/domain/attendance/attendance'
import { formatShortDate } from '@aftercare/domain/lib/dates-format'
import { isolate } from '@aftercare/domain/lib/isolate'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { Trash2 } from 'lucide-react'
import { ApprovalBadge } from '../../features/submissions/approval-note'
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
import { AnswerButtons, FeeOnceApproved } from './approval-note'
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
]

const FEE: Column<ListedDropIn> = {
  label: 'Fee',
  role: 'amount',
  align: 'right',
  cell: (row) => (
    <>
      {formatUsd(toCents(row.total_fee))}
      <FeeOnceApproved dropIn={row} isCancelled={row.is_day_cancelled} />
    </>
  ),
}

type AnswersProps = { dropIn: ListedDropIn; onAnswer: (target: AnswerTarget) => void }

/** To a request that waits. */
function Answers({ dropIn, onAnswer }: AnswersProps) {
  const { id, child_name, dropin_date, status, approval, is_day_cancelled } = dropIn
  if (status !== 'waiting' || dropin_date === null || approval === null) return null
  return (
    <>
      {is_day_cancelled && (
        <span className="w-full text-xs whitespace-normal text-muted">Aftercare is cancelled</span>
      )}
      <AnswerButtons
        day={dropin_date}
        isCancelled={is_day_cancelled}
        child={child_name}
        className="lg:not-coarse:min-h-7 lg:not-coarse:px-2 lg:not-coarse:text-xs"
        onAnswer={(decision) =>
          onAnswer({ id, child_name, dropin_date, fee: approval.fee, is_day_cancelled, decision })
        }
      />
    </>
  )
}

type DropInsListProps = {
  query: ReturnType<typeof useListedDropIns>
  listState: ReturnType<typeof useListUrlState>
  isSearch: boolean
  onDelete: (dropIn: ListedDropIn) => void
  onAnswer: (target: AnswerTarget) => void
}

export function DropInsList({ isSearch, onDelete, onAnswer, ...list }: DropInsListProps) {
  const actions: Column<ListedDropIn> = {
    label: 'Actions',
    role: 'actions',
    align: 'right',
    className: 'w-12 pl-0',
    cell: (row) => (
      <IconButton
        label={`Delete drop-in for ${isolate(row.child_name)}`}
        icon={<Trash2 />}
        danger
        onClick={() => onDelete(row)}
      />
    ),
  }
  const dismissal: Column<ListedDropIn> = {
    label: 'Dismissal',
    role: 'status',
    cell: (row) => (
      <div className="grid justify-items-start gap-1">
        <TwoLines sub={dismissalOf(row)}>
          <StatusBadge status="drop-in">Drop-In</StatusBadge>
        </TwoLines>
        <ApprovalBadge submission={row} />
        <Answers dropIn={row} onAnswer={onAnswer} />
      </div>
    ),
    card: (row) => (
      <>
        <StatusBadge status="drop-in">Drop-In</StatusBadge> <ApprovalBadge submission={row} />{' '}
        <span className="text-muted">{dismissalOf(row)}</span>
        <span className="mt-2 flex flex-wrap gap-2 empty:hidden">
          <Answers dropIn={row} onAnswer={onAnswer} />
        </span>
      </>
    ),
  }
  return (
    <PagedList
      {...list}
      label="Recent Drop-Ins"
      noun="drop-ins"
      columns={[...COLUMNS, dismissal, FEE, actions]}
      error="We couldn't load the list."
      empty={isSearch ? 'No drop-ins match this search' : 'No drop-ins recorded yet'}
    />
  )
}
