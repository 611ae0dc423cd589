import { formatShortDate } from '@aftercare/domain/lib/dates-format'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { appliedToLabel, paymentMethodLabel } from '@aftercare/domain/payments/balances'
import { useState } from 'react'
import { ErrorState } from '../../ui/feedback/states'
import { Button } from '../../ui/inputs/button'
import { RadioGroup } from '../../ui/inputs/radio-group'
import { Dialog } from '../../ui/overlays/dialog'
import { type PaymentReviewLine, useReversiblePayments } from './payment-imports.api'

type ChoosePaymentDialogProps = {
  line: PaymentReviewLine
  family: { id: string; name: string }
  /** What went back to the family, in dollars. */
  amount: number
  onClose: () => void
  onChoose: (paymentId: string) => void
}

/** Which payment a line below $0 gives back. */
export function ChoosePaymentDialog({ line, family, amount, onClose, onChoose }: ChoosePaymentDialogProps) {
  const [chosen, setChosen] = useState(line.reverses?.id ?? null)
  const { data, isError, refetch } = useReversiblePayments(family.id, amount)
  const options = (data?.rows ?? []).map((row) => ({
    value: row.id,
    label: `${formatUsd(toCents(row.amount))} on ${formatShortDate(row.payment_date)}`,
    description: [
      paymentMethodLabel(row.payment_method),
      appliedToLabel(row.submission_id),
      `${formatUsd(toCents(row.left_amount))} left`,
    ].join(', '),
  }))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Choose a payment"
      description={
        <>
          {formatUsd(toCents(amount))} went back to <bdi>{family.name}</bdi>. Which payment was it part of?
        </>
      }
      width="narrow"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={chosen === null}
            onClick={() => {
              if (chosen) onChoose(chosen)
              onClose()
            }}
          >
            Choose
          </Button>
        </>
      }
    >
      {isError && !data && (
        <ErrorState message="We couldn't load the payments." onRetry={() => void refetch()} />
      )}
      {data && options.length === 0 && <p>This family has no payment with that much left.</p>}
      {options.length > 0 && (
        <RadioGroup label="Payments" options={options} value={chosen} onValueChange={setChosen} />
      )}
    </Dialog>
  )
}
