import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { useId } from 'react'
import { formErrorMessage } from '../../lib/form-error-message'
import { useToast } from '../../lib/scoped-toast'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Button } from '../../ui/inputs/button'
import { Dialog } from '../../ui/overlays/dialog'
import { useRecordPayment } from '../payments/payments.api'
import type { ParentDetail } from './parents.api'
import { type PayableSubmission, RecordPaymentForm } from './record-payment-form'

export type RecordPaymentDialogProps = {
  parent: ParentDetail
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Filled in with what is open on it, where the dialog opens from a submission. */
  submission?: PayableSubmission
  /** Where the dialog is open without the navigation being blocked; the parent's page by default. */
  isSamePage?: (url: URL) => boolean
}

/** A new form each time it is opened. */
export function RecordPaymentDialog({ open, ...props }: RecordPaymentDialogProps) {
  return open && <OpenDialog {...props} />
}

/** A pending payment cannot be cancelled: the dialog stays open until the response. */
function OpenDialog({ parent, onOpenChange, ...form }: Omit<RecordPaymentDialogProps, 'open'>) {
  const formId = useId()
  const toast = useToast(`payment of ${parent.id}`)
  const fields = useFieldErrors()
  const record = useRecordPayment(parent.id, {
    onSuccess: () => {
      toast.success('Success', 'Payment recorded successfully')
      onOpenChange(false)
    },
    onError: (error) => {
      toast.error('Error', formErrorMessage(error, 'Failed to record payment'))
      fields.showError(error)
    },
  })
  return (
    <Dialog
      open
      dismissible={false}
      loading={record.isPending}
      onOpenChange={onOpenChange}
      title="Record Payment"
      description={
        <>
          <bdi>{parent.full_name || parent.email}</bdi>, Balance Due{' '}
          <b className="text-text">{formatUsd(toCents(parent.totals.balance))}</b>
        </>
      }
      width="narrow"
      footer={
        <>
          <Button variant="quiet" disabled={record.isPending} onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={record.isPending}>
            Record Payment
          </Button>
        </>
      }
    >
      <RecordPaymentForm
        formId={formId}
        parentId={parent.id}
        {...form}
        fields={fields}
        isSending={record.isPending}
        onSubmit={record.mutate}
      />
    </Dialog>
  )
}
