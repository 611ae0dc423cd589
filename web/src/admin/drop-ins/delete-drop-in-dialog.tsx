import { formatShortDate } from '@aftercare/domain/dates-format'
import { type ListedDropIn, useDeleteDropIn } from '../../features/drop-ins/drop-ins.admin.api'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { toast } from '../../ui/toast'

type DeleteDropInDialogProps = {
  open: boolean
  /** Kept while the dialog leaves the screen. */
  dropIn: ListedDropIn | null
  onClose: () => void
}

export function DeleteDropInDialog({ open, dropIn, onClose }: DeleteDropInDialogProps) {
  const remove = useDeleteDropIn()
  const confirm = () => {
    if (!dropIn || remove.isPending) return
    remove.mutate(dropIn.id, {
      onSuccess: () => toast.success('Success', 'Drop-in deleted successfully'),
      onError: () => toast.error('Error', 'Failed to delete drop-in'),
      onSettled: onClose,
    })
  }
  const date = dropIn?.dropin_date ? formatShortDate(dropIn.dropin_date) : ''
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title="Delete this drop-in?"
      description={`The drop-in of ${dropIn?.child_name} on ${date} will be removed. Payments recorded for it are kept as general payments. This action cannot be undone.`}
      confirmLabel="Delete"
      busy={remove.isPending}
      onConfirm={confirm}
    />
  )
}
