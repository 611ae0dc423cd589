import { sortedDayNumbers } from '@aftercare/domain/lib/days'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import type { CancelledFee } from '@aftercare/domain/submissions/cancellations'
import { useTexts } from '../../language/language'
import { en } from './texts/en'

type GivenUp = {
  cancellation: { fee: CancelledFee; selected_days: readonly number[]; fee_before: number }
  /** What is left of it. */
  submission: { selected_days: readonly number[]; total_fee: number }
}

/** What a cancelled registration was, and what remains of its days and its fee. */
export function GivenUpDays({ cancellation, submission }: GivenUp) {
  const t = useTexts(en)
  const stayed = sortedDayNumbers(submission.selected_days)
  const givenUp = sortedDayNumbers(cancellation.selected_days).filter((n) => !stayed.includes(n))
  const [now, before] = [submission.total_fee, cancellation.fee_before].map((fee) => formatUsd(toCents(fee)))
  const feeText =
    cancellation.fee === 'keep'
      ? t.feeStays(now ?? '')
      : submission.total_fee > 0
        ? t.feeLeft(now ?? '', before ?? '')
        : t.noFee(before ?? '')
  return (
    <span className="block tabular-nums">
      {[givenUp.length > 0 && t.givenUp(givenUp), stayed.length > 0 && t.stay(stayed), feeText]
        .filter(Boolean)
        .join(' ')}
    </span>
  )
}
