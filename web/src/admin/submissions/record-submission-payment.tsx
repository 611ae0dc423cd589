import { Banknote } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { useErrorToast } from '../../ui/feedback/use-error-toast'
import { Button } from '../../ui/inputs/button'
import { lazyWithRetry } from '../../ui/lazy-with-retry'
import { whileOpen } from '../../ui/overlays/load-dialogs'
import { PARENT_FAILED, useParent } from '../parents/parents.api'
import type { RecordPaymentDialogProps } from '../parents/record-payment-dialog'
import type { AdminSubmission } from './submissions.api'

const RecordPaymentDialog: ComponentType<RecordPaymentDialogProps> = lazyWithRetry(
  () => import('../parents/record-payment-dialog'),
  (m) => m.RecordPaymentDialog,
  whileOpen,
)

type Props = { submission: AdminSubmission; isSamePage: (url: URL) => boolean }

/** Records a payment for the submission in the panel, with what is open on it filled in. */
export function RecordSubmissionPayment({ submission, isSamePage }: Props) {
  const [isRecording, setRecording] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const parentId = submission.parent?.id
  const { data: parent, isError } = useParent(parentId ?? '', {
    enabled: isRecording && parentId !== undefined,
  })
  // Clicking again loads it again; until then nothing does, so that the dialog never opens by itself.
  if (isRecording && isError && !parent) {
    setRecording(false)
    setFailed(true)
  }
  useErrorToast(hasFailed, PARENT_FAILED)
  const hintId = `payment-hint-${submission.id}`
  return (
    <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
      {!parentId && (
        <span id={hintId} className="text-muted">
          Cannot record payments for guest users
        </span>
      )}
      <Button
        variant="quiet"
        icon={<Banknote />}
        disabled={!parentId}
        aria-describedby={parentId ? undefined : hintId}
        loading={isRecording && !parent}
        onClick={() => {
          setFailed(false)
          setRecording(true)
        }}
      >
        Record Payment
      </Button>
      {parent && (
        <RecordPaymentDialog
          parent={parent}
          open={isRecording}
          onOpenChange={setRecording}
          submission={{
            ...submission,
            child_name: submission.child?.name ?? submission.guest_child_name ?? '',
          }}
          isSamePage={isSamePage}
        />
      )}
    </span>
  )
}
