import { formatShortDate } from '@aftercare/domain/lib/dates-format'
import { isolate } from '@aftercare/domain/lib/isolate'
import { getErrorMessage } from '../../lib/error-message'
import { useToast } from '../../lib/scoped-toast'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { type ListedDropIn, useDeleteDropIn } from './drop-ins.api'

type DeleteDropInDialogProps = {
  /** Null: closed. */
  dropIn: ListedDropIn | null
  onClose: () => void
}

export function DeleteDropInDialog({ dropIn, onClose }: DeleteDropInDialogProps) {
  const toast = useToast('delete drop-in')
  const remove = useDeleteDropIn({
    onSuccess: () => {
      toast.success('Success', 'Drop-in deleted successfully')
      onClose()
    },
    onError: (error) => {
      toast.error('Error', getErrorMessage(error) ?? 'Failed to delete drop-in')
      onClose()
    },
  })
  const date = dropIn?.dropin_date ? formatShortDate(dropIn.dropin_date) : ''
  return (
    <ConfirmDialog
      open={dropIn !== null}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title="Delete this drop-in?"
      description={`The drop-in for ${isolate(dropIn?.child_name ?? '')} on ${date} will be removed. Payments recorded for it are kept as general payments.`}
      confirmLabel="Delete"
      loading={remove.isPending}
      onConfirm={() => dropIn && remove.mutate(dropIn.id)}
    />
  )
}
