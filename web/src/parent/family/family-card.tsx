import { isolate } from '@aftercare/domain/lib/isolate'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '../../lib/auth-provider'
import { getErrorMessage } from '../../lib/error-message'
import { reloadFamily } from '../../lib/reload-family'
import { useToast } from '../../lib/scoped-toast'
import { Badge } from '../../ui/data/badge'
import { EmailText } from '../../ui/data/email-text'
import { Skeleton } from '../../ui/feedback/skeleton'
import { TableError } from '../../ui/feedback/states'
import { Button } from '../../ui/inputs/button'
import { Card, CardTitle } from '../../ui/layout/card'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { type Adult, type Family, useFamily, useLeaveFamily, useRemoveAdult } from './family.api'
import { InvitationItem } from './invitation-item'
import { InviteForm } from './invite-form'

const LOAD_FAILED = "We couldn't load the adults in this family"

/** Who shares the family, on the profile: invited, removed and left here. */
export function FamilyCard() {
  const user = useUser()
  const { data: family, isError, refetch } = useFamily(user.id)
  return (
    <Card as="section" aria-labelledby="family-title" className="max-w-[36rem]">
      <CardTitle id="family-title">Adults in this family</CardTitle>
      <p className="mt-1 text-sm text-muted">
        Everybody here sees and manages the same children, registrations and payments, each with their own
        password.
      </p>
      {isError && !family && <TableError message={LOAD_FAILED} onRetry={() => void refetch()} />}
      {!family && !isError && <FamilySkeleton />}
      {family && <Adults family={family} />}
    </Card>
  )
}

function Adults({ family: { adults, invitations } }: { family: Family }) {
  const isFirst = adults.some(({ you, first }) => you && first)
  return (
    <>
      <ul className="mt-2 divide-y divide-line">
        {adults.map((adult) => (
          <AdultItem key={adult.id} adult={adult} isRemovable={isFirst && !adult.you} />
        ))}
        {invitations.map((invitation) => (
          <InvitationItem key={invitation.email} invitation={invitation} />
        ))}
      </ul>
      <InviteForm places={adults.length + invitations.length} />
      {!isFirst && <LeaveFamily />}
    </>
  )
}

function AdultItem({ adult, isRemovable }: { adult: Adult; isRemovable: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const name = isolate(adult.name)
  const toast = useToast(`adult ${adult.id}`)
  const remove = useRemoveAdult(adult, {
    onSuccess: () => {
      setAsking(false)
      toast.success('Removed', `${name} is no longer in this family.`)
    },
    onError: (error) =>
      toast.error('Error', getErrorMessage(error) ?? "We couldn't remove this adult. Please try again."),
  })
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 py-2.5">
      <div className="min-w-0 flex-[1_1_11rem] wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-strong">
          <bdi className="min-w-0">{adult.name}</bdi>
          {adult.you && <Badge tone="success">You</Badge>}
        </p>
        {adult.name !== adult.email && (
          <p className="text-sm text-muted">
            <EmailText>{adult.email}</EmailText>
          </p>
        )}
      </div>
      {isRemovable && (
        <Button variant="danger-quiet" aria-label={`Remove ${name}`} onClick={() => setAsking(true)}>
          Remove
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Remove ${name}?`}
        description={`${name} can't see or change anything of your family from then on. What they did stays.`}
        confirmLabel="Remove"
        loading={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </li>
  )
}

function LeaveFamily() {
  const [isAsking, setAsking] = useState(false)
  const toast = useToast('leave family')
  const leave = useLeaveFamily({
    onSuccess: () => reloadFamily('left'),
    onError: (error) =>
      toast.error(
        'Error',
        getErrorMessage(error) ?? "We couldn't take you out of the family. Please try again.",
      ),
  })
  return (
    <div className="mt-4 border-t border-line pt-4">
      <Button variant="danger-quiet" icon={<LogOut aria-hidden="true" />} onClick={() => setAsking(true)}>
        Leave this family
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Leave this family?"
        description="You will no longer see its children, registrations and payments. They stay with the family, and your account stays yours. To come back, you need a new invitation."
        confirmLabel="Leave"
        loading={leave.isPending}
        onConfirm={() => leave.mutate()}
      />
    </div>
  )
}

function FamilySkeleton() {
  return (
    <div role="status" className="mt-2 py-2.5">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-11.25 w-full" />
    </div>
  )
}
