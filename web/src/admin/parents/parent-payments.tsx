import { formatShortDate } from '@aftercare/domain/lib/dates-format'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { appliedToLabel, paymentMethodLabel } from '@aftercare/domain/payments/balances'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../ui/data/badge'
import type { Column } from '../../ui/data/columns'
import { Button } from '../../ui/inputs/button'
import { ParentSection } from './parent-section'
import { type ParentDetail, type Payment, useParentPayments } from './parents.api'
import { ReversePaymentDialog } from './reverse-payment-dialog'

/** Payments are immutable: a wrong one stays, marked, beside the row that reverses it. */
const COLUMNS: readonly Column<Payment>[] = [
  { label: 'Date', role: 'title', cell: (row) => formatShortDate(row.payment_date) },
  {
    label: 'Amount',
    role: 'amount',
    align: 'right',
    cell: (row) => (
      <span className={row.reversed_by_payment_id === null ? undefined : 'text-muted line-through'}>
        {formatUsd(toCents(row.amount))}
      </span>
    ),
  },
  { label: 'Method', role: 'subtitle', cell: (row) => paymentMethodLabel(row.payment_method) },
  { label: 'Notes', role: 'meta', wrap: 'min-w-40', cell: (row) => row.notes ?? '-' },
  { label: 'Applied To', role: 'meta', cell: (row) => appliedToLabel(row.submission_id) },
]

export function ParentPayments({ parent }: { parent: ParentDetail }) {
  const [page, setPage] = useState(1)
  const [reversing, setReversing] = useState<Payment | null>(null)
  const actions: Column<Payment> = {
    label: 'Actions',
    role: 'actions',
    align: 'right',
    cell: (row) => <Reversal payment={row} onReverse={() => setReversing(row)} />,
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
      <ReversePaymentDialog payment={reversing} onClose={() => setReversing(null)} />
    </>
  )
}

function Reversal({ payment, onReverse }: { payment: Payment; onReverse: () => void }) {
  if (payment.reverses_payment_id !== null) return <Badge icon={<Undo2 aria-hidden="true" />}>Reversal</Badge>
  if (payment.reversed_by_payment_id !== null)
    return <Badge icon={<Undo2 aria-hidden="true" />}>Reversed</Badge>
  const label = `Reverse ${formatUsd(toCents(payment.amount))} from ${formatShortDate(payment.payment_date)}`
  return (
    <Button variant="plain" aria-label={label} onClick={onReverse}>
      Reverse
    </Button>
  )
}
