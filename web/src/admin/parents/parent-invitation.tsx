import { formatInstantDate } from '@aftercare/domain/lib/instants-format'
import { Send } from 'lucide-react'
import { programFacts } from '../../lib/program'
import { useToast } from '../../lib/scoped-toast'
import { Description } from '../../ui/data/description-list'
import { Button } from '../../ui/inputs/button'
import { errorReason } from '../error-reason'
import { type ParentDetail, useInviteParent } from './parents.api'

type ParentInvitationProps = { parent: ParentDetail; invitation: NonNullable<ParentDetail['invitation']> }

/** For an account that staff created, until its owner has chosen a password. */
export function ParentInvitation({ parent, invitation }: ParentInvitationProps) {
  const toast = useToast('inviting a parent')
  const invite = useInviteParent(parent.id, {
    onSuccess: ({ email }) => toast.success('Invitation sent', `${email} gets a link to choose a password.`),
    onError: (error) => toast.error('Invitation not sent', errorReason(error)),
  })
  const { invited_at } = invitation
  return (
    <Description label="Invitation">
      {invited_at === null ? (
        'Not invited'
      ) : (
        <>
          <span>Invited</span>
          <span className="text-muted"> on {formatInstantDate(invited_at, programFacts().timeZone)}</span>
        </>
      )}
      {parent.status !== 'suspended' && (
        <Button
          variant="quiet"
          icon={<Send aria-hidden="true" />}
          className="mt-1.5 flex"
          loading={invite.isPending}
          onClick={() => invite.mutate()}
        >
          {invited_at === null ? 'Send invitation' : 'Send invitation again'}
        </Button>
      )}
    </Description>
  )
}
