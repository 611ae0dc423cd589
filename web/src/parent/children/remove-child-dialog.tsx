import { isolate } from '@aftercare/domain/lib/isolate'
import { useState } from 'react'
import { getErrorMessage } from '../../lib/error-message'
import { useToast } from '../../lib/scoped-toast'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { type Child, useRemoveChild } from './children.api'

/** Confirms removing a child for good. */
export function RemoveChildDialog({ child, onClose }: { child: Child | null; onClose: () => void }) {
  const toast = useToast('removing a child')
  // Keeps the name during the closing animation.
  const [shown, setShown] = useState(child)
  if (child && child !== shown) setShown(child)
  const remove = useRemoveChild({
    onSuccess: (_, { name }) => {
      toast.success('Success!', `${isolate(name)} has been removed.`)
      onClose()
    },
    onError: (error) =>
      toast.error('Error', getErrorMessage(error) ?? 'Failed to delete child. Please try again.'),
  })
  const close = () => {
    if (remove.isPending) return
    toast.clear()
    onClose()
  }
  return (
    <ConfirmDialog
      open={child !== null}
      onOpenChange={(open) => !open && close()}
      title="Are you sure?"
      description={`This permanently deletes ${isolate(shown?.name ?? 'the child')}'s information and cannot be undone.${
        shown?.has_submissions ? ' Registrations already made stay and are still billed.' : ''
      }`}
      confirmLabel="Delete"
      loading={remove.isPending}
      onConfirm={() => child && remove.mutate(child)}
    />
  )
}
