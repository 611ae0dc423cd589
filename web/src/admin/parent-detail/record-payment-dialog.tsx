import { formatUsd } from '@aftercare/domain/money'
import { useId } from 'react'
import type { ParentDetail } from '../../features/parents/parents.api'
import { useRecordPayment } from '../../features/payments/payments.api'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { RecordPaymentForm } from './record-payment-form'

type RecordPaymentDialogProps = {
  parent: ParentDetail
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Each opening is a new form with a new request key: the same payment twice is two payments. */
export function RecordPaymentDialog({ open, ...props }: RecordPaymentDialogProps) {
  return open && <OpenDialog {...props} />
}

function OpenDialog({ parent, onOpenChange }: Omit<RecordPaymentDialogProps, 'open'>) {
  const formId = useId()
  const record = useRecordPayment()
  return (
    <Dialog
      open
      keepOpen
      onOpenChange={onOpenChange}
      title="Record Payment"
      description={
        <>
          {parent.full_name || parent.email}, Balance Due{' '}
          <b className="text-text">{formatUsd(parent.totals.balance * 100)}</b>
        </>
      }
      width="narrow"
      footer={
        <>
          <Button kind="quiet" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={record.isPending}>
            Record Payment
          </Button>
        </>
      }
    >
      <RecordPaymentForm
        formId={formId}
        parentId={parent.id}
        record={record}
        onRecorded={() => onOpenChange(false)}
      />
    </Dialog>
  )
}
