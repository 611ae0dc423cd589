import { type CancelRequest, isOpenRequest } from '@aftercare/domain/submissions/cancel-requests'
import { useTexts } from '../../language/language'
import { StatusBadge } from '../../ui/data/badge'
import { ApprovalBadge } from './approval-note'
import type { Submission } from './submissions.api'
import { en } from './texts/en'

type SubmissionBadgesProps = {
  submission: Pick<Submission, 'cancellation' | 'is_cancelled' | 'is_edited' | 'status' | 'dropin_date'> & {
    /** Omit it where the request itself is shown. */
    cancel_request?: CancelRequest | null
  }
}

export function SubmissionBadges({ submission }: SubmissionBadgesProps) {
  const t = useTexts(en)
  return (
    <>
      {(submission.cancellation || submission.is_cancelled) && (
        <StatusBadge status="cancelled">{t.cancelled}</StatusBadge>
      )}
      <ApprovalBadge submission={submission} />
      {isOpenRequest(submission.cancel_request ?? null) && (
        <StatusBadge status="asked_to_cancel">{t.askedToCancel}</StatusBadge>
      )}
      {submission.is_edited && <StatusBadge status="edited">{t.edited}</StatusBadge>}
    </>
  )
}
