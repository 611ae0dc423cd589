import { Printer } from 'lucide-react'
import { useAttendance } from '../../features/attendance/attendance.api'
import { useSearchParams } from '../../router/router'
import { Button } from '../../ui/button'
import { useFailureToast } from '../../ui/failure-toast'
import { PageLoading } from '../../ui/spinner'
import { ErrorState } from '../../ui/states'
import { ReportSheet } from './report-sheet'
import { useCloseWindow, usePrintOnce, useWindowTitle } from './use-print-page'
import { useReportDay } from './use-report-day'

/** The report window: one day on paper, opened from the day report. */
export function ReportPrintPage() {
  const { day } = useReportDay()
  const [params] = useSearchParams()
  const { data, isError, refetch } = useAttendance(day)
  const report = isError ? undefined : data
  useFailureToast(isError, 'Failed to load attendance data')
  useWindowTitle('Day Report')
  usePrintOnce(params.has('print') && report !== undefined)
  const close = useCloseWindow(`/admin/day-reports?date=${day}`)

  return (
    <>
      <header className="report-bar">
        <b>Day Report</b>
        <Button icon={<Printer aria-hidden="true" />} disabled={!report} onClick={() => window.print()}>
          Print
        </Button>
        <Button kind="quiet" onClick={close}>
          Close
        </Button>
      </header>
      <main id="main" tabIndex={-1} className="report-desk">
        {isError ? (
          <ErrorState message="The list of this date could not be loaded." onRetry={() => void refetch()} />
        ) : report ? (
          <ReportSheet report={report} />
        ) : (
          <PageLoading label="Loading attendance data..." />
        )}
      </main>
    </>
  )
}
