import { formatShortDate } from '@aftercare/domain/lib/dates-format'
import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { REVERSAL_RULES } from '@aftercare/domain/payments/payment-dates'
import { getErrorMessage } from '../../lib/error-message'
import { FormDialog } from '../../lib/form-dialog'
import { withConnection } from '../../lib/form-error-message'
import { useToast } from '../../lib/scoped-toast'
import { useDraft } from '../../lib/use-draft'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Field, TextArea } from '../../ui/inputs/field'
import { useReversePayment } from '../payments/payments.api'
import type { Payment } from './parents.api'

export function ReversePaymentDialog({ payment, onClose }: { payment: Payment | null; onClose: () => void }) {
  return payment && <ReverseForm key={payment.id} payment={payment} onClose={onClose} />
}

function ReverseForm({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const draft = useDraft(`reversal of ${payment.id}`, { empty: { reason: '' } })
  const { reason } = draft.values
  const { errors, ...fields } = useFieldErrors()
  const toast = useToast(`reversal of ${payment.id}`)
  const reverse = useReversePayment(payment.id, {
    onSuccess: () => {
      toast.success('Success', 'Payment reversed successfully')
      onClose()
    },
    onError: (error) => {
      const message = getErrorMessage(error)
      toast.error('Error', message ?? withConnection(error, 'Failed to reverse payment'))
      fields.show(message ? { reason: message } : {})
    },
  })

  const change = (text: string) => {
    draft.change({ reason: text })
    fields.clear()
  }
  const submit = () => {
    if (fields.check({ reason }, REVERSAL_RULES)) reverse.mutate({ id: payment.id, reason })
  }

  return (
    <FormDialog
      draft={draft}
      loading={reverse.isPending}
      title="Reverse Payment"
      description={`A second entry will cancel out the ${formatUsd(toCents(payment.amount))} from ${formatShortDate(payment.payment_date)}. Both stay in the history.`}
      saveLabel="Reverse Payment"
      danger
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Reason" required error={errors.reason}>
        <TextArea rows={3} maxLength={MAX_LENGTH.notes} value={reason} onValueChange={change} />
      </Field>
    </FormDialog>
  )
}
