import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { pluralize } from '@aftercare/domain/lib/pluralize'
import { BALANCE_DUE_HINT, PAYMENT_STATUS_LABELS } from '@aftercare/domain/payments/balances'
import { paymentCount } from '@aftercare/domain/payments/payment-count'
import { Check, TriangleAlert } from 'lucide-react'
import { cx } from '../../ui/cx'
import { StatCard, StatRow } from '../../ui/data/stat-card'
import type { ParentDetail } from './parents.api'

/** Billed fees against payments. */
export function ParentTotals({ totals }: { totals: ParentDetail['totals'] }) {
  const isPaid = totals.payment_status === 'paid'
  const Icon = isPaid ? Check : TriangleAlert
  return (
    <StatRow>
      <StatCard
        label="Total Billed"
        value={formatUsd(toCents(totals.billed))}
        note={pluralize(totals.billed_submissions, 'billed submission')}
      />
      <StatCard
        label="Total Paid"
        value={formatUsd(toCents(totals.paid))}
        note={paymentCount(totals.payments, totals.reversals)}
      />
      <StatCard label="Balance Due" value={formatUsd(toCents(totals.balance))} note={BALANCE_DUE_HINT} />
      <StatCard
        label="Status"
        value={
          <span className={cx('flex items-center gap-2', isPaid ? 'text-success' : 'text-danger')}>
            <Icon aria-hidden="true" className="size-6" />
            {PAYMENT_STATUS_LABELS[totals.payment_status]}
          </span>
        }
        note="Based on the balance due"
      />
    </StatRow>
  )
}
