import type { DayType } from '@aftercare/domain/months/months'
import type { en } from './texts/en'

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
  /** In an edit: the child was here, so the day stays. */
  attended?: boolean
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

export const kindOfType = (type: DayType) => (type === 'no_school' ? 'no-school' : type)

/** Closed and full override the type, a selected day overrides both. */
export function cellKind(cell: DayCell): CellKind {
  if (cell.weekend) return 'weekend'
  const isSelectedOrRemoved = cell.selected || cell.removed
  if (cell.closed && !isSelectedOrRemoved) return 'closed'
  if (cell.full && !isSelectedOrRemoved) return 'full'
  return kindOfType(cell.type)
}

export function cellLabel(cell: DayCell, t: typeof en): string {
  if (cell.label !== undefined) return cell.label
  const kind = cellKind(cell)
  if (cell.cancelled) return t.cancelled
  if (cell.attended) return t.wasHere
  if (kind === 'full') return t.full
  return kind === 'closed' ? t.closed : t.dayTypes[cell.type]
}

function stateLabel({ removed, added, selected, original }: DayCell, { states }: typeof en) {
  if (removed) return states.removed
  if (added) return states.added
  if (selected) return original ? states.original : states.selected
  return undefined
}

/** A day that cannot be selected shows no price. */
export const isPriced = (kind: CellKind): boolean => kind !== 'closed' && kind !== 'full'

/** The accessible name: "Friday, December 11, 2:30 Dismissal, $30, selected". */
export function cellName(cell: DayCell, monthIndex: number, t: typeof en): string {
  const kind = cellKind(cell)
  const parts = [
    t.date(cell.weekday, monthIndex, cell.day),
    cell.today && t.today,
    cellLabel(cell, t),
    cell.closed && kind !== 'closed' && t.closedDay,
    isPriced(kind) && cell.priceLabel,
    cell.leftLabel,
    cell.fewLabel,
    cell.watched && t.watched,
    // Staff only, in English.
    cell.count !== undefined && `${cell.count} registered`,
    cell.seatsLabel && `${cell.seatsLabel.replace('/', ' of ')} seats taken`,
    cell.overSeats && 'over the number of seats',
    stateLabel(cell, t),
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
