import { PageLoading } from '../../ui/feedback/spinner'
import { ErrorState } from '../../ui/feedback/states'
import { useErrorToast } from '../../ui/feedback/use-error-toast'
import { PrintWindow } from '../../ui/print/print-window'
import { useAttendance } from './attendance.api'
import { ReportSheet } from './report-sheet'
import { useReportDay } from './use-report-day'

/** The print window of a day report. */
export default function ReportPrintPage() {
  const { day } = useReportDay()
  const { data, isError, refetch } = useAttendance(day)
  const report = isError ? undefined : data
  useErrorToast(isError, 'Failed to load attendance data')
  return (
    <PrintWindow home={`/admin/day-reports?date=${day}`} isReady={report !== undefined}>
      {isError ? (
        <ErrorState message="We couldn't load the list for this date." onRetry={() => void refetch()} />
      ) : report ? (
        <ReportSheet report={report} />
      ) : (
        <PageLoading label="Loading attendance data..." />
      )}
    </PrintWindow>
  )
}
