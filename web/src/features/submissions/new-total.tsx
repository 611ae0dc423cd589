import { formatUsd } from '@aftercare/domain/lib/money'
import { formatDayCount } from '@aftercare/domain/submissions/day-count'
import { buildEditEntry } from '@aftercare/domain/submissions/submissions'
import { useLanguage, useTexts } from '../../language/language'
import { DayChanges } from './edit-history'
import { en } from './texts/en'

type Choice = { days: readonly number[]; feeCents: number }

/** In an edit: the new fee, what it was, and which days are added and removed. */
type NewTotalProps = { before: Choice; after: Choice; cancelledDays: readonly number[] }

export function NewTotal({ before, after, cancelledDays }: NewTotalProps) {
  const t = useTexts(en)
  const language = useLanguage()
  const countOf = ({ days }: Choice) => formatDayCount(days, cancelledDays, language)
  const changes = buildEditEntry(before.days, after.days, '')
  return (
    <div className="border-t-2 border-text pt-2.5">
      <p className="flex items-baseline justify-between">
        <span>
          <b className="font-semibold">{t.newTotal}</b> <span className="text-muted">{countOf(after)}</span>
        </span>
        <output className="font-display text-2xl font-extrabold tabular-nums">
          {formatUsd(after.feeCents)}
        </output>
      </p>
      <p className="mt-1 text-sm text-muted">{t.before(countOf(before), formatUsd(before.feeCents))}</p>
      <DayChanges added={changes.days_added} removed={changes.days_removed} labels={[t.adding, t.removing]} />
    </div>
  )
}
