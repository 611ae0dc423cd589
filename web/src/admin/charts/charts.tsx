import { useState } from 'react'
import { Skeleton } from '../../ui/feedback/skeleton'
import { TableError } from '../../ui/feedback/states'
import { SegmentedControl } from '../../ui/inputs/segmented-control'
import { SectionHeading } from '../../ui/layout/card'
import type { View } from './chart'
import { type SchoolYear, useCharts } from './charts.api'
import { ChildrenPerDayChart } from './children-per-day-chart'
import { FeesChart } from './fees-chart'
import './charts.css'

const VIEWS = [
  { value: 'bars', label: 'Bars' },
  { value: 'numbers', label: 'Numbers' },
] as const

const hasFees = (year: SchoolYear) => year.some(({ fees, payments }) => fees !== 0 || payments !== 0)

/** Below the main dashboard, which never waits for it. Renders nothing while there is no data. */
export function Charts() {
  const { data, isError, refetch } = useCharts()
  const [view, setView] = useState<View>('bars')
  if (isError && !data)
    return <TableError message="We couldn't load the charts." onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="mt-8 h-64 w-full" />
  const showsFees = hasFees(data.school_year)
  if (data.months.length === 0 && !showsFees) return null
  const choice = <SegmentedControl label="Show as" options={VIEWS} value={view} onValueChange={setView} />
  return (
    <>
      {data.months.length > 0 && (
        <section aria-labelledby="children-per-day" className="mt-8">
          <SectionHeading id="children-per-day" actions={choice}>
            Children per Day
          </SectionHeading>
          <div className="grid gap-3">
            {data.months.map((month) => (
              <ChildrenPerDayChart key={`${month.month_name} ${month.year}`} month={month} view={view} />
            ))}
          </div>
        </section>
      )}
      {showsFees && (
        <section aria-labelledby="fees-and-payments" className="mt-8">
          <SectionHeading id="fees-and-payments" actions={data.months.length === 0 && choice}>
            Fees and Payments
          </SectionHeading>
          <FeesChart year={data.school_year} view={view} />
        </section>
      )}
    </>
  )
}
