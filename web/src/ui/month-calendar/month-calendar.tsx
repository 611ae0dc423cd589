import { MONTH_NAMES, WEEKDAY_NAMES } from '@aftercare/domain/days'
import { useId } from 'react'
import { cellKind, cellName, type DayCell, weeksOf } from './day-cell'
import { cellMarks, DayCellView, EditorCellView } from './day-cell-view'
import './day-key.css'
import './month-calendar.css'
import type { MonthCalendarProps } from './month-calendar-props'
import { useGridKeys } from './use-grid-keys'

/** The calendar that parents and staff share: one tab stop, arrows move, Space toggles. */
export function MonthCalendar(props: MonthCalendarProps) {
  const { monthIndex, year, cells, mode = 'pick' } = props
  const captionId = useId()
  const keys = useGridKeys(props)
  const reading = mode === 'read'
  return (
    <div className="month-calendar" data-mode={mode}>
      <span id={captionId} className="sr-only">
        {MONTH_NAMES[monthIndex]} {year}
      </span>
      <div ref={keys.grid} {...{ role: reading ? 'table' : 'grid', 'aria-labelledby': captionId }}>
        <WeekdayRow />
        {weeksOf(cells).map((week) => (
          // biome-ignore lint/a11y/useSemanticElements: a row of the grid above
          // biome-ignore lint/a11y/useFocusableInteractive: the days inside take the focus
          <div
            key={week.find((cell) => cell !== null)?.day}
            role="row"
            className="month-calendar-row"
            data-weekend-only={week.every((cell) => !cell || cell.weekend) ? '' : undefined}
          >
            {week.map((cell, weekday) => (
              <div
                // biome-ignore lint/suspicious/noArrayIndexKey: the seven places of a week are fixed
                key={weekday}
                role={reading ? 'cell' : 'gridcell'}
                className="day-slot"
                data-kind={cell ? cellKind(cell) : undefined}
                data-weekend={weekday === 0 || weekday === 6 ? '' : undefined}
              >
                {cell && <Day cell={cell} props={props} keys={keys} />}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

function WeekdayRow() {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of the grid above
    // biome-ignore lint/a11y/useFocusableInteractive: headings take no focus
    <div role="row" className="month-calendar-row">
      {WEEKDAY_NAMES.map((name, weekday) => (
        // biome-ignore lint/a11y/useSemanticElements: a column heading of the grid above
        // biome-ignore lint/a11y/useFocusableInteractive: headings take no focus
        <div
          key={name}
          role="columnheader"
          className="month-calendar-weekday"
          data-weekend={weekday === 0 || weekday === 6 ? '' : undefined}
        >
          <span className="sr-only">{name}</span>
          <span aria-hidden="true">
            {name.charAt(0)}
            <span className="month-calendar-weekday-rest">{name.slice(1, 3)}</span>
          </span>
        </div>
      ))}
    </div>
  )
}

function Day({
  cell,
  props,
  keys,
}: {
  cell: DayCell
  props: MonthCalendarProps
  keys: ReturnType<typeof useGridKeys>
}) {
  const { monthIndex, mode = 'pick', onPressDay, onOpenDay, renderAction } = props
  const name = cellName(cell, monthIndex)
  const active = keys.active === cell.day
  if (mode === 'read') {
    return (
      <div className="day-cell" {...cellMarks(cell)}>
        <span className="sr-only">{name}</span>
        <DayCellView cell={cell} />
      </div>
    )
  }
  const disabled = (cell.disabled && !cell.opens) || cell.weekend
  const press = cell.opens ? onOpenDay : onPressDay
  return (
    <>
      <button
        type="button"
        className="day-cell"
        {...cellMarks(cell)}
        data-day={cell.day}
        tabIndex={active ? 0 : -1}
        aria-label={name}
        aria-pressed={mode === 'pick' && !cell.weekend && !cell.opens ? Boolean(cell.selected) : undefined}
        aria-haspopup={cell.opens ? 'dialog' : undefined}
        aria-disabled={disabled || undefined}
        aria-current={cell.today ? 'date' : undefined}
        onClick={() => {
          if (!disabled) press?.(cell.day)
        }}
        onFocus={() => keys.onFocus(cell.day)}
        onKeyDown={(event) => keys.onKeyDown(cell, event)}
      >
        {mode === 'edit' ? <EditorCellView cell={cell} /> : <DayCellView cell={cell} />}
      </button>
      {renderAction?.(cell, active)}
    </>
  )
}
