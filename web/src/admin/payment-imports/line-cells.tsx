import { FOUND_BY_LABELS } from '@aftercare/domain/imports/payment-matching'
import { formatShortDate } from '@aftercare/domain/lib/dates-format'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { PAYMENT_METHOD_LABELS } from '@aftercare/domain/payments/balances'
import { submissionTitle } from '@aftercare/domain/submissions/submissions'
import type { ReactNode } from 'react'
import type { Column } from '../../ui/data/columns'
import { TwoLines } from '../../ui/data/data-list'
import { Button } from '../../ui/inputs/button'
import { Checkbox } from '../../ui/inputs/checkbox'
import type { PaymentReviewLine, paymentImports } from './payment-imports.api'

const amountOf = ({ amount, amount_text }: PaymentReviewLine) =>
  amount === null ? amount_text || '-' : formatUsd(toCents(amount))

const detailsOf = ({ email, reference, payment_method, note }: PaymentReviewLine) =>
  [email, reference, payment_method && PAYMENT_METHOD_LABELS[payment_method], note]
    .filter(Boolean)
    .join(' · ')

/** What was read from the file. */
export const READ_COLUMNS: readonly Column<PaymentReviewLine>[] = [
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

export function FamilyCell({ line, onChoose }: { line: PaymentReviewLine; onChoose: () => void }) {
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

export function ApplyToCell({ line, onChange }: { line: PaymentReviewLine; onChange: () => void }) {
  const { submission, family } = line
  if (!family || line.state === 'skipped') return '-'
  if (line.amount !== null && line.amount < 0) return <ReversedCell line={line} onChange={onChange} />
  const label = submission ? submissionTitle(submission.month, submission.dropin_date) : 'General Payment'
  return (
    <TwoLines sub={submission && <bdi>{submission.child_name}</bdi>}>
      <ValueButton label={`Change what line ${line.line} is applied to: ${label}`} onClick={onChange}>
        {label}
      </ValueButton>
    </TwoLines>
  )
}

function ReversedCell({ line, onChange }: { line: PaymentReviewLine; onChange: () => void }) {
  const { reverses } = line
  if (!reverses)
    return (
      <Button variant="quiet" aria-label={`Choose a payment for line ${line.line}`} onClick={onChange}>
        Choose a payment
      </Button>
    )
  const label = `${formatUsd(toCents(reverses.amount))} on ${formatShortDate(reverses.payment_date)}`
  return (
    <TwoLines sub="Reversal">
      <ValueButton label={`Change what line ${line.line} reverses: ${label}`} onClick={onChange}>
        {label}
      </ValueButton>
    </TwoLines>
  )
}

type Decide = ReturnType<typeof paymentImports.useDecide>['decide']

type LineActionsProps = {
  line: PaymentReviewLine
  tick: boolean | undefined
  onDecide: Decide
}

export function LineActions({ line, tick, onDecide }: LineActionsProps) {
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
          onCheckedChange={(included) =>
            onDecide({ line: line.line, included }, { box: String(line.line), isTicked: included })
          }
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
