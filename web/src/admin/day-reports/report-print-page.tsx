import { Printer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useAttendance } from '../../features/attendance/attendance.api'
import { useNavigate, useSearchParams } from '../../router/router'
import { Button } from '../../ui/button'
import { useFailureToast } from '../../ui/failure-toast'
import { PageLoading } from '../../ui/spinner'
import { ErrorState } from '../../ui/states'
import { ReportSheet } from './report-sheet'
import { useReportDay } from './use-report-day'

/** The report window: one day on paper, opened from the day report. */
export function ReportPrintPage() {
  const { day } = useReportDay()
  const [params] = useSearchParams()
  const { data, isError, refetch } = useAttendance(day)
  const report = isError ? undefined : data
  useFailureToast(isError, 'Failed to load attendance data')
  useReportTitle()
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

/** The window's whole title, which the browser also proposes as the name of a saved PDF. */
function useReportTitle(): void {
  useEffect(() => {
    document.title = 'Day Report'
  }, [])
}

function usePrintOnce(isReady: boolean): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (!isReady || isDone.current) return
    isDone.current = true
    // Lines break elsewhere before the fonts are there.
    void document.fonts.ready.then(() => window.print())
  }, [isReady])
}

/** A window that a person opened by its address may not close itself: it goes to the day report instead. */
function useCloseWindow(otherwise: string): () => void {
  const navigate = useNavigate()
  return () => {
    window.close()
    if (!window.closed) navigate(otherwise)
  }
}
