import { isolate } from '@aftercare/domain/lib/isolate'
import { ApiError } from '../../lib/api-client'
import { useToast } from '../../lib/scoped-toast'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { type AdminUser, useRemoveAdmin } from './admins.api'

export function DeleteAdminDialog({ admin, onClose }: { admin: AdminUser | null; onClose: () => void }) {
  const toast = useToast('removing an admin')
  const remove = useRemoveAdmin({
    onSuccess: () => {
      toast.success('Success', 'User deleted successfully')
      onClose()
    },
    onError: () => toast.error('Error', 'Failed to delete user'),
  })
  const name = admin?.full_name || admin?.email
  const close = () => {
    remove.reset()
    toast.clear()
    onClose()
  }
  return (
    <ConfirmDialog
      open={admin !== null}
      onOpenChange={(open) => !open && close()}
      title={`Delete ${isolate(name ?? '')}?`}
      description={
        <>
          <bdi>{name}</bdi> will be signed out right away and can no longer use the Admin Portal. Payments
          they recorded are kept. If they have children or submissions here, they stay on as a parent. This
          action cannot be undone.
          {remove.error instanceof ApiError && (
            <span role="alert" className="mt-3 block font-semibold text-danger">
              {remove.error.message}
            </span>
          )}
        </>
      }
      confirmLabel="Delete"
      loading={remove.isPending}
      onConfirm={() => {
        if (admin) remove.mutate(admin.id)
      }}
    />
  )
}
