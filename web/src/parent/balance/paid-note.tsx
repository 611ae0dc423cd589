import { isApproved } from '@aftercare/domain/drop-ins/approvals'
import { toCents } from '@aftercare/domain/lib/money'
import { paidTexts } from '@aftercare/domain/payments/family-balance'
import { en } from '@aftercare/domain/payments/texts/en'
import type { Submission } from '../../features/submissions/submissions.api'
import { useTexts } from '../../language/language'

/** "$40.00 of $120.00 paid", where staff let families see it. */
export function PaidNote({ submission }: { submission: Submission }) {
  const t = useTexts(en)
  if (submission.paid_amount === null) return null
  const texts = paidTexts(
    {
      billedStatus: submission.billed_status,
      feeCents: toCents(submission.total_fee),
      paidCents: toCents(submission.paid_amount),
      isCancelled: submission.cancellation !== null || !isApproved(submission.status),
    },
    t,
  )
  if (texts.length === 0) return null
  return (
    <span className="flex flex-wrap gap-x-2 text-sm font-normal text-muted tabular-nums">
      {texts.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </span>
  )
}
