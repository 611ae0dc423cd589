import { FOUND_BY_LABELS } from '@aftercare/domain/imports/payment-matching'
import { REVIEW_STATE_LABELS, type ReviewState } from '@aftercare/domain/imports/payment-review'
import { formatShortDate } from '@aftercare/domain/lib/dates-format'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { PAYMENT_METHOD_LABELS } from '@aftercare/domain/payments/balances'
import { submissionTitle } from '@aftercare/domain/submissions/submissions'
import { Check, CircleSlash, CopyCheck, UserRoundSearch } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Badge, type BadgeTone } from '../../ui/data/badge'
import type { Column } from '../../ui/data/columns'
import { TwoLines } from '../../ui/data/data-list'
import { Button } from '../../ui/inputs/button'
import { Checkbox } from '../../ui/inputs/checkbox'
import { PagedList } from '../paged-list'
import type { useListUrlState } from '../use-list-url-state'
import { ApplyToDialog } from './apply-to-dialog'
import { FamilyDialog } from './family-dialog'
import type { PaymentDecision, PaymentReviewJson, PaymentReviewLine } from './payment-imports.api'

const STATES: Record<ReviewState, readonly [BadgeTone, typeof Check]> = {
  ready: ['success', Check],
  choose: ['warning', UserRoundSearch],
  recorded: ['info', CopyCheck],
  skipped: ['neutral', CircleSlash],
}

function StateBadge({ state }: { state: ReviewState }) {
  const [tone, Icon] = STATES[state]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {REVIEW_STATE_LABELS[state]}
    </Badge>
  )
}

const amountOf = ({ amount, amount_text }: PaymentReviewLine) =>
  amount === null ? amount_text || '-' : formatUsd(toCents(amount))

const detailsOf = ({ email, reference, payment_method, note }: PaymentReviewLine) =>
  [email, reference, payment_method && PAYMENT_METHOD_LABELS[payment_method], note]
    .filter(Boolean)
    .join(' · ')

const READ: readonly Column<PaymentReviewLine>[] = [
  { label: 'Line', role: 'meta', align: 'right', cell: ({ line }) => line },
  {
    label: 'Date',
    role: 'subtitle',
    cell: ({ date, date_text }) => (date === null ? date_text || '-' : formatShortDate(date)),
  },
  { label: 'Amount', role: 'amount', align: 'right', cell: amountOf },
  {
    label: 'Payer',
    role: 'title',
    wrap: 'min-w-40',
    cell: (row) => (
      <TwoLines sub={<bdi className="line-clamp-2 font-normal wrap-anywhere">{detailsOf(row)}</bdi>}>
        <bdi className="wrap-anywhere">{row.payer || '-'}</bdi>
      </TwoLines>
    ),
  },
]

type ReviewLinesProps = {
  review: PaymentReviewJson
  listState: ReturnType<typeof useListUrlState>
  /** Of a line's check box that was clicked and is not stored yet. */
  tickOf: (line: number) => boolean | undefined
  onDecide: (decision: PaymentDecision) => void
}

/** The lines, page by page, with what staff can decide about each. */
export function ReviewLines({ review, listState, tickOf, onDecide }: ReviewLinesProps) {
  const [choosing, setChoosing] = useState<PaymentReviewLine | null>(null)
  const [applying, setApplying] = useState<PaymentReviewLine | null>(null)
  const columns: Column<PaymentReviewLine>[] = [
    ...READ,
    {
      label: 'Family',
      role: 'meta',
      wrap: 'min-w-32',
      cell: (row) => <FamilyCell line={row} onChoose={() => setChoosing(row)} />,
    },
    {
      label: 'Apply to',
      role: 'meta',
      wrap: 'min-w-32',
      cell: (row) => <ApplyToCell line={row} onChange={() => setApplying(row)} />,
    },
    {
      label: 'State',
      role: 'status',
      wrap: 'min-w-36',
      cell: (row) => (
        <TwoLines sub={row.reason}>
          <StateBadge state={row.state} />
        </TwoLines>
      ),
    },
    {
      label: 'Actions',
      role: 'actions',
      align: 'right',
      cell: (row) => <LineActions line={row} tick={tickOf(row.line)} onDecide={onDecide} />,
    },
  ]
  return (
    <>
      <PagedList
        label="Lines of the file"
        noun="lines"
        columns={columns}
        query={{ data: review, isError: false, refetch: () => undefined }}
        listState={listState}
        empty="No lines here"
      />
      <FamilyDialog
        line={choosing}
        onClose={() => setChoosing(null)}
        onChoose={(line, family_id) => onDecide({ line, family_id })}
      />
      <ApplyToDialog
        line={applying}
        onClose={() => setApplying(null)}
        onChoose={(line, submission_id) => onDecide({ line, submission_id })}
      />
    </>
  )
}

/** A value that can be changed: its text is the button. */
function ValueButton({
  label,
  onClick,
  children,
}: {
  label: string
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="min-h-6 text-left font-semibold text-accent wrap-anywhere hover:underline coarse:min-h-tap"
    >
      {children}
    </button>
  )
}

function FamilyCell({ line, onChoose }: { line: PaymentReviewLine; onChoose: () => void }) {
  const { family, found_by } = line
  if (line.is_unreadable) return '-'
  if (!family)
    return (
      <Button variant="quiet" aria-label={`Choose a family for line ${line.line}`} onClick={onChoose}>
        Choose
      </Button>
    )
  return (
    <TwoLines sub={found_by && FOUND_BY_LABELS[found_by]}>
      <ValueButton label={`Change the family of line ${line.line}: ${family.name}`} onClick={onChoose}>
        <bdi>{family.name}</bdi>
      </ValueButton>
    </TwoLines>
  )
}

function ApplyToCell({ line, onChange }: { line: PaymentReviewLine; onChange: () => void }) {
  const { submission, family } = line
  if (!family || line.state === 'skipped') return '-'
  const label = submission ? submissionTitle(submission.month, submission.dropin_date) : 'General Payment'
  return (
    <TwoLines sub={submission && <bdi>{submission.child_name}</bdi>}>
      <ValueButton label={`Change what line ${line.line} is applied to: ${label}`} onClick={onChange}>
        {label}
      </ValueButton>
    </TwoLines>
  )
}

type LineActionsProps = {
  line: PaymentReviewLine
  tick: boolean | undefined
  onDecide: (decision: PaymentDecision) => void
}

function LineActions({ line, tick, onDecide }: LineActionsProps) {
  if (line.is_unreadable) return null
  // Once ticked it is ready, or needs a family; the reason stays.
  const isRecorded =
    line.state === 'recorded' || (line.is_included && line.reason !== null && !line.is_skipped)
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2">
      {isRecorded && (
        <Checkbox
          label={
            <>
              Import anyway<span className="sr-only"> (line {line.line})</span>
            </>
          }
          checked={tick ?? line.is_included}
          onCheckedChange={(included) => onDecide({ line: line.line, included })}
        />
      )}
      <Button
        variant="plain"
        aria-label={line.is_skipped ? `Don't Skip line ${line.line}` : `Skip line ${line.line}`}
        onClick={() => onDecide({ line: line.line, skipped: !line.is_skipped })}
      >
        {line.is_skipped ? "Don't Skip" : 'Skip'}
      </Button>
    </span>
  )
}
