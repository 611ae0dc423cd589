import { capitalize } from '@aftercare/domain/lib/capitalize'
import { formatMonthName } from '@aftercare/domain/lib/dates-format'
import { useLanguage, useTexts } from '../../language/language'
import { cx } from '../../ui/cx'
import type { Month } from '../months/months.api'
import { en } from './texts/en'

type MonthPickerProps = {
  months: readonly Month[]
  chosenId: string | null
  onPick: (month: Month) => void
  /** The id of the error message. */
  errorId?: string
}

export function MonthPicker({ months, chosenId, onPick, errorId }: MonthPickerProps) {
  const t = useTexts(en)
  const language = useLanguage()
  return (
    <section
      aria-label={t.month}
      className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-2 lg:grid-cols-[repeat(auto-fill,minmax(10rem,1fr))]"
    >
      {months.map((month) => {
        const isChosen = month.id === chosenId
        return (
          <button
            key={month.id}
            type="button"
            aria-pressed={isChosen}
            aria-describedby={errorId}
            onClick={() => onPick(month)}
            className={cx(
              'min-h-15 rounded-control border-2 px-1 py-1 lg:min-h-13',
              isChosen
                ? 'border-accent bg-accent-soft text-accent-ink'
                : 'border-line-strong bg-surface hover:bg-surface-inset',
            )}
          >
            <span className="block font-display text-lg leading-tight font-semibold wrap-anywhere">
              {capitalize(formatMonthName(month.month_name, language))}
            </span>{' '}
            <span className={cx('block text-xs', !isChosen && 'text-muted')}>{month.year}</span>
          </button>
        )
      })}
    </section>
  )
}
