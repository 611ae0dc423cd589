import { axisMax } from '@aftercare/domain/charts/charts'
import { formatUsd, formatUsdShort, toCents } from '@aftercare/domain/lib/money'
import { monthLabel } from '@aftercare/domain/months/months'
import { Chart, heightOf, ROLES, type View } from './chart'
import type { SchoolYear } from './charts.admin.api'

const COLUMNS = [
  ['fees', 'Fees'],
  ['payments', 'Payments'],
  ['uncovered', 'Not covered'],
] as const

/** All fees by month of care, payments by their date, and of those fees what their own payments have not covered. */
export function FeesChart({ year, view }: { year: SchoolYear; view: View }) {
  const [first, last] = [year[0], year.at(-1)]
  const top = axisMax(
    Math.max(...year.flatMap(({ fees, payments, uncovered }) => [fees, payments, uncovered])),
  )
  return (
    <Chart
      title={first && last ? `School year ${first.year} to ${last.year}` : ''}
      view={view}
      kind="money"
      columns={['Month', ...COLUMNS.map(([, label]) => label)]}
    >
      <tbody {...ROLES.group} data-top={formatUsdShort(toCents(top))}>
        {year.map((month) => (
          <tr key={month.month_name} {...ROLES.row}>
            <th scope="row" {...ROLES.header}>
              <span aria-hidden="true" className="picture-short">
                {month.month_name.slice(0, 3)}
              </span>
              <span className="picture-long">{monthLabel(month)}</span>
            </th>
            {COLUMNS.map(([key, label]) => (
              <td
                key={key}
                {...ROLES.cell}
                title={`${label}, ${monthLabel(month)}: ${formatUsd(toCents(month[key]))}`}
                style={heightOf(month[key], top)}
              >
                <i className="picture-bar" />
                <span className="picture-value">{formatUsd(toCents(month[key]))}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Chart>
  )
}
