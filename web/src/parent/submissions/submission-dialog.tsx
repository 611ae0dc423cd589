import { withdrawalError } from '@aftercare/domain/drop-ins/withdrawals'
import { en as enTitles } from '@aftercare/domain/submissions/texts/en'
import { Pencil } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { SubmissionBadges } from '../../features/submissions/submission-badges'
import { type Submission, useSubmission, withdrawDropIn } from '../../features/submissions/submissions.api'
import { useTexts } from '../../language/language'
import { isClientError } from '../../lib/api-client'
import { useToday } from '../../lib/program'
import { UnsavedChanges } from '../../lib/unsaved-changes'
import { useBeforeUnload } from '../../lib/use-before-unload'
import { useLocation } from '../../router/router'
import { Skeleton } from '../../ui/feedback/skeleton'
import { ErrorState } from '../../ui/feedback/states'
import { Button } from '../../ui/inputs/button'
import { CloseButton } from '../../ui/overlays/close-button'
import { Dialog } from '../../ui/overlays/dialog'
import { en as enUi } from '../../ui/texts/en'
import { EditActions } from './edit-actions'
import { SubmissionDetail } from './submission-detail'
import { SubmissionEditor } from './submission-editor'
import { childNameOf, isEditable, titleOf } from './submission-summary'
import { SUBMISSION_PARAMETER } from './submission-url'
import { en } from './texts/en'
import { type SubmissionEditState, useSubmissionEdit } from './use-submission-edit'
import { WithdrawDropIn } from './withdraw-drop-in'

type SubmissionDialogProps = { id: string | null; onClose: () => void }

export function SubmissionDialog({ id, onClose }: SubmissionDialogProps) {
  const t = useTexts(en)
  // Also while it animates out.
  const [lastId, setLastId] = useState(id)
  if (id !== null && id !== lastId) setLastId(id)
  const { data: submission, error, refetch } = useSubmission(id ?? lastId)
  const isOpen = id !== null

  if (submission) {
    return <OpenSubmission key={submission.id} submission={submission} isOpen={isOpen} onClose={onClose} />
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={error ? t.submission : t.loading}
      width="wide"
    >
      {isClientError(error) ? (
        <ErrorState title={t.notFound.title} message={t.notFound.text} />
      ) : error ? (
        <ErrorState message={t.failed} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-80 w-full" />
      )}
    </Dialog>
  )
}

type OpenSubmissionProps = { submission: Submission; isOpen: boolean; onClose: () => void }

function OpenSubmission({ submission, isOpen, onClose }: OpenSubmissionProps) {
  const t = useTexts(en)
  const titles = useTexts(enTitles)
  const edit = useSubmissionEdit(submission)
  const { id } = submission
  const { pathname } = useLocation()
  const isSamePage = useCallback(
    (url: URL) => url.pathname === pathname && url.searchParams.get(SUBMISSION_PARAMETER) === id,
    [id, pathname],
  )
  // Back closes the dialog without a click.
  const drop = useEffectEvent(edit.close)
  useBeforeUnload(edit.isSaving)
  const isLeft = !isOpen && !edit.isSaving
  useEffect(() => {
    if (isLeft) drop()
  }, [isLeft])

  const close = () => {
    if (edit.isSaving) return
    edit.cancel()
    onClose()
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={close}
      title={titleOf(submission, titles)}
      titleAside={<SubmissionBadges submission={{ ...submission, cancel_request: null }} />}
      description={edit.isEditing ? childNameOf(submission) : undefined}
      width={submission.months ? 'wide' : 'narrow'}
      dismissible={!edit.isEditing}
      footer={<Actions submission={submission} edit={edit} onClose={onClose} />}
    >
      {edit.isEditing ? (
        <SubmissionEditor submission={submission} edit={edit} />
      ) : (
        <SubmissionDetail submission={submission} />
      )}
      <UnsavedChanges
        draft={{ isUnsaved: edit.isDirty }}
        isSending={edit.isSaving}
        isSamePage={isSamePage}
        unsavedText={t.unsaved}
      />
    </Dialog>
  )
}

type ActionsProps = { submission: Submission; edit: SubmissionEditState; onClose: () => void }

function Actions({ submission, edit, onClose }: ActionsProps) {
  const t = useTexts(en)
  const ui = useTexts(enUi)
  const today = useToday()
  if (edit.isEditing) return <EditActions edit={edit} />
  return (
    <>
      <CloseButton>{ui.close}</CloseButton>
      {submission.dropin_date && withdrawalError(submission, today) === null && (
        <WithdrawDropIn
          day={submission.dropin_date}
          send={() => withdrawDropIn(submission.id)}
          onWithdrawn={onClose}
        />
      )}
      {isEditable(submission, today) && (
        <Button icon={<Pencil />} onClick={edit.start}>
          {t.edit}
        </Button>
      )}
    </>
  )
}
