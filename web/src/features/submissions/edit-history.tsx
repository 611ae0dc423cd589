import { formatDateTime } from '@aftercare/domain/lib/instants-format'
import { feeChangeText } from '@aftercare/domain/pricing/credits'
import { en as enPricing } from '@aftercare/domain/pricing/texts/en'
import { Minus, Plus } from 'lucide-react'
import { useLanguage, useTexts } from '../../language/language'
import { richText } from '../../language/rich-text'
import { programFacts } from '../../lib/program'
import { Badge } from '../../ui/data/badge'
import type { Submission } from './submissions.api'
import { en } from './texts/en'

/** Newest first. */
export function EditHistory({ entries }: { entries: Submission['edit_history'] }) {
  const t = useTexts(en)
  const pricing = useTexts(enPricing)
  const language = useLanguage()
  if (entries.length === 0) return null
  return (
    <section aria-label={t.editHistory}>
      <h3 className="mb-3 text-lg">{t.editHistory}</h3>
      <ol className="ml-[0.4375rem] grid gap-4 border-l-2 border-line pl-[1.125rem]">
        {entries.toReversed().map((entry) => (
          <li
            key={`${entry.edited_at} ${entry.fee_change?.day}`}
            className="relative text-sm before:absolute before:top-[0.3rem] before:-left-[1.5625rem] before:size-3 before:rounded-2xs before:bg-warning before:shadow-[inset_0_0_0_1.5px_var(--day-noon-mark),0_0_0_3px_var(--raised)]"
          >
            <time dateTime={entry.edited_at} className="block font-semibold">
              {formatDateTime(entry.edited_at, programFacts().timeZone, language)}
            </time>
            {entry.changed_by !== undefined && (
              <p>{richText(t.byStaff[entry.event ?? 'changed'], { name: <bdi>{entry.changed_by}</bdi> })}</p>
            )}
            {entry.adult !== undefined && <p>{richText(t.changedBy, { name: <bdi>{entry.adult}</bdi> })}</p>}
            <p className="text-muted">
              {entry.fee_change
                ? feeChangeText(entry.fee_change, pricing)
                : changeSummary(entry.days_added.length, entry.days_removed.length, t)}
            </p>
            <DayChanges added={entry.days_added} removed={entry.days_removed} labels={[t.added, t.removed]} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function changeSummary(added: number, removed: number, t: typeof en): string {
  if (added > 0 && removed > 0) return t.daysChanged(added, removed)
  if (added > 0) return t.daysAdded(added)
  return removed > 0 ? t.daysRemoved(removed) : t.noChange
}

type DayChangesProps = { added: readonly number[]; removed: readonly number[]; labels: [string, string] }

export function DayChanges({ added, removed, labels }: DayChangesProps) {
  if (added.length + removed.length === 0) return null
  const shared = 'h-auto min-h-6 py-1 whitespace-normal'
  return (
    <p className="mt-1.5 flex flex-wrap gap-1.5">
      {added.length > 0 && (
        <Badge tone="success" icon={<Plus />} className={shared}>
          {labels[0]} {added.join(', ')}
        </Badge>
      )}
      {removed.length > 0 && (
        <Badge tone="danger" icon={<Minus />} className={shared}>
          {labels[1]} {removed.join(', ')}
        </Badge>
      )}
    </p>
  )
}
