import { axisMax } from '@aftercare/domain/charts/charts'
import { formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import { pluralize } from '@aftercare/domain/lib/pluralize'
import { monthLabel } from '@aftercare/domain/months/months'
import { type KeyboardEvent, useState } from 'react'
import { useToday } from '../../lib/program'
import { Link } from '../../router/router'
import { barHeight, Chart, ROLES, type View } from './chart'
import type { ChartMonth } from './charts.api'

/** A bar at least this high has its number inside, clear of the seat line. */
const MIN_HEIGHT_FOR_LABEL = 0.15

const childrenLabel = (count: number) => pluralize(count, 'child', 'children')

/** The days of a month, each linked to its day report. One tab stop, arrow keys within (roving tabindex). */
export function ChildrenPerDayChart({ month, view }: { month: ChartMonth; view: View }) {
  const today = useToday()
  const { days } = month
  const isLimited = days.some(({ seats }) => seats !== null)
  const top = axisMax(Math.max(...days.map(({ children, seats }) => Math.max(children, seats ?? 0))))
  const [stop, setStop] = useState<string>()
  const first = days.find(({ day }) => day === (stop ?? today)) ?? days[0]
  return (
    <Chart
      title={monthLabel(month)}
      view={view}
      variant="days"
      columns={isLimited ? ['Day', 'Children', 'Seats'] : ['Day', 'Children']}
    >
      <tbody {...ROLES.group} onKeyDown={moveFocus}>
        {days.map(({ day, children, seats }) => (
          <tr key={day} {...ROLES.row}>
            <th scope="row" {...ROLES.header} data-today={day === today || undefined}>
              <span aria-hidden="true" className="chart-short">
                {Number(day.slice(8))}
              </span>
              <span className="chart-long">{formatWeekdayDate(day)}</span>
            </th>
            <td {...ROLES.cell}>
              <Link
                to={`/admin/day-reports?date=${day}`}
                tabIndex={day === first?.day ? 0 : -1}
                onFocus={() => setStop(day)}
                aria-label={`${childrenLabel(children)} on ${formatWeekdayDate(day)}`}
                title={`${formatWeekdayDate(day)}: ${childrenLabel(children)}${seats === null ? '' : ` of ${seats} seats`}`}
                style={barHeight(children, top)}
              >
                <i className="chart-bar" data-over={(seats !== null && children > seats) || undefined} />
                <span
                  className="chart-value"
                  data-none={children === 0 || undefined}
                  data-inside={children / top > MIN_HEIGHT_FOR_LABEL || undefined}
                >
                  {children}
                </span>
              </Link>
            </td>
            {isLimited && (
              <td {...ROLES.cell} className="chart-seats" style={barHeight(seats ?? 0, top)}>
                {seats === null ? '-' : <span>{seats}</span>}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </Chart>
  )
}

const STEPS: Record<string, number> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  Home: -Infinity,
  End: Infinity,
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  const links = [...event.currentTarget.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement as HTMLAnchorElement)
  // Alt+arrow is the browser's Back or Forward.
  if (step === undefined || at === -1 || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  links[Math.min(links.length - 1, Math.max(0, at + step))]?.focus()
}
