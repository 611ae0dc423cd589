import { cellKind, type DayCell } from './day-cell'

const FILLS: Record<string, string> = {
  selected: 'fill-day-selected',
  regular: 'fill-[color-mix(in_srgb,var(--day-regular-mark)_42%,var(--day-regular))]',
  noon: 'fill-[color-mix(in_srgb,var(--day-noon-mark)_42%,var(--day-noon))]',
  early: 'fill-[color-mix(in_srgb,var(--day-early-mark)_42%,var(--day-early))]',
  faint: 'fill-[color-mix(in_srgb,var(--muted)_18%,transparent)]',
}

const COLUMNS = 5
/** In pixels at the usual size of text: a block, and to the next one. */
const [SIZE, STEP] = [14, 17]
const BLOCK = 'h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-10a2 2 0 0 1-2-2v-10a2 2 0 0 1 2-2z'

/**
 * A month as five columns of blocks, weekdays only. Decorative.
 * With selected days, only those are coloured; without, every day shows its type. One path for all blocks of a colour:
 * a dashboard has a month in each of its many cards.
 */
export function MiniMonth({ cells }: { cells: readonly DayCell[] }) {
  const weekdays = cells.filter((cell) => !cell.weekend)
  const chosen = weekdays.some((cell) => cell.selected)
  const firstColumn = (weekdays[0]?.weekday ?? 1) - 1
  const paths = new Map<string, string>()
  for (const [index, cell] of weekdays.entries()) {
    const kind = cell.selected ? 'selected' : chosen ? 'faint' : cellKind(cell)
    const fill = FILLS[kind] ?? FILLS.faint ?? ''
    const position = firstColumn + index
    const [column, row] = [position % COLUMNS, Math.floor(position / COLUMNS)]
    paths.set(fill, `${paths.get(fill) ?? ''}M${column * STEP + 2} ${row * STEP}${BLOCK}`)
  }
  const rows = Math.ceil((firstColumn + weekdays.length) / COLUMNS)
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${COLUMNS * STEP - (STEP - SIZE)} ${rows * STEP - (STEP - SIZE)}`}
      className="w-20.5 flex-none self-center"
    >
      {[...paths].map(([fill, path]) => (
        <path key={fill} className={fill} d={path} />
      ))}
    </svg>
  )
}
