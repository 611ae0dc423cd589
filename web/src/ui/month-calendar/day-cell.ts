import { formatDayOfMonth, weekdayName } from '@aftercare/domain/lib/dates-format'
import { dayOf } from '@aftercare/domain/lib/days'
import type { Language } from '@aftercare/domain/lib/language'
import { CANCELLED_LABEL, CLOSED_LABEL, DAY_TYPE_LABELS, type DayType } from '@aftercare/domain/months/months'
import { FULL_LABEL } from '@aftercare/domain/months/seats'

/** One day as the calendar shows it. Purely presentational: the rules are applied before. */
export type DayCell = {
  day: number
  /** 0 for Sunday to 6 for Saturday. */
  weekday: number
  type: DayType
  /** Replaces the day type's label. */
  label?: string
  /** "$20" or "$22.50"; undefined where there is no fee. */
  priceLabel?: string
  selected?: boolean
  /** In an edit: whether the day was selected when the edit began. Undefined elsewhere. */
  original?: boolean
  /** In an edit: selected now, not before. */
  added?: boolean
  /** In an edit: selected before, not now. */
  removed?: boolean
  closed?: boolean
  /** Lost its aftercare: neither selected nor selectable, whoever has it. */
  cancelled?: boolean
  /** No seat is free. */
  full?: boolean
  /** "3 left" while few seats are free. */
  leftLabel?: string
  /** "too few for 2 children": free seats, but not enough. Undefined otherwise. */
  fewLabel?: string
  /** The parent has a seat watch on this full day. */
  watched?: boolean
  /** A click opens a dialog about the day instead of selecting it. */
  opens?: boolean
  today?: boolean
  past?: boolean
  weekend?: boolean
  /** Focusable but not clickable. */
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

/** Closed and full override the type, a selected day overrides both. */
export function cellKind(cell: DayCell): CellKind {
  if (cell.weekend) return 'weekend'
  const isSelectedOrRemoved = cell.selected || cell.removed
  if (cell.closed && !isSelectedOrRemoved) return 'closed'
  if (cell.full && !isSelectedOrRemoved) return 'full'
  return cell.type === 'no_school' ? 'no-school' : cell.type
}

export function cellLabel(cell: DayCell): string {
  if (cell.label !== undefined) return cell.label
  const kind = cellKind(cell)
  if (cell.cancelled) return CANCELLED_LABEL
  if (kind === 'full') return FULL_LABEL
  return kind === 'closed' ? CLOSED_LABEL : DAY_TYPE_LABELS[cell.type]
}

function stateWords(cell: DayCell): string | undefined {
  if (cell.removed) return 'removed'
  if (cell.added) return 'selected, added'
  if (cell.selected) return cell.original ? 'selected, original day' : 'selected'
  return undefined
}

/** A day that cannot be selected shows no price. */
export const isPriced = (kind: CellKind): boolean => kind !== 'closed' && kind !== 'full'

/** The accessible name: "Friday, December 11, 2:30 Dismissal, $30, selected". */
export function cellName(cell: DayCell, monthIndex: number, language: Language): string {
  const kind = cellKind(cell)
  const parts = [
    weekdayName(cell.weekday, language),
    // Any leap year: the weekday above is the real one.
    formatDayOfMonth(dayOf(2000, monthIndex, cell.day), language),
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
  return parts.filter(Boolean).join(', ')
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
