import { formatShortDate } from '@aftercare/domain/lib/dates-format'
import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { formatUsd, toCents, toDecimal } from '@aftercare/domain/lib/money'
import { reversalRules } from '@aftercare/domain/payments/reversals'
import { controlsOf } from '../../lib/form-controls'
import { FormDialog } from '../../lib/form-dialog'
import { useToast } from '../../lib/scoped-toast'
import { useDraft } from '../../lib/use-draft'
import { useFieldErrors } from '../../lib/use-field-errors'
import { AmountInput } from '../../ui/inputs/amount-input'
import { Field, TextArea } from '../../ui/inputs/field'
import { errorReason } from '../error-reason'
import { useReversePayment } from '../payments/payments.api'
import type { Payment } from './parents.api'

export function ReversePaymentDialog({ payment, onClose }: { payment: Payment | null; onClose: () => void }) {
  return payment && <ReverseForm key={payment.id} payment={payment} onClose={onClose} />
}

function ReverseForm({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const leftCents = toCents(payment.left_amount)
  const draft = useDraft(`reversal of ${payment.id}`, {
    empty: { amount: toDecimal(leftCents), reason: '' },
  })
  const { errors, ...fields } = useFieldErrors()
  const toast = useToast(`reversal of ${payment.id}`)
  const reverse = useReversePayment(payment.id, {
    onSuccess: () => {
      toast.success('Payment reversed')
      onClose()
    },
    onError: (error) => {
      toast.error('Payment not reversed', errorReason(error))
      fields.showError(error)
    },
  })
  const change = (part: Partial<typeof draft.values>) => {
    draft.change(part)
    fields.clearErrors(...Object.keys(part))
  }
  const control = controlsOf(draft.values, change)
  const submit = () => {
    if (fields.check(draft.values, reversalRules(leftCents)))
      reverse.mutate({ id: payment.id, ...draft.values })
  }

  return (
    <FormDialog
      draft={draft}
      loading={reverse.isPending}
      title="Reverse Payment"
      description={`A second entry will cancel out this amount of the ${formatUsd(toCents(payment.amount))} from ${formatShortDate(payment.payment_date)}. Both stay in the history.`}
      saveLabel="Reverse Payment"
      danger
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="Amount"
        required
        error={errors.amount}
        description={`${formatUsd(leftCents)} of the payment is left.`}
      >
        <AmountInput {...control('amount')} />
      </Field>
      <Field label="Reason" required error={errors.reason}>
        <TextArea rows={3} maxLength={MAX_LENGTH.notes} {...control('reason')} />
      </Field>
    </FormDialog>
  )
}
