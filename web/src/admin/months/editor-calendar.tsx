import { isWeekend, weekday } from '@aftercare/domain/lib/days'
import {
  DAY_TYPE_LABELS,
  type DayType,
  dateInMonth,
  dayNumbers,
  dayType,
  isOpenType,
  type MonthCalendar as MonthDays,
  mayLockDay,
} from '@aftercare/domain/months/months'
import { isFull, isOverSeats, type Seating, seatsTakenLabel, takenOn } from '@aftercare/domain/months/seats'
import { Ellipsis } from 'lucide-react'
import { type PointerEvent, useCallback, useRef } from 'react'
import type { DayCell } from '../../ui/month-calendar/day-cell'
import { DayLock } from '../../ui/month-calendar/day-lock'
import { MonthCalendar } from '../../ui/month-calendar/month-calendar'
import './editor-calendar.css'

type EditorCalendarProps = {
  calendar: MonthDays
  monthIndex: number
  today: string
  /** Registered children per day of the month; undefined while loading. */
  counts: Record<string, number> | undefined
  /** Null while no type is chosen: a click opens the day. */
  onPaint: ((day: number) => void) | null
  onToggleLock: (day: number) => void
  onShowChildren: (day: number) => void
}

/** A day without aftercare still shows the children registered on it. */
function countOf(counts: EditorCalendarProps['counts'], n: number, type: DayType): number | undefined {
  if (!counts) return undefined
  return counts[String(n)] ?? (isOpenType(type) ? 0 : undefined)
}

/** No seats for a day on which nobody can or does come. */
function seatsOf(seating: Seating, n: number, type: DayType) {
  const seatsLabel = seatsTakenLabel(seating, n)
  if (seatsLabel === null || (!isOpenType(type) && takenOn(seating, n) === 0)) return null
  return { seatsLabel, full: isFull(seating, n), overSeats: isOverSeats(seating, n) }
}

function cellsOf({ calendar, today, counts, onPaint }: EditorCalendarProps): DayCell[] {
  return dayNumbers(calendar).flatMap((n) => {
    const date = dateInMonth(calendar, n)
    if (date === null) return []
    const type = dayType(calendar, n)
    const closed = calendar.closedDays.includes(n)
    const weekend = isWeekend(date)
    const count = weekend ? undefined : countOf(counts, n, type)
    return {
      day: n,
      weekday: weekday(date),
      type,
      weekend,
      closed,
      lockable: mayLockDay(calendar, n),
      today: date === today,
      opens: onPaint === null,
      cancelled: calendar.cancelledDays.includes(n) && !isOpenType(type),
      ...(closed && { label: `${DAY_TYPE_LABELS[type]}, closed` }),
      ...(count !== undefined && { count }),
      ...(!weekend && seatsOf(calendar.seating, n, type)),
    }
  })
}

/** Days are painted by click, by keyboard, or by dragging with a mouse or pen. */
function useDragPainting(onPaint: EditorCalendarProps['onPaint']) {
  const start = useRef<number | null>(null)
  const dayAt = (event: PointerEvent): number | null => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-day]') : null
    return cell ? Number(cell.dataset.day) : null
  }
  return {
    onPointerDown: (event: PointerEvent) => {
      // Touch drags scroll the page; a tap paints one day.
      start.current = event.button === 0 && event.pointerType !== 'touch' ? dayAt(event) : null
    },
    onPointerOver: (event: PointerEvent) => {
      if (start.current === null || onPaint === null) return
      if ((event.buttons & 1) === 0) {
        start.current = null
        return
      }
      const day = dayAt(event)
      if (day === null || day === start.current) return
      onPaint(start.current)
      onPaint(day)
    },
  }
}

export function EditorCalendar(props: EditorCalendarProps) {
  const { calendar, monthIndex, onPaint, onToggleLock, onShowChildren } = props
  const drag = useDragPainting(onPaint)
  const { monthName } = calendar
  const renderAction = useCallback(
    (cell: DayCell, active: boolean) => (
      <DayActions
        name={`${monthName} ${cell.day}`}
        cell={cell}
        active={active}
        onToggleLock={onToggleLock}
        onShowChildren={onShowChildren}
      />
    ),
    [monthName, onToggleLock, onShowChildren],
  )
  return (
    <div className="editor-calendar select-none" {...drag}>
      <MonthCalendar
        mode="edit"
        monthIndex={monthIndex}
        year={calendar.year}
        cells={cellsOf(props)}
        onPressDay={onPaint ?? undefined}
        onOpenDay={onShowChildren}
        renderAction={renderAction}
      />
    </div>
  )
}

type DayActionsProps = Pick<EditorCalendarProps, 'onToggleLock' | 'onShowChildren'> & {
  name: string
  cell: DayCell
  active: boolean
}

function DayActions({ name, cell, active, onToggleLock, onShowChildren }: DayActionsProps) {
  return (
    <>
      {!cell.weekend && (
        <button
          type="button"
          className="day-details"
          aria-label={`Show who is registered on ${name}`}
          title={`Show who is registered on ${name}`}
          tabIndex={active ? 0 : -1}
          onClick={() => onShowChildren(cell.day)}
        >
          <Ellipsis className="day-details-icon" />
        </button>
      )}
      {cell.lockable && (
        <DayLock
          label={`Close ${name} to new submissions`}
          closed={cell.closed ?? false}
          active={active}
          onToggle={() => onToggleLock(cell.day)}
        />
      )}
    </>
  )
}
