import { formatInstantDate } from '@aftercare/domain/lib/instants-format'
import { useState } from 'react'
import { useLanguage, useTexts } from '../../language/language'
import { getErrorMessage } from '../../lib/error-message'
import { programFacts } from '../../lib/program'
import { useToast } from '../../lib/scoped-toast'
import { EmailText } from '../../ui/data/email-text'
import { Button } from '../../ui/inputs/button'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { en as ui } from '../../ui/texts/en'
import { type Invitation, useCancelInvitation, useResendInvitation } from './family.api'
import { en } from './texts/en'

/** An open invitation. Sent again it has another id, so the email identifies it. */
export function InvitationItem({ invitation }: { invitation: Invitation }) {
  const t = useTexts(en).invitation
  const common = useTexts(ui)
  const language = useLanguage()
  const dateOf = (instant: string) => formatInstantDate(instant, programFacts().timeZone, language)
  const { email, sent_at, expires_at } = invitation
  const [isAsking, setAsking] = useState(false)
  const toast = useToast(`invitation ${email}`)
  const onError = (error: Error) => toast.error(common.error, getErrorMessage(error) ?? t.failed)
  const sendAgain = useResendInvitation(invitation, {
    onSuccess: () => toast.success(t.sentAgain.title, t.sentAgain.text(email)),
    onError,
  })
  const cancel = useCancelInvitation(invitation, {
    onSuccess: (changed) => {
      setAsking(false)
      // Not as an error: those go with the row, which is gone.
      const { title, text } = changed === null ? t.closed : t.cancelled
      toast.success(title, text(email))
    },
    onError,
  })
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 py-2.5">
      <div className="min-w-0 flex-[1_1_14rem] wrap-anywhere">
        <p className="font-semibold">
          <EmailText>{email}</EmailText>
        </p>
        <p className="text-sm text-muted">{t.dates(dateOf(sent_at), dateOf(expires_at))}</p>
      </div>
      <div className="flex gap-1">
        <Button
          variant="plain"
          aria-label={t.sendAgainLabel(email)}
          loading={sendAgain.isPending}
          onClick={() => sendAgain.mutate()}
        >
          {t.sendAgain}
        </Button>
        <Button variant="danger-quiet" aria-label={t.cancelLabel(email)} onClick={() => setAsking(true)}>
          {t.cancel}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t.cancelTitle}
        description={t.cancelText(email)}
        confirmLabel={t.confirm}
        cancelLabel={t.keep}
        loading={cancel.isPending}
        onConfirm={() => cancel.mutate()}
      />
    </li>
  )
}
