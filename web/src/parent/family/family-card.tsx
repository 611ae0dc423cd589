import { isolate } from '@aftercare/domain/lib/isolate'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../language/language'
import { useUser } from '../../lib/auth-provider'
import { getErrorMessage } from '../../lib/error-message'
import { reloadFamily } from '../../lib/reload-family'
import { useToast } from '../../lib/scoped-toast'
import { Badge } from '../../ui/data/badge'
import { EmailText } from '../../ui/data/email-text'
import { SkeletonEntry } from '../../ui/feedback/skeleton'
import { TableError } from '../../ui/feedback/states'
import { Button } from '../../ui/inputs/button'
import { Card, CardTitle } from '../../ui/layout/card'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { en as ui } from '../../ui/texts/en'
import { type Adult, type Family, useFamily, useLeaveFamily, useRemoveAdult } from './family.api'
import { InvitationItem } from './invitation-item'
import { InviteForm } from './invite-form'
import { en } from './texts/en'

/** Who shares the family, on the profile: invited, removed and left here. */
export function FamilyCard() {
  const t = useTexts(en)
  const user = useUser()
  const { data: family, isError, refetch } = useFamily(user.id)
  return (
    <Card as="section" aria-labelledby="family-title" className="max-w-[36rem]">
      <CardTitle id="family-title">{t.title}</CardTitle>
      <p className="mt-1 text-sm text-muted">{t.text}</p>
      {isError && !family && <TableError message={t.loadFailed} onRetry={() => void refetch()} />}
      {!family && !isError && <SkeletonEntry />}
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
  const { you, remove: t } = useTexts(en)
  const common = useTexts(ui)
  const name = isolate(adult.name)
  const toast = useToast(`adult ${adult.id}`)
  const remove = useRemoveAdult(adult, {
    onSuccess: () => {
      setAsking(false)
      toast.success(t.done.title, t.done.text(name))
    },
    onError: (error) => toast.error(common.error, getErrorMessage(error) ?? t.failed),
  })
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 py-2.5">
      <div className="min-w-0 flex-[1_1_11rem] wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <bdi className="min-w-0">{adult.name}</bdi>
          {adult.you && <Badge tone="success">{you}</Badge>}
        </p>
        {adult.name !== adult.email && (
          <p className="text-sm text-muted">
            <EmailText>{adult.email}</EmailText>
          </p>
        )}
      </div>
      {isRemovable && (
        <Button variant="danger-quiet" aria-label={t.label(name)} onClick={() => setAsking(true)}>
          {t.button}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t.title(name)}
        description={t.text(name)}
        confirmLabel={t.button}
        loading={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </li>
  )
}

function LeaveFamily() {
  const t = useTexts(en).leave
  const common = useTexts(ui)
  const [isAsking, setAsking] = useState(false)
  const toast = useToast('leave family')
  const leave = useLeaveFamily({
    onSuccess: () => reloadFamily('left'),
    onError: (error) => toast.error(common.error, getErrorMessage(error) ?? t.failed),
  })
  return (
    <div className="mt-4 border-t border-line pt-4">
      <Button variant="danger-quiet" icon={<LogOut />} onClick={() => setAsking(true)}>
        {t.button}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t.title}
        description={t.text}
        confirmLabel={t.confirm}
        loading={leave.isPending}
        onConfirm={() => leave.mutate()}
      />
    </div>
  )
}
