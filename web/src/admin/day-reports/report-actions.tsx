import { attendanceCsvName } from '@aftercare/domain/csv'
import type { Day } from '@aftercare/domain/days'
import { Download, FileText, Printer } from 'lucide-react'
import { useExportAttendance } from '../../features/attendance/attendance.api'
import { messagesAbout, useMessages } from '../../features/messages'
import { saveFile } from '../../features/save-file'
import { Button } from '../../ui/button'
import { REPORT_PATH } from './report-address'

/** On the click itself: a browser blocks windows that open any later. */
function openReport(day: Day, isPrinting: boolean): void {
  const address = `${REPORT_PATH}?date=${day}${isPrinting ? '&print=1' : ''}`
  const opened = window.open(address, '_blank', 'popup,width=800,height=600')
  if (!opened) {
    messagesAbout('report window').error(
      'Error',
      'The report window was blocked. Allow pop-ups for this site, then try again.',
    )
  }
}

export function ReportActions({ day }: { day: Day }) {
  const say = useMessages('export attendance')
  const exporting = useExportAttendance({
    onSuccess: (file, sent) => saveFile(file, attendanceCsvName(sent)),
    onError: () => say.error('Error', 'Failed to load attendance data'),
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
        onClick={() => exporting.send(day)}
      >
        Export CSV
      </Button>
    </>
  )
}
