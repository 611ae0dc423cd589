import { formatUsdShort } from '@aftercare/domain/lib/money'
import {
  DAY_TYPE_LABELS,
  type DayType,
  isOpenType,
  type MonthCalendar,
} from '@aftercare/domain/months/months'
import { typePriceCents } from '@aftercare/domain/pricing/fees'
import { memo } from 'react'
import { RadioGroup } from '../../ui/inputs/radio-group'
import { kindOfType } from '../../ui/month-calendar/day-cell'
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
      label="Day type"
      variant="tools"
      value={value}
      onValueChange={onValueChange}
      options={PALETTE.map((type, index) => ({
        value: type,
        label: DAY_TYPE_LABELS[type],
        media: <DayTypeKey kind={kindOfType(type)} />,
        description: isOpenType(type) && formatUsdShort(typePriceCents(prices, type)),
        shortcut: String(index + 1),
      }))}
    />
  )
})
