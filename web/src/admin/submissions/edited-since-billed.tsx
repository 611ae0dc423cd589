import { formatUsd, formatUsdDifference, toCents, toCentsOrNull } from '@aftercare/domain/lib/money'
import { EDITED_SINCE_BILLED, editedSinceBilledCents } from '@aftercare/domain/submissions/submissions'
import { FilePen } from 'lucide-react'
import type { ReactNode } from 'react'
import { getErrorMessage } from '../../lib/error-message'
import { useToast } from '../../lib/scoped-toast'
import { Badge } from '../../ui/data/badge'
import { Callout } from '../../ui/feedback/callout'
import { Button } from '../../ui/inputs/button'
import { type AdminSubmission, type ListedSubmission, useConfirmFee } from './submissions.api'
import { useUndoBilling } from './use-undo-billing'

/** "+$20.00" if edits changed the fee after billing, else null. */
function differenceSinceBilled(submission: { total_fee: number; billed_fee: number | null }): string | null {
  const cents = editedSinceBilledCents({
    totalFeeCents: toCents(submission.total_fee),
    billedFeeCents: toCentsOrNull(submission.billed_fee),
  })
  return cents === null ? null : formatUsdDifference(cents)
}

/** For list cards. */
export function EditedSinceBilledBadge({ row }: { row: ListedSubmission }) {
  const difference = differenceSinceBilled(row)
  if (difference === null) return null
  return (
    <Badge tone="warning" icon={<FilePen />} className="tabular-nums">
      {EDITED_SINCE_BILLED} {difference}
    </Badge>
  )
}

/** For table rows, under the status: no wider than one. */
export const StatusMark = ({ children }: { children: ReactNode }) => (
  <span className="block w-24 text-xs leading-snug font-semibold whitespace-normal text-warning-ink">
    {children}
  </span>
)

export function EditedSinceBilledMark({ row }: { row: ListedSubmission }) {
  const difference = differenceSinceBilled(row)
  if (difference === null) return null
  return (
    <StatusMark>
      {EDITED_SINCE_BILLED} {difference}
    </StatusMark>
  )
}

/** For the panel: the billed and the current fee, and a button to confirm. */
export function EditedSinceBilledNote({ submission }: { submission: AdminSubmission }) {
  const { id, version, total_fee, billed_fee } = submission
  const toast = useToast(`confirm fee of ${id}`)
  const undo = useUndoBilling(`confirm fee of ${id}`)
  const confirm = useConfirmFee({
    onSuccess: (saved) =>
      toast.success(
        'Success',
        `${formatUsd(toCents(saved.total_fee))} is confirmed as billed.`,
        undo([saved.undo]),
      ),
    onError: (error) => toast.error('Error', getErrorMessage(error) ?? 'Failed to update submission.'),
  })
  const difference = differenceSinceBilled(submission)
  if (difference === null || billed_fee === null) return null
  return (
    <Callout tone="warning" icon={<FilePen />}>
      <p className="tabular-nums">
        <b>
          {EDITED_SINCE_BILLED} {difference}
        </b>
        <span className="block">
          Billed at {formatUsd(toCents(billed_fee))}; the fee is now {formatUsd(toCents(total_fee))}. Update
          it in your billing system, then confirm.
        </span>
      </p>
      <Button
        variant="quiet"
        className="mt-2"
        loading={confirm.isPending}
        onClick={() => confirm.mutate({ id, version })}
      >
        Confirm {formatUsd(toCents(total_fee))} as billed
      </Button>
    </Callout>
  )
}
