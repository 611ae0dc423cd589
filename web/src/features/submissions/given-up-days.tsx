import { sortedDayNumbers } from '@aftercare/domain/lib/days'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import type { CancelledFee } from '@aftercare/domain/submissions/cancellations'
import { useTexts } from '../../language/language'
import { en } from './texts/en'

type GivenUp = { fee: CancelledFee; selected_days: readonly number[]; fee_before: number }

/** What a cancelled registration was, and what remains of its fee. */
export function GivenUpDays({ fee, selected_days, fee_before }: GivenUp) {
  const t = useTexts(en)
  const amount = formatUsd(toCents(fee_before))
  return (
    <span className="block tabular-nums">
      {t.givenUp(sortedDayNumbers(selected_days))} {fee === 'keep' ? t.feeStays(amount) : t.noFee(amount)}
    </span>
  )
}
