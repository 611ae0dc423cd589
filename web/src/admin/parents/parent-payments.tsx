import { formatShortDate } from '@aftercare/domain/lib/dates-format'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { appliedToLabel, paymentMethodLabel } from '@aftercare/domain/payments/balances'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../ui/data/badge'
import { Cell, type Column, Row, TableFrame, TableHead } from '../../ui/data/table'
import { SkeletonRows } from '../../ui/feedback/skeleton'
import { Button } from '../../ui/inputs/button'
import { SectionHeading } from '../../ui/layout/card'
import { PagedFooter } from './paged-footer'
import { type ParentDetail, type Payment, useParentPayments } from './parents.api'
import { ReversePaymentDialog } from './reverse-payment-dialog'

const COLUMNS: readonly Column[] = [
  { key: 'date', label: 'Date' },
  { key: 'amount', label: 'Amount', align: 'right' },
  { key: 'method', label: 'Method' },
  { key: 'notes', label: 'Notes' },
  { key: 'applied', label: 'Applied To' },
  { key: 'actions', label: 'Actions', hidden: true },
]

export function ParentPayments({ parent }: { parent: ParentDetail }) {
  const [page, setPage] = useState(1)
  const [reversing, setReversing] = useState<Payment | null>(null)
  const list = useParentPayments(parent.id, page)
  return (
    <section aria-labelledby="payment-history">
      <SectionHeading id="payment-history">Payment History</SectionHeading>
      <TableFrame
        label="Payment History"
        footer={
          <PagedFooter
            query={list}
            page={page}
            onPageChange={setPage}
            noun="payments"
            empty="No payments recorded for this parent"
          />
        }
      >
        <TableHead columns={COLUMNS} />
        <tbody>
          {list.isPending && <SkeletonRows columns={COLUMNS.length} rows={2} />}
          {list.data?.rows.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} onReverse={() => setReversing(payment)} />
          ))}
        </tbody>
      </TableFrame>
      <ReversePaymentDialog payment={reversing} onClose={() => setReversing(null)} />
    </section>
  )
}

/** A payment is never changed: a wrong one keeps its row, marked, beside the row that takes it back. */
function PaymentRow({ payment, onReverse }: { payment: Payment; onReverse: () => void }) {
  const isReversal = payment.reverses_payment_id !== null
  const isReversed = payment.reversed_by_payment_id !== null
  const date = formatShortDate(payment.payment_date)
  const amount = formatUsd(toCents(payment.amount))
  return (
    <Row>
      <Cell>{date}</Cell>
      <Cell align="right" className={isReversed ? 'text-muted line-through' : undefined}>
        {amount}
      </Cell>
      <Cell>{paymentMethodLabel(payment.payment_method)}</Cell>
      <Cell wrap className="min-w-40 wrap-anywhere">
        {payment.notes ?? '-'}
      </Cell>
      <Cell>{appliedToLabel(payment.submission_id)}</Cell>
      <Cell align="right">
        {isReversal && <Badge icon={<Undo2 aria-hidden="true" />}>Reversal</Badge>}
        {isReversed && <Badge icon={<Undo2 aria-hidden="true" />}>Reversed</Badge>}
        {!isReversal && !isReversed && (
          <Button kind="plain" aria-label={`Reverse ${amount} of ${date}`} onClick={onReverse}>
            Reverse
          </Button>
        )}
      </Cell>
    </Row>
  )
}
