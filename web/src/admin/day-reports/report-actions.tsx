import { attendanceCsvName } from '@aftercare/domain/csv'
import type { Day } from '@aftercare/domain/days'
import { useMutation } from '@tanstack/react-query'
import { Download, FileText, Printer } from 'lucide-react'
import { fetchAttendanceCsv } from '../../features/attendance/attendance.api'
import { saveFile } from '../../features/save-file'
import { Button } from '../../ui/button'
import { toast } from '../../ui/toast'
import { REPORT_PATH } from './report-address'

/** On the click itself: a browser blocks windows that open any later. */
function openReport(day: Day, isPrinting: boolean): void {
  const address = `${REPORT_PATH}?date=${day}${isPrinting ? '&print=1' : ''}`
  const opened = window.open(address, '_blank', 'popup,width=800,height=600')
  if (!opened) {
    toast.error('Error', 'The report window was blocked. Allow pop-ups for this site, then try again.')
  }
}

export function ReportActions({ day }: { day: Day }) {
  const exporting = useMutation({
    mutationFn: () => fetchAttendanceCsv(day),
    onSuccess: (file) => saveFile(file, attendanceCsvName(day)),
    onError: () => toast.error('Error', 'Failed to load attendance data'),
  })
  return (
    <>
      <Button kind="quiet" icon={<Printer aria-hidden="true" />} onClick={() => openReport(day, true)}>
        Print
      </Button>
      <Button kind="quiet" icon={<FileText aria-hidden="true" />} onClick={() => openReport(day, false)}>
        View PDF
      </Button>
      <Button
        kind="quiet"
        icon={<Download aria-hidden="true" />}
        busy={exporting.isPending}
        onClick={() => exporting.mutate()}
      >
        Export CSV
      </Button>
    </>
  )
}
