import { formatUsdShort } from '@aftercare/domain/lib/money'
import {
  DAY_TYPE_LABELS,
  type DayType,
  isOpenType,
  type MonthCalendar,
} from '@aftercare/domain/months/months'
import { typePriceCents } from '@aftercare/domain/pricing/fees'
import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { memo } from 'react'
import { DayTypeKey } from '../../ui/month-calendar/day-type-icon'

/** In the order of the keys 1 to 5. */
const PALETTE: readonly DayType[] = ['regular', 'noon', 'early', 'no_school', 'unavailable']

/** Undefined for any other key. */
export const dayTypeForKey = (key: string): DayType | undefined =>
  /^[1-5]$/.test(key) ? PALETTE[Number(key) - 1] : undefined

type DayTypePaletteProps = Pick<MonthCalendar, 'regularPriceCents' | 'specialPriceCents'> & {
  /** Null: none chosen yet. */
  value: DayType | null
  onValueChange: (type: DayType) => void
}

export const DayTypePalette = memo(function DayTypePalette(props: DayTypePaletteProps) {
  const { value, onValueChange, ...prices } = props
  return (
    <RadioGroup
      aria-label="Day type"
      value={value}
      onValueChange={(next) => onValueChange(next as DayType)}
      className="flex flex-wrap gap-2"
    >
      {PALETTE.map((type, index) => (
        <Radio.Root
          key={type}
          value={type}
          aria-keyshortcuts={String(index + 1)}
          title={`Key ${index + 1}`}
          className="flex min-h-10 cursor-pointer items-center gap-2 rounded-control border border-line-strong bg-surface py-1 pr-2.5 pl-2 font-semibold hover:bg-surface-inset data-checked:border-accent data-checked:bg-accent-soft data-checked:text-accent-ink data-checked:shadow-[inset_0_0_0_1px_var(--accent)] coarse:min-h-tap"
        >
          <DayTypeKey kind={type === 'no_school' ? 'no-school' : type} />
          {DAY_TYPE_LABELS[type]}
          {isOpenType(type) && (
            <span className="text-note font-medium">{formatUsdShort(typePriceCents(prices, type))}</span>
          )}
        </Radio.Root>
      ))}
    </RadioGroup>
  )
})
