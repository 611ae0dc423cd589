import { CANCELLED_NOTICE } from '@aftercare/domain/attendance/attendance'
import { formatLongDate } from '@aftercare/domain/lib/dates-format'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { CircleSlash } from 'lucide-react'
import { StatCard, StatRow } from '../../ui/data/stat-card'
import { Callout } from '../../ui/feedback/callout'
import { useErrorToast } from '../../ui/feedback/use-error-toast'
import { Button } from '../../ui/inputs/button'
import { DatePicker } from '../../ui/inputs/date-picker'
import { Card } from '../../ui/layout/card'
import { PageHeader } from '../../ui/layout/page-header'
import { LatePickups } from '../board/late-pickups'
import { useMay } from '../use-may'
import { AllergyAlert } from './allergy-alert'
import { useAttendance } from './attendance.api'
import { AttendanceList } from './attendance-list'
import { ReportActions } from './report-actions'
import { useReportDay } from './use-report-day'

export default function DayReportsPage() {
  const { day, today, pick } = useReportDay()
  const hasFees = useMay('admin.fees')
  const { data, isError, refetch } = useAttendance(day)
  useErrorToast(isError, 'Failed to load attendance data')
  // A stale list is worse than none: it is cleared after a failed load.
  const report = isError ? undefined : data
  const shown = (value: string | undefined) => (isError ? '-' : value)

  return (
    <>
      <PageHeader
        aside={<p className="text-base text-muted">{formatLongDate(day)}</p>}
        actions={<ReportActions day={day} />}
      />
      <div className="mb-4 grid items-start gap-4 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <Card className="grid justify-items-center p-3 dense:p-3">
          <DatePicker value={day} onValueChange={pick} today={today} />
          {day !== today && (
            <Button variant="plain" onClick={() => pick(today)}>
              Back to today
            </Button>
          )}
        </Card>
        <div className="grid min-w-0 gap-3">
          {report?.isCancelled && (
            <Callout tone="warning" icon={<CircleSlash />}>
              {CANCELLED_NOTICE}
            </Callout>
          )}
          <StatRow>
            <StatCard label="Total Children" value={shown(report && String(report.stats.totalChildren))} />
            <StatCard label="Drop-Ins" value={shown(report && String(report.stats.dropIns))} />
            <StatCard label="With Allergies" value={shown(report && String(report.stats.withAllergies))} />
            {hasFees && (
              <StatCard
                label="Revenue"
                value={shown(report && formatUsd(toCents(report.stats.revenue ?? 0)))}
                note="Total of the day's fees, added up before rounding"
              />
            )}
          </StatRow>
          {report && <AllergyAlert rows={report.rows} />}
        </div>
      </div>
      <AttendanceList query={{ data: report, isError, refetch }} />
      <div className="mt-6">
        <LatePickups />
      </div>
    </>
  )
}
