import { useState } from 'react'
import { useToast } from '../../lib/scoped-toast'
import { Button } from '../../ui/inputs/button'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { errorReason } from '../error-reason'
import { type FamilyInvitation, useCancelAdultInvitation, useResendAdultInvitation } from './parents.api'

type InvitationActionsProps = { familyId: string; invitation: FamilyInvitation }

/** Of an open invitation, whoever sent it. */
export function InvitationActions({ familyId, invitation: { id, email } }: InvitationActionsProps) {
  const [isAsking, setAsking] = useState(false)
  const toast = useToast(`invitation of ${email}`)
  const ids = { familyId, invitationId: id }
  const sendAgain = useResendAdultInvitation(ids, {
    onSuccess: () =>
      toast.success('Invitation sent', `${email} has a new link. The old one no longer works.`),
    onError: (error) => toast.error('Invitation not sent', errorReason(error)),
  })
  const cancel = useCancelAdultInvitation(ids, {
    onSuccess: (changed) => {
      setAsking(false)
      if (changed === null)
        toast.success('Invitation no longer open', 'It was accepted, cancelled or sent again meanwhile.')
      else toast.success('Invitation cancelled', `The link sent to ${email} no longer works.`)
    },
    onError: (error) => toast.error('Invitation not cancelled', errorReason(error)),
  })
  return (
    <span className="flex flex-wrap justify-end gap-1">
      <Button
        variant="plain"
        aria-label={`Send again: invitation to ${email}`}
        loading={sendAgain.isPending}
        onClick={() => sendAgain.mutate()}
      >
        Send again
      </Button>
      <Button
        variant="danger-quiet"
        aria-label={`Cancel the invitation to ${email}`}
        onClick={() => setAsking(true)}
      >
        Cancel
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Cancel this invitation?"
        description={`The link sent to ${email} stops working right away.`}
        confirmLabel="Cancel invitation"
        cancelLabel="Keep it"
        loading={cancel.isPending}
        onConfirm={() => cancel.mutate()}
      />
    </span>
  )
}
