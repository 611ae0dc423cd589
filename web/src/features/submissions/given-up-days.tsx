import { sortedDayNumbers } from '@aftercare/domain/lib/days'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import type { CancelledFee } from '@aftercare/domain/submissions/cancellations'
import { formatDayCount } from '../../lib/format-day-count'

type GivenUp = { fee: CancelledFee; selected_days: readonly number[]; fee_before: number }

/** What a cancelled registration was, and what remains of its fee. */
export function GivenUpDays({ fee, selected_days, fee_before }: GivenUp) {
  return (
    <span className="block tabular-nums">
      {formatDayCount(selected_days.length)} given up: {sortedDayNumbers(selected_days).join(', ')}.{' '}
      {fee === 'keep'
        ? `The fee of ${formatUsd(toCents(fee_before))} stays.`
        : `No fee; it was ${formatUsd(toCents(fee_before))}.`}
    </span>
  )
}
