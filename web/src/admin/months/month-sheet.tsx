import { isWeekend, MONTH_NAMES, WEEKDAY_NAMES, weekday } from '@aftercare/domain/lib/days'
import { formatUsdShort } from '@aftercare/domain/lib/money'
import {
  CANCELLED_LABEL,
  CLOSED_LABEL,
  DAY_TYPE_LABELS,
  dateInMonth,
  dayNumbers,
  dayType,
  isOpenType,
  type MonthCalendar,
  PRINT_LEGEND,
  schoolYearLabel,
} from '@aftercare/domain/months/months'
import { dayPriceCents } from '@aftercare/domain/pricing/fees'
import { type DayCell, kindOfType, weeksOf } from '../../ui/month-calendar/day-cell'
import { DayTypeIcon } from '../../ui/month-calendar/day-type-icon'
import { PrintLayout } from '../../ui/print/print-layout'
import { useProgram } from '../../ui/program'
import './month-sheet.css'

/** The month on one landscape page. Text, icons and hatching carry the meaning, so black and white is enough. */
export function MonthSheet({ calendar, monthIndex }: { calendar: MonthCalendar; monthIndex: number }) {
  const { contactEmail, contactPhone } = useProgram()
  const weeks = weeksOf(cellsOf(calendar))
  return (
    <PrintLayout
      sheet="month"
      title={`${MONTH_NAMES[monthIndex]} ${calendar.year}`}
      subtitle={`Aftercare calendar, school year ${schoolYearLabel(calendar.year, monthIndex)}`}
      aside={[contactEmail, contactPhone].filter(Boolean).join(', ')}
    >
      <table className="paper-table" data-weeks={weeks.length}>
        <thead>
          <tr>
            {WEEKDAY_NAMES.map((name, day) => (
              <th key={name} scope="col" abbr={name} data-weekend={day === 0 || day === 6 ? '' : undefined}>
                {day === 0 || day === 6 ? name.slice(0, 3) : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find((cell) => cell !== null)?.day}>
              {week.map((cell, day) =>
                cell ? (
                  <SheetDay key={cell.day} cell={cell} calendar={calendar} />
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the seven days of a week are fixed
                  <td key={`none-${day}`} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <ul aria-label="Legend" className="month-sheet-legend">
        {PRINT_LEGEND.map(({ type, label }) => (
          <li key={type}>
            <span className="month-sheet-key" data-variant={type}>
              {type !== 'unavailable' && <DayTypeIcon kind={kindOfType(type)} />}
            </span>
            {label}
          </li>
        ))}
      </ul>
    </PrintLayout>
  )
}

function cellsOf(calendar: MonthCalendar): DayCell[] {
  return dayNumbers(calendar).flatMap((n) => {
    const date = dateInMonth(calendar, n)
    if (date === null) return []
    const type = dayType(calendar, n)
    return {
      day: n,
      weekday: weekday(date),
      type,
      weekend: isWeekend(date),
      closed: calendar.closedDays.includes(n),
      cancelled: calendar.cancelledDays.includes(n) && !isOpenType(type),
    }
  })
}

function dayLabel({ type, weekend, closed, cancelled }: DayCell): string {
  if (cancelled) return CANCELLED_LABEL
  if (closed) return CLOSED_LABEL
  return type === 'regular' || weekend ? '' : DAY_TYPE_LABELS[type]
}

/** No-school and cancelled days look like unavailable ones and say why; closed days have a lock. */
function SheetDay({ cell, calendar }: { cell: DayCell; calendar: MonthCalendar }) {
  const { day, type, weekend, closed } = cell
  const open = isOpenType(type)
  return (
    <td data-variant={open ? type : 'unavailable'}>
      <div className="month-sheet-day">
        <b>{day}</b>
        {!weekend && <DayTypeIcon kind={closed ? 'closed' : kindOfType(type)} />}
        <span className="month-sheet-word">{dayLabel(cell)}</span>
        {open && !closed && <span>{formatUsdShort(dayPriceCents(calendar, day))}</span>}
      </div>
    </td>
  )
}
