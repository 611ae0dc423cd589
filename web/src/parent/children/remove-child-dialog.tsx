import { type Child, useRemoveChild } from '../../features/children/children.api'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { toast } from '../../ui/toast'

/** Asks before a child's information goes for good. */
export function RemoveChildDialog({ child, onClose }: { child: Child | null; onClose: () => void }) {
  const remove = useRemoveChild()
  const confirm = () => {
    if (!child) return
    remove.mutate(child.id, {
      onSuccess: () => {
        toast.success('Success!', `${child.name} has been removed.`)
        onClose()
      },
      onError: () => toast.error('Error', 'Failed to delete child. Please try again.'),
    })
  }
  return (
    <ConfirmDialog
      open={child !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Are you sure?"
      description={`This permanently deletes ${child?.name ?? 'the child'}'s information and cannot be undone.`}
      confirmLabel="Delete"
      busy={remove.isPending}
      onConfirm={confirm}
    />
  )
}
