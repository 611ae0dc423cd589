import { formatShortDate } from '@aftercare/domain/lib/dates-format'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { paymentMethodLabel, paymentRowLabel } from '@aftercare/domain/payments/balances'
import { EditHistory } from '../../features/submissions/edit-history'
import { RecordSubmissionPayment } from './record-submission-payment'
import type { AdminSubmission } from './submissions.api'

type SubmissionPaymentsProps = { submission: AdminSubmission; isSamePage: (url: URL) => boolean }

export function SubmissionPayments({ submission, isSamePage }: SubmissionPaymentsProps) {
  const { payments, edit_history } = submission
  const firstChoice = edit_history[0]?.previous_days
  return (
    <>
      <section aria-label="Payments">
        <div className="mb-1.5 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h3 className="text-sm font-semibold">Payments</h3>
          <RecordSubmissionPayment submission={submission} isSamePage={isSamePage} />
        </div>
        {payments.length === 0 ? (
          <p className="text-muted">No payments recorded.</p>
        ) : (
          <>
            <p className="font-semibold tabular-nums">
              Paid {formatUsd(toCents(submission.paid_amount))} of {formatUsd(toCents(submission.total_fee))}
            </p>
            <ul className="mt-1 divide-y divide-line">
              {payments.map((payment) => (
                <li key={payment.id} className="grid grid-cols-[6.5rem_1fr_auto] gap-x-3 py-1.5 tabular-nums">
                  <span>{formatShortDate(payment.payment_date)}</span>
                  <span className="min-w-0 wrap-anywhere">
                    {paymentMethodLabel(payment.payment_method)}
                    <PaymentRemark payment={payment} />
                    {payment.notes && <span className="block text-xs text-muted">{payment.notes}</span>}
                  </span>
                  <span className="text-right">{formatUsd(toCents(payment.amount))}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      <EditHistory entries={edit_history} />
      {firstChoice && firstChoice.length > 0 && (
        <p className="text-note text-muted">First registered: {firstChoice.join(', ')}</p>
      )}
    </>
  )
}

function PaymentRemark({ payment }: { payment: AdminSubmission['payments'][number] }) {
  const label = paymentRowLabel(payment)
  const isPartlyReversed = payment.reversed_amount > 0 && payment.left_amount > 0
  return (
    <>
      {label && `, ${label.toLowerCase()}`}
      {isPartlyReversed && `, ${formatUsd(toCents(payment.reversed_amount))} reversed`}
    </>
  )
}
