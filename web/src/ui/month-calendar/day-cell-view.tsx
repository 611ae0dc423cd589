import { Bell, Check, Minus, Plus, Users } from 'lucide-react'
import { memo } from 'react'
import { useTexts } from '../../language/language'
import { type CellKind, cellKind, cellLabel, type DayCell, isPriced, kindOfType } from './day-cell'
import { DayTypeIcon } from './day-type-icon'
import { en } from './texts/en'

/** Data attributes for the style sheet. */
export function cellDataAttributes(cell: DayCell) {
  const on = (flag?: boolean) => (flag ? '' : undefined)
  return {
    'data-kind': cellKind(cell),
    'data-selected': on(cell.selected),
    'data-original': on(cell.original),
    'data-removed': on(cell.removed),
    'data-today': on(cell.today),
    'data-past': on(cell.past),
    'data-cancelled': on(cell.cancelled),
    'data-few': on(cell.selected && cell.fewLabel !== undefined),
  }
}

function Tick({ cell }: { cell: DayCell }) {
  if (cell.watched) return <Bell className="day-bell" />
  // Always rendered, so that a click changes colours without a new layout.
  if (cell.disabled && !cell.selected && !cell.removed) return null
  const Icon = cell.original === false ? Plus : Check
  return (
    <span className="day-tick">
      <Icon aria-hidden="true" className="day-tick-icon" />
      {cell.original && <Minus className="day-tick-icon day-tick-removed" />}
    </span>
  )
}

function shortLabel(cell: DayCell, kind: CellKind, t: typeof en): string {
  if (cell.cancelled) return t.shortCancelled
  if (cell.attended) return t.wasHere
  return isPriced(kind) ? t.shortDayTypes[cell.type] : cellLabel(cell, t)
}

/** The contents of a parent's cell. Hidden from screen readers: the cell's name has all of it. */
export const DayCellView = memo(function DayCellView({ cell }: { cell: DayCell }) {
  const t = useTexts(en)
  const kind = cellKind(cell)
  return (
    <>
      <span aria-hidden="true" className="day-number">
        {cell.day}
      </span>
      {kind !== 'weekend' && (
        <>
          <Tick cell={cell} />
          <span aria-hidden="true" className="day-type">
            {/* The word takes all of a phone cell. */}
            {!cell.cancelled && !cell.attended && <DayTypeIcon kind={kind} className="day-type-icon" />}
            <span className="day-word-short">{shortLabel(cell, kind, t)}</span>
            <span className="day-word-long">{cellLabel(cell, t)}</span>
          </span>
          {isPriced(kind) && cell.priceLabel && (
            <span aria-hidden="true" className="day-price">
              {cell.priceLabel}
            </span>
          )}
          {cell.leftLabel && (
            <span aria-hidden="true" className="day-left">
              {cell.leftLabel}
            </span>
          )}
        </>
      )}
    </>
  )
})

function longEditorWord(cell: DayCell): string {
  if (cell.cancelled) return en.cancelled
  return cell.closed ? `${en.dayTypes[cell.type]}, closed` : en.dayTypes[cell.type]
}

function shortEditorWord(cell: DayCell): string {
  if (cell.cancelled) return en.shortCancelled
  return cell.closed ? en.closed : en.shortDayTypes[cell.type]
}

/** The contents of a staff cell, in English: number, icon, day type and how many children come. */
export const EditorCellView = memo(function EditorCellView({ cell }: { cell: DayCell }) {
  const kind = cellKind(cell)
  return (
    <>
      <span aria-hidden="true" className="day-number">
        {cell.day}
      </span>
      {kind !== 'weekend' && (
        <>
          <DayTypeIcon kind={isPriced(kind) ? kind : kindOfType(cell.type)} className="day-corner-icon" />
          <span aria-hidden="true" className="day-editor-word">
            <span className="day-word-short">{shortEditorWord(cell)}</span>
            <span className="day-word-long">{longEditorWord(cell)}</span>
          </span>
          {(cell.count !== undefined || cell.seatsLabel) && (
            <span
              aria-hidden="true"
              className="day-count"
              data-seats={cell.seatsLabel ? '' : undefined}
              data-over={cell.overSeats ? '' : undefined}
            >
              <Users className="day-count-icon" />
              {cell.seatsLabel ?? cell.count}
              {cell.full && <b className="day-full">{en.full}</b>}
            </span>
          )}
        </>
      )}
    </>
  )
})
