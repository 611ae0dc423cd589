import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type ChevronProps, DayPicker } from 'react-day-picker'

/** Days are `YYYY-MM-DD` everywhere but inside the picker. */
function toDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

function toDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function Chevron({ orientation }: ChevronProps) {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight
  return <Icon aria-hidden="true" className="size-5" />
}

type DatePickerProps = {
  value: string | null
  onValueChange: (day: string) => void
  /** The programme's today, not the browser's. */
  today: string
}

const navButton =
  'grid size-tap place-items-center rounded-control hover:bg-surface-inset aria-disabled:text-line-strong dense:size-control-dense dense:rounded-cell dense:coarse:size-tap'

/** An inline date picker. */
export function DatePicker({ value, onValueChange, today }: DatePickerProps) {
  const [month, setMonth] = useState(() => toDate(value ?? today))
  useEffect(() => {
    // Follow a value set elsewhere, such as by Back.
    if (value) setMonth(toDate(value))
  }, [value])
  return (
    <DayPicker
      mode="single"
      required
      selected={value ? toDate(value) : undefined}
      onSelect={(date: Date) => onValueChange(toDay(date))}
      today={toDate(today)}
      month={month}
      onMonthChange={setMonth}
      components={{ Chevron }}
      className="kit-date-picker"
      classNames={{
        months: 'relative',
        month_caption: 'flex min-h-tap items-center dense:min-h-control-dense',
        caption_label: 'font-display text-lg font-bold',
        nav: 'absolute top-0 right-0 flex',
        button_previous: navButton,
        button_next: navButton,
        month_grid: 'mt-1 w-full table-fixed border-collapse text-sm tabular-nums',
        weekday: 'h-8 text-xs font-semibold text-muted',
        day: 'p-0.5 text-center',
        day_button:
          'grid h-10 w-full place-items-center rounded-cell hover:bg-accent-soft dense:h-9 dense:coarse:h-10',
        selected:
          '[&>button]:bg-accent [&>button]:font-bold [&>button]:text-on-accent [&>button]:hover:bg-accent-hover',
        today:
          '[&>button]:font-bold [&>button]:underline [&>button]:decoration-2 [&>button]:underline-offset-4',
        outside: 'text-muted',
      }}
    />
  )
}
