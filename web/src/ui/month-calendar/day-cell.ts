import { MONTH_NAMES, WEEKDAY_NAMES } from '@aftercare/domain/lib/days'
import { CLOSED_LABEL, DAY_TYPE_LABELS, type DayType } from '@aftercare/domain/months/months'
import { FULL_LABEL } from '@aftercare/domain/months/seats'

/** One day as the calendar shows it. All rules are decided before; nothing here computes a price or a right. */
export type DayCell = {
  day: number
  /** 0 for Sunday to 6 for Saturday. */
  weekday: number
  type: DayType
  /** The day type in words; by default its usual label. */
  label?: string
  /** "$20" or "$22.50"; left out where nothing is to pay. */
  priceLabel?: string
  selected?: boolean
  /** In an edit: whether the day was chosen when the edit began. Left out elsewhere. */
  original?: boolean
  /** In an edit: chosen now, not chosen before. */
  added?: boolean
  /** In an edit: chosen before, not now. */
  removed?: boolean
  closed?: boolean
  /** No seat is free. */
  full?: boolean
  /** "3 left" while few seats are free. */
  leftLabel?: string
  /** "too few for 2 children": free seats, but not enough. Left out while there are. */
  fewLabel?: string
  /** Somebody waits for a seat on this full day. */
  watched?: boolean
  /** A press opens something about the day instead of choosing it. */
  opens?: boolean
  today?: boolean
  past?: boolean
  weekend?: boolean
  /** Can be read but not pressed. */
  disabled?: boolean
  /** Staff: how many children are registered. */
  count?: number
  /** Staff: "26/30" where seats are limited, and whether that is too many. */
  seatsLabel?: string
  overSeats?: boolean
  /** Staff: can be closed to new submissions. */
  lockable?: boolean
}

export type CellKind =
  | 'regular'
  | 'noon'
  | 'early'
  | 'no-school'
  | 'unavailable'
  | 'closed'
  | 'full'
  | 'weekend'

/** Closed and full win over the type, a day that stays chosen wins over both. */
export function cellKind(cell: DayCell): CellKind {
  if (cell.weekend) return 'weekend'
  const isHeld = cell.selected || cell.removed
  if (cell.closed && !isHeld) return 'closed'
  if (cell.full && !isHeld) return 'full'
  return cell.type === 'no_school' ? 'no-school' : cell.type
}

export function cellLabel(cell: DayCell): string {
  if (cell.label !== undefined) return cell.label
  const kind = cellKind(cell)
  if (kind === 'full') return FULL_LABEL
  return kind === 'closed' ? CLOSED_LABEL : DAY_TYPE_LABELS[cell.type]
}

function stateWords(cell: DayCell): string | undefined {
  if (cell.removed) return 'removed'
  if (cell.added) return 'selected, added'
  if (cell.selected) return cell.original ? 'selected, original day' : 'selected'
  return undefined
}

/** What cannot be chosen has no price to show. */
export const isPriced = (kind: CellKind): boolean => kind !== 'closed' && kind !== 'full'

/** Everything that the cell shows, in words: "Friday, December 11, 2:30 Dismissal, $30, selected". */
export function cellName(cell: DayCell, monthIndex: number): string {
  const kind = cellKind(cell)
  const words = [
    WEEKDAY_NAMES[cell.weekday],
    `${MONTH_NAMES[monthIndex]} ${cell.day}`,
    cell.today && 'today',
    cellLabel(cell),
    cell.closed && kind !== 'closed' && 'closed',
    isPriced(kind) && cell.priceLabel,
    cell.leftLabel,
    cell.fewLabel,
    cell.watched && 'waiting for a seat',
    cell.count !== undefined && `${cell.count} registered`,
    cell.seatsLabel && `${cell.seatsLabel.replace('/', ' of ')} seats taken`,
    cell.overSeats && 'over the number of seats',
    stateWords(cell),
  ]
  return words.filter(Boolean).join(', ')
}

/** Rows from Sunday to Saturday; null where the month has no day. */
export function weeksOf(cells: readonly DayCell[]): (DayCell | null)[][] {
  const weeks: (DayCell | null)[][] = []
  for (const cell of cells) {
    if (weeks.length === 0 || cell.weekday === 0) weeks.push(Array.from({ length: 7 }, () => null))
    const week = weeks[weeks.length - 1]
    if (week) week[cell.weekday] = cell
  }
  return weeks
}
