import { isolate } from '@aftercare/domain/lib/isolate'
import { ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { getErrorMessage } from '../../lib/error-message'
import { useToast } from '../../lib/scoped-toast'
import { IconButton } from '../../ui/inputs/icon-button'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { type AdminUser, useResetTwoFactor } from './admins.admin.api'

/** For a colleague who lost the phone and the recovery codes. */
export function ResetTwoFactor({ admin, name: stored }: { admin: AdminUser; name: string }) {
  const name = isolate(stored)
  const [isConfirming, setConfirming] = useState(false)
  const toast = useToast(`two-step sign-in of ${admin.id}`)
  const reset = useResetTwoFactor({
    onSuccess: ({ email }) => {
      toast.success('Two-step sign-in reset', `We emailed ${email} about it.`)
      setConfirming(false)
    },
    onError: (error) => toast.error('Error', getErrorMessage(error) ?? 'Failed to reset two-step sign-in'),
  })
  return (
    <>
      <IconButton
        label={`Reset two-step sign-in for ${name}`}
        icon={<ShieldOff />}
        onClick={() => setConfirming(true)}
      />
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={`Reset two-step sign-in for ${name}?`}
        description={`${name} will sign in with just a password until they set it up again, and gets an email about it. Make sure it's really ${name} asking: anyone who knows the password can get in.`}
        confirmLabel="Reset"
        loading={reset.isPending}
        onConfirm={() => reset.mutate(admin.id)}
      />
    </>
  )
}
