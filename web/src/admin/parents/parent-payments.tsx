import { formatShortDate } from '@aftercare/domain/lib/dates-format'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { appliedToLabel, paymentMethodLabel, paymentRowLabel } from '@aftercare/domain/payments/balances'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useToast } from '../../lib/scoped-toast'
import { Badge } from '../../ui/data/badge'
import type { Column } from '../../ui/data/columns'
import { TwoLines } from '../../ui/data/data-list'
import { Button } from '../../ui/inputs/button'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { errorReason } from '../error-reason'
import { useUndoApplication } from '../payments/payments.api'
import { ApplyPaymentDialog } from './apply-payment-dialog'
import { ParentSection } from './parent-section'
import { type ParentDetail, type Payment, useParentPayments } from './parents.api'
import { ReversePaymentDialog } from './reverse-payment-dialog'

const isPartlyLeft = ({ left_amount, amount }: Payment) => left_amount > 0 && left_amount < amount

/** Payments are immutable: a wrong one stays, marked, beside the row that reverses it. */
const COLUMNS: readonly Column<Payment>[] = [
  { label: 'Date', role: 'title', cell: (row) => formatShortDate(row.payment_date) },
  {
    label: 'Amount',
    role: 'amount',
    align: 'right',
    cell: (row) => (
      <TwoLines sub={isPartlyLeft(row) && `${formatUsd(toCents(row.left_amount))} left`}>
        <span className={row.reversed_by_payment_id === null ? undefined : 'text-muted line-through'}>
          {formatUsd(toCents(row.amount))}
        </span>
      </TwoLines>
    ),
  },
  { label: 'Method', role: 'subtitle', cell: (row) => paymentMethodLabel(row.payment_method) },
  { label: 'Notes', role: 'meta', wrap: 'min-w-40', cell: (row) => row.notes ?? '-' },
  { label: 'Applied To', role: 'meta', cell: (row) => appliedToLabel(row.submission_id) },
]

type Step = { step: 'reverse' | 'apply' | 'undo'; payment: Payment }

export function ParentPayments({ parent }: { parent: ParentDetail }) {
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState<Step | null>(null)
  const close = () => setOpen(null)
  const actions: Column<Payment> = {
    label: 'Actions',
    role: 'actions',
    align: 'right',
    cell: (row) => <PaymentActions payment={row} onOpen={(step) => setOpen({ step, payment: row })} />,
  }
  return (
    <>
      <ParentSection
        title="Payment History"
        columns={[...COLUMNS, actions]}
        query={useParentPayments(parent.id, page)}
        paging={{ page, onPageChange: setPage, noun: 'payments' }}
        empty="No payments recorded for this parent"
      />
      <ReversePaymentDialog payment={open?.step === 'reverse' ? open.payment : null} onClose={close} />
      {open?.step === 'apply' && <ApplyPaymentDialog payment={open.payment} onClose={close} />}
      {open?.step === 'undo' && <UndoApplicationDialog payment={open.payment} onClose={close} />}
    </>
  )
}

type PaymentActionsProps = { payment: Payment; onOpen: (step: Step['step']) => void }

function PaymentActions({ payment, onOpen }: PaymentActionsProps) {
  const { left_amount, submission_id, moved_from_payment_id, is_overpaid } = payment
  const label = paymentRowLabel(payment)
  const of = `${formatUsd(toCents(left_amount))} from ${formatShortDate(payment.payment_date)}`
  return (
    <span className="flex flex-wrap items-center justify-end gap-x-1">
      {label && <Badge icon={<Undo2 aria-hidden="true" />}>{label}</Badge>}
      {left_amount > 0 && submission_id === null && (
        <Button variant="plain" aria-label={`Apply ${of}`} onClick={() => onOpen('apply')}>
          Apply
        </Button>
      )}
      {left_amount > 0 && submission_id !== null && (moved_from_payment_id !== null || is_overpaid) && (
        <Button
          variant="plain"
          aria-label={`${undoTexts(payment).label} ${of}`}
          onClick={() => onOpen('undo')}
        >
          {undoTexts(payment).label}
        </Button>
      )}
      {left_amount > 0 && (
        <Button variant="plain" aria-label={`Reverse ${of}`} onClick={() => onOpen('reverse')}>
          Reverse
        </Button>
      )}
    </span>
  )
}

const undoTexts = ({ moved_from_payment_id }: Payment) =>
  moved_from_payment_id === null
    ? { label: 'Make general', title: 'Make it a general payment?', done: 'made general' }
    : { label: 'Move back', title: 'Move back to the general payment?', done: 'moved back' }

function UndoApplicationDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { label, title, done } = undoTexts(payment)
  const toast = useToast(`application of ${payment.id}`)
  const undo = useUndoApplication(payment.id, {
    onSuccess: () => {
      toast.success(`Payment ${done}`)
      onClose()
    },
    onError: (error) => {
      toast.error(`Payment not ${done}`, errorReason(error))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title}
      description={`${formatUsd(toCents(payment.left_amount))} will no longer count for this submission and can be applied to others. Total Paid and Balance Due stay the same.`}
      confirmLabel={label}
      variant="primary"
      loading={undo.isPending}
      onConfirm={() => undo.mutate()}
    />
  )
}
