import { formatUsdDifference, toCents, toCentsOrNull } from '@aftercare/domain/lib/money'
import { editedSinceBilledCents } from '@aftercare/domain/submissions/submissions'

/** "+$20.00" where edits have moved the fee away from what was billed, else null. */
export function differenceSinceBilled(submission: {
  total_fee: number
  billed_fee: number | null
}): string | null {
  const cents = editedSinceBilledCents({
    totalFeeCents: toCents(submission.total_fee),
    billedFeeCents: toCentsOrNull(submission.billed_fee),
  })
  return cents === null ? null : formatUsdDifference(cents)
}
