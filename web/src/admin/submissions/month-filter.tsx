import { formatMonth } from '@aftercare/domain/lib/dates-format'
import { Skeleton } from '../../ui/feedback/skeleton'
import { lazyWithRetry } from '../../ui/lazy-with-retry'
import { useAdminMonths } from '../months/months.api'

/** Weighs as much as the rest of the page. */
const SelectInput = lazyWithRetry(
  () => import('../../ui/inputs/select-input'),
  (m) => m.SelectInput,
  { renderError: () => null, fallback: <Skeleton className="h-9 w-36" /> },
)

type MonthFilterProps = { value: string; onValueChange: (month: string) => void }

/** All submissions, those of one month, newest month first, or the drop-ins. */
export function MonthFilter({ value, onValueChange }: MonthFilterProps) {
  const options = useMonthOptions(value)
  return (
    <SelectInput
      aria-label="Month"
      options={options}
      value={value}
      onValueChange={onValueChange}
      className="w-auto min-w-36"
    />
  )
}

/** The chosen option's text, for the printed list. */
export const useMonthLabel = (value: string): string =>
  useMonthOptions(value).find((option) => option.value === value)?.label ?? ''

function useMonthOptions(value: string) {
  const { data: months } = useAdminMonths()
  const options = [
    { value: 'all', label: 'All months' },
    { value: 'drop_ins', label: 'Drop-ins' },
    ...(months ?? [])
      .toReversed()
      .map(({ id, month_name, year }) => ({ value: id, label: formatMonth(month_name, year) })),
  ]
  // From a link, while the months load or after the month was deleted.
  if (!options.some((option) => option.value === value))
    options.push({ value, label: months ? 'Unknown month' : 'Loading' })
  return options
}
