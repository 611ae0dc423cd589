import { cx } from '../cx'
import { cellKind, type DayCell } from './day-cell'

const fills: Record<string, string> = {
  regular: 'bg-[color-mix(in_srgb,var(--day-regular-mark)_42%,var(--day-regular))]',
  noon: 'bg-[color-mix(in_srgb,var(--day-noon-mark)_42%,var(--day-noon))]',
  early: 'bg-[color-mix(in_srgb,var(--day-early-mark)_42%,var(--day-early))]',
}

const faint = 'bg-[color-mix(in_srgb,var(--muted)_18%,transparent)]'

/** By class, Monday first: the content policy allows no style attributes in the server's HTML. */
const columnStarts = ['col-start-1', 'col-start-2', 'col-start-3', 'col-start-4', 'col-start-5']

/**
 * A month as five columns of blocks, weekdays only. Decorative.
 * With selected days, only those are coloured; without, every day shows its type.
 */
export function MiniMonth({ cells }: { cells: readonly DayCell[] }) {
  const weekdays = cells.filter((cell) => !cell.weekend)
  const chosen = weekdays.some((cell) => cell.selected)
  return (
    <span
      aria-hidden="true"
      className="grid flex-none content-start self-center grid-cols-[repeat(5,0.875rem)] gap-[0.1875rem]"
    >
      {weekdays.map((cell, index) => (
        <i
          key={cell.day}
          className={cx(
            'size-3.5 rounded-2xs',
            // The first block moves to its weekday's column; the others follow.
            index === 0 && columnStarts[cell.weekday - 1],
            cell.selected ? 'bg-day-selected' : chosen ? faint : (fills[cellKind(cell)] ?? faint),
          )}
        />
      ))}
    </span>
  )
}
