import { PageLoading } from '../../ui/feedback/spinner'
import { ErrorState } from '../../ui/feedback/states'
import { useFailureToast } from '../../ui/feedback/use-error-toast'
import { PaperWindow } from '../../ui/print/paper-window'
import { useAttendance } from './attendance.api'
import { ReportSheet } from './report-sheet'
import { useReportDay } from './use-report-day'

/** The report window: one day on paper, opened from the day report. */
export function ReportPrintPage() {
  const { day } = useReportDay()
  const { data, isError, refetch } = useAttendance(day)
  const report = isError ? undefined : data
  useFailureToast(isError, 'Failed to load attendance data')
  return (
    <PaperWindow title="Day Report" home={`/admin/day-reports?date=${day}`} isReady={report !== undefined}>
      {isError ? (
        <ErrorState message="We couldn't load the list for this date." onRetry={() => void refetch()} />
      ) : report ? (
        <ReportSheet report={report} />
      ) : (
        <PageLoading label="Loading attendance data..." />
      )}
    </PaperWindow>
  )
}
