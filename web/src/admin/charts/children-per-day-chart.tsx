import { axisMax } from '@aftercare/domain/charts/charts'
import { formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import { monthLabel } from '@aftercare/domain/months/months'
import { type KeyboardEvent, useState } from 'react'
import { useToday } from '../../lib/program'
import { Link } from '../../router/router'
import { Chart, heightOf, ROLES, type View } from './chart'
import type { ChartMonth } from './charts.admin.api'

/** A bar as high as this has room for its number, which then stays clear of the line of seats. */
const ROOM_INSIDE = 0.15

const childrenWords = (count: number) => `${count} ${count === 1 ? 'child' : 'children'}`

/** The days of a month; pressing one opens its day report. One stop for the Tab key, and arrows within. */
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
      kind="days"
      columns={isLimited ? ['Day', 'Children', 'Seats'] : ['Day', 'Children']}
    >
      <tbody {...ROLES.group} onKeyDown={moveFocus}>
        {days.map(({ day, children, seats }) => (
          <tr key={day} {...ROLES.row}>
            <th scope="row" {...ROLES.header} data-today={day === today || undefined}>
              <span aria-hidden="true" className="picture-short">
                {Number(day.slice(8))}
              </span>
              <span className="picture-long">{formatWeekdayDate(day)}</span>
            </th>
            <td {...ROLES.cell}>
              <Link
                to={`/admin/day-reports?date=${day}`}
                tabIndex={day === first?.day ? 0 : -1}
                onFocus={() => setStop(day)}
                aria-label={`${childrenWords(children)} on ${formatWeekdayDate(day)}`}
                title={`${formatWeekdayDate(day)}: ${childrenWords(children)}${seats === null ? '' : ` of ${seats} seats`}`}
                style={heightOf(children, top)}
              >
                <i className="picture-bar" data-over={(seats !== null && children > seats) || undefined} />
                <span
                  className="picture-value"
                  data-none={children === 0 || undefined}
                  data-inside={children / top > ROOM_INSIDE || undefined}
                >
                  {children}
                </span>
              </Link>
            </td>
            {isLimited && (
              <td {...ROLES.cell} className="picture-seats" style={heightOf(seats ?? 0, top)}>
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
  // With Alt an arrow is the browser's: it goes back or forward.
  if (step === undefined || at === -1 || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  links[Math.min(links.length - 1, Math.max(0, at + step))]?.focus()
}
