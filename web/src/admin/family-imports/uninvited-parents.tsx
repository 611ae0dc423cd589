import { pluralize } from '@aftercare/domain/lib/pluralize'
import { MailQuestion, Send } from 'lucide-react'
import { useState } from 'react'
import { useToast } from '../../lib/scoped-toast'
import { Callout } from '../../ui/feedback/callout'
import { Button } from '../../ui/inputs/button'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { errorReason } from '../error-reason'
import { useInviteUninvited } from './family-imports.api'

/** After an import without invitations: everybody who was left out gets one by one click. */
export function UninvitedParents({ count }: { count: number }) {
  const [isAsking, setAsking] = useState(false)
  const toast = useToast('inviting parents')
  const invite = useInviteUninvited({
    onSuccess: ({ invitations }) => {
      setAsking(false)
      if (invitations === 0) toast.success('No invitations sent', 'Everybody had already been invited.')
      else toast.success(`${pluralize(invitations, 'invitation')} sent`)
    },
    onError: (error) => {
      setAsking(false)
      toast.error('Invitations not sent', errorReason(error))
    },
  })
  const isOne = count === 1
  return (
    <>
      {count > 0 && (
        <Callout icon={<MailQuestion />} className="mb-4 lg:items-center">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="min-w-0 flex-[1_1_16rem]">
              <b>
                {pluralize(count, 'parent')} {isOne ? "hasn't" : "haven't"} been invited yet.
              </b>{' '}
              Without a password {isOne ? "this parent can't" : "they can't"} sign in.
            </p>
            <Button
              variant="quiet"
              icon={<Send />}
              loading={invite.isPending}
              onClick={() => setAsking(true)}
            >
              Send Invitations
            </Button>
          </div>
        </Callout>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Send the invitations?"
        description="Each parent who hasn't been invited yet gets an email with a link to choose a password."
        confirmLabel="Send Invitations"
        variant="primary"
        loading={invite.isPending}
        onConfirm={() => invite.mutate()}
      />
    </>
  )
}
