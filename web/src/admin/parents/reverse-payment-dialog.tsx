import { formatShortDate } from '@aftercare/domain/lib/dates-format'
import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { REVERSAL_RULES } from '@aftercare/domain/payments/payment-dates'
import { type FormEvent, useId } from 'react'
import { getErrorMessage } from '../../lib/error-message'
import { Form } from '../../lib/form'
import { withConnection } from '../../lib/form-error-message'
import { useToast } from '../../lib/scoped-toast'
import { useDraft } from '../../lib/use-draft'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Button } from '../../ui/inputs/button'
import { Field, TextArea } from '../../ui/inputs/field'
import { Dialog } from '../../ui/overlays/dialog'
import { useReversePayment } from '../payments/payments.api'
import type { Payment } from './parents.api'

export function ReversePaymentDialog({ payment, onClose }: { payment: Payment | null; onClose: () => void }) {
  return payment && <ReverseForm key={payment.id} payment={payment} onClose={onClose} />
}

function ReverseForm({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const formId = useId()
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (fields.check({ reason }, REVERSAL_RULES)) reverse.mutate({ id: payment.id, reason })
  }

  return (
    <Dialog
      open
      dismissible={false}
      loading={reverse.isPending}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title="Reverse Payment"
      description={`A second entry will cancel out the ${formatUsd(toCents(payment.amount))} from ${formatShortDate(payment.payment_date)}. Both stay in the history.`}
      width="narrow"
      footer={
        <>
          <Button variant="quiet" disabled={reverse.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" type="submit" form={formId} loading={reverse.isPending}>
            Reverse Payment
          </Button>
        </>
      }
    >
      <Form draft={draft} isSending={reverse.isPending} id={formId} onSubmit={submit}>
        <Field label="Reason" required error={errors.reason}>
          <TextArea rows={3} maxLength={MAX_LENGTH.notes} value={reason} onValueChange={change} />
        </Field>
      </Form>
    </Dialog>
  )
}
