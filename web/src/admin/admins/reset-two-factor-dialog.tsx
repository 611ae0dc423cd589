import { isolate } from '@aftercare/domain/lib/isolate'
import { useToast } from '../../lib/scoped-toast'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { errorReason } from '../error-reason'
import { type AdminUser, useResetTwoFactor } from './admins.api'

/** For a colleague who lost the phone and the recovery codes. */
export function ResetTwoFactorDialog({ admin, onClose }: { admin: AdminUser | null; onClose: () => void }) {
  const name = isolate(admin?.full_name || admin?.email || '')
  const toast = useToast('resetting two-step sign-in')
  const reset = useResetTwoFactor({
    onSuccess: ({ email }) => {
      toast.success('Two-step sign-in reset', `We emailed ${email} about it.`)
      onClose()
    },
    onError: (error) => toast.error('Two-step sign-in not reset', errorReason(error)),
  })
  return (
    <ConfirmDialog
      open={admin !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Reset two-step sign-in for ${name}?`}
      description={`${name} will sign in with just a password until they set it up again, and gets an email about it. Make sure it's really ${name} asking: anyone who knows the password can get in.`}
      confirmLabel="Reset"
      loading={reset.isPending}
      onConfirm={() => {
        if (admin) reset.mutate(admin.id)
      }}
    />
  )
}
