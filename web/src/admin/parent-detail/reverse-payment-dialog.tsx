import { formatShortDate } from '@aftercare/domain/dates-format'
import { LIMITS } from '@aftercare/domain/limits'
import { formatUsd, toCents } from '@aftercare/domain/money'
import { type FormEvent, useId, useState } from 'react'
import { ApiError } from '../../features/api-client'
import type { Payment } from '../../features/parents/parents.api'
import { useReversePayment } from '../../features/payments/payments.api'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Field, TextArea } from '../../ui/field'
import { toast } from '../../ui/toast'

export function ReversePaymentDialog({ payment, onClose }: { payment: Payment | null; onClose: () => void }) {
  return payment && <ReverseForm key={payment.id} payment={payment} onClose={onClose} />
}

function ReverseForm({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const formId = useId()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const reverse = useReversePayment()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '') return setProblem('Reason is required')
    reverse.mutate(
      { id: payment.id, reason },
      {
        onSuccess: () => {
          toast.success('Success', 'Payment reversed successfully')
          onClose()
        },
        onError: (error) => {
          toast.error('Error', 'Failed to reverse payment')
          if (error instanceof ApiError) setProblem(error.fields.reason ?? error.message)
        },
      },
    )
  }

  return (
    <Dialog
      open
      keepOpen
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title="Reverse Payment"
      description={`${formatUsd(toCents(payment.amount))} of ${formatShortDate(payment.payment_date)} is taken back by a second entry. Both stay in the history.`}
      width="narrow"
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="danger" type="submit" form={formId} busy={reverse.isPending}>
            Reverse Payment
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Field label="Reason" required error={problem}>
          <TextArea rows={3} maxLength={LIMITS.notes} value={reason} onValueChange={setReason} />
        </Field>
      </form>
    </Dialog>
  )
}
