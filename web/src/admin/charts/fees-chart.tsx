import { axisMax } from '@aftercare/domain/charts/charts'
import { formatUsd, formatUsdShort, toCents } from '@aftercare/domain/lib/money'
import { monthLabel } from '@aftercare/domain/months/months'
import { barHeight, Chart, ROLES, type View } from './chart'
import type { SchoolYear } from './charts.api'

const COLUMNS = [
  ['fees', 'Fees'],
  ['payments', 'Payments'],
  ['uncovered', 'Not covered'],
] as const

const NOT_COVERED = {
  column: 'Not covered',
  text: 'Not covered: the part of these fees that no payment for them has paid. General payments pay no particular fee.',
}

/** Fees by month of care, payments by date, and the part of those fees that no payment for them covers. */
export function FeesChart({ year, view }: { year: SchoolYear; view: View }) {
  const [first, last] = [year[0], year.at(-1)]
  const top = axisMax(
    Math.max(...year.flatMap(({ fees, payments, uncovered }) => [fees, payments, uncovered])),
  )
  return (
    <Chart
      title={first && last ? `School year ${first.year} to ${last.year}` : ''}
      view={view}
      variant="money"
      columns={['Month', ...COLUMNS.map(([, label]) => label)]}
      explained={NOT_COVERED}
    >
      <tbody {...ROLES.group} data-top={formatUsdShort(toCents(top))}>
        {year.map((month) => (
          <tr key={month.month_name} {...ROLES.row}>
            <th scope="row" {...ROLES.header}>
              <span aria-hidden="true" className="chart-short">
                {month.month_name.slice(0, 3)}
              </span>
              <span className="chart-long">{monthLabel(month)}</span>
            </th>
            {COLUMNS.map(([key, label]) => (
              <td
                key={key}
                {...ROLES.cell}
                title={`${label}, ${monthLabel(month)}: ${formatUsd(toCents(month[key]))}`}
                style={barHeight(month[key], top)}
              >
                <i className="chart-bar" />
                <span className="chart-value">{formatUsd(toCents(month[key]))}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Chart>
  )
}
