import { formatMonthOfDay, weekdayName } from '@aftercare/domain/lib/dates-format'
import { dayOf, WEEKDAY_NAMES } from '@aftercare/domain/lib/days'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, memo, type SyntheticEvent, useId } from 'react'
import { useLanguage, useTexts } from '../../language/language'
import { cellKind, cellName, type DayCell, weeksOf } from './day-cell'
import { cellDataAttributes, DayCellView, EditorCellView } from './day-cell-view'
import './day-key.css'
import './month-calendar.css'
import type { MonthCalendarProps } from './month-calendar-props'
import { en } from './texts/en'
import { useGridKeys } from './use-grid-keys'

/** The same for every month. */
const WeekdayRow = memo(function WeekdayRow() {
  const language = useLanguage()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of the grid above
    // biome-ignore lint/a11y/useFocusableInteractive: headings take no focus
    <div role="row" className="month-calendar-row">
      {WEEKDAY_NAMES.map((key, weekday) => (
        <WeekdayHeading key={key} name={weekdayName(weekday, language)} weekend={weekday % 6 === 0} />
      ))}
    </div>
  )
})

function WeekdayHeading({ name, weekend }: { name: string; weekend: boolean }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a column heading of the grid above
    // biome-ignore lint/a11y/useFocusableInteractive: headings take no focus
    <div role="columnheader" className="month-calendar-weekday" data-weekend={weekend ? '' : undefined}>
      <span className="sr-only">{name}</span>
      {/* Spanish names begin with a small letter, which is lost alone above a column. */}
      <span aria-hidden="true">
        {name.charAt(0).toUpperCase()}
        <span className="month-calendar-weekday-rest">{name.slice(1, 3)}</span>
      </span>
    </div>
  )
}

/** The calendar that parents and staff share: one tab stop, arrows move, Space toggles. */
export function MonthCalendar(props: MonthCalendarProps) {
  const { monthIndex, year, cells, mode = 'pick', onPressDay, onOpenDay, renderAction } = props
  const captionId = useId()
  const language = useLanguage()
  const keys = useGridKeys(cells)
  const reading = mode === 'read'

  /** The day of an event, unless it was on another button in its cell. */
  const cellOf = ({ target }: SyntheticEvent): DayCell | undefined => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-day]') : null
    return button ? cells.find(({ day }) => String(day) === button.dataset.day) : undefined
  }
  function onClick(event: MouseEvent): void {
    const cell = cellOf(event)
    if (!cell || isDisabled(cell)) return
    if (cell.opens) onOpenDay?.(cell.day)
    else onPressDay?.(cell.day)
  }
  function onBlur(event: FocusEvent): void {
    const cell = cellOf(event)
    if (cell) keys.onBlur(cell, event)
  }
  function onKeyDown(event: KeyboardEvent): void {
    const cell = cellOf(event)
    if (cell) keys.onKeyDown(cell, event)
  }
  return (
    <div className="month-calendar" data-mode={mode}>
      <span id={captionId} className="sr-only">
        {formatMonthOfDay(dayOf(year, monthIndex, 1), language)}
      </span>
      {/* One listener for all days, so that a new function does not re-render unchanged days. */}
      <div
        ref={keys.grid}
        {...{
          role: reading ? 'table' : 'grid',
          'aria-labelledby': captionId,
          'aria-describedby': props.errorId,
        }}
        {...(reading ? onOpenDay && { onClick } : { onClick, onBlur, onKeyDown })}
      >
        <WeekdayRow />
        {weeksOf(cells).map((week) => (
          <Week
            key={week.find((cell) => cell !== null)?.day}
            week={week}
            monthIndex={monthIndex}
            mode={mode}
            active={week.some((cell) => cell?.day === keys.active) ? keys.active : undefined}
            renderAction={renderAction}
          />
        ))}
      </div>
    </div>
  )
}

/** Focusable but not clickable. */
const isDisabled = (cell: DayCell) => (cell.disabled && !cell.opens) || cell.weekend

type WeekProps = Pick<MonthCalendarProps, 'monthIndex' | 'renderAction'> & {
  week: readonly (DayCell | null)[]
  mode: 'pick' | 'read' | 'edit'
  /** The day of the tab stop, if it is one of these. */
  active: number | undefined
}

/**
 * Memoized by contents: the cells are new objects on each render, most of them equal, so a click on a day re-renders its
 * week, and in it that day alone.
 */
const Week = memo(
  function Week({ week, active, ...rest }: WeekProps) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: a row of the grid above
      // biome-ignore lint/a11y/useFocusableInteractive: the days inside take the focus
      <div
        role="row"
        className="month-calendar-row"
        data-weekend-only={week.every((cell) => !cell || cell.weekend) ? '' : undefined}
      >
        {week.map((cell, weekday) => (
          <Slot
            // biome-ignore lint/suspicious/noArrayIndexKey: the seven days of a week are fixed
            key={weekday}
            weekday={weekday}
            cell={cell}
            active={cell !== null && active === cell.day}
            {...rest}
          />
        ))}
      </div>
    )
  },
  ({ week: before, ...others }, { week, ...rest }) =>
    isSame(others, rest) && week.every((cell, weekday) => isSame(before[weekday] ?? null, cell)),
)

type SlotProps = Omit<WeekProps, 'week' | 'active'> & {
  weekday: number
  /** Null where the month has no day. */
  cell: DayCell | null
  active: boolean
}

/** One of the seven cells of a week. */
const Slot = memo(
  function Slot({ weekday, cell, ...rest }: SlotProps) {
    return (
      <div
        role={rest.mode === 'read' ? 'cell' : 'gridcell'}
        className="day-slot"
        data-kind={cell ? cellKind(cell) : undefined}
        data-weekend={weekday === 0 || weekday === 6 ? '' : undefined}
      >
        {cell && <Day cell={cell} {...rest} />}
      </div>
    )
  },
  ({ cell: before, ...others }, { cell, ...rest }) => isSame(before, cell) && isSame(others, rest),
)

function isSame<T extends object>(one: T | null, other: T | null): boolean {
  if (one === other || one === null || other === null) return one === other
  const names = Object.keys(one) as (keyof T)[]
  return (
    names.length === Object.keys(other).length && names.every((name) => Object.is(one[name], other[name]))
  )
}

type DayProps = Omit<SlotProps, 'weekday'> & { cell: DayCell }

function Day({ cell, monthIndex, mode, active, renderAction }: DayProps) {
  const name = cellName(cell, monthIndex, useTexts(en))
  if (mode === 'read' && !cell.opens) {
    return (
      <div className="day-cell" {...cellDataAttributes(cell)}>
        <span className="sr-only">{name}</span>
        <DayCellView cell={cell} />
      </div>
    )
  }
  return (
    <>
      <button
        type="button"
        className="day-cell"
        {...cellDataAttributes(cell)}
        data-day={cell.day}
        tabIndex={active || mode === 'read' ? 0 : -1}
        aria-pressed={mode === 'pick' && !cell.weekend && !cell.opens ? Boolean(cell.selected) : undefined}
        aria-haspopup={cell.opens ? 'dialog' : undefined}
        aria-disabled={isDisabled(cell) || undefined}
        aria-current={cell.today ? 'date' : undefined}
      >
        <span className="sr-only">{name}</span>
        {mode === 'edit' ? <EditorCellView cell={cell} /> : <DayCellView cell={cell} />}
      </button>
      {renderAction?.(cell, active)}
    </>
  )
}
