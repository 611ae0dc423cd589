import { formatInstantDate } from '@aftercare/domain/lib/dates-format'
import { useState } from 'react'
import { getErrorMessage } from '../../lib/error-message'
import { programFacts } from '../../lib/program'
import { useToast } from '../../lib/scoped-toast'
import { EmailText } from '../../ui/data/email-text'
import { Button } from '../../ui/inputs/button'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { type Invitation, useCancelInvitation, useSendAgain } from './family.api'

const FAILED = "We couldn't change this invitation. Please try again."
const closedMeanwhile = (email: string) =>
  `The invitation to ${email} was accepted, cancelled or sent again meanwhile.`
const dateOf = (instant: string) => formatInstantDate(instant, programFacts().timeZone)

/** An open invitation. Sent again it has another id, so the email identifies it. */
export function InvitationItem({ invitation }: { invitation: Invitation }) {
  const { email, sent_at, expires_at } = invitation
  const [isAsking, setAsking] = useState(false)
  const toast = useToast(`invitation ${email}`)
  const onError = (error: Error) => toast.error('Error', getErrorMessage(error) ?? FAILED)
  const sendAgain = useSendAgain(invitation, {
    onSuccess: () =>
      toast.success('Invitation sent', `${email} has a new link. The old one no longer works.`),
    onError,
  })
  const cancel = useCancelInvitation(invitation, {
    onSuccess: (changed) => {
      setAsking(false)
      // Not as an error: those go with the row, which is gone.
      if (changed === null) toast.success('Invitation no longer open', closedMeanwhile(email))
      else toast.success('Invitation cancelled', `The link sent to ${email} no longer works.`)
    },
    onError,
  })
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 py-2.5">
      <div className="min-w-0 flex-[1_1_14rem] wrap-anywhere">
        <p className="font-strong">
          <EmailText>{email}</EmailText>
        </p>
        <p className="text-sm text-muted">
          Invited {dateOf(sent_at)}, link works until {dateOf(expires_at)}
        </p>
      </div>
      <div className="flex gap-1">
        <Button
          variant="plain"
          aria-label={`Send the invitation to ${email} again`}
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
      </div>
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
    </li>
  )
}
