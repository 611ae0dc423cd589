import { attendanceCsvName } from '@aftercare/domain/lib/csv'
import type { Day } from '@aftercare/domain/lib/days'
import { Download, FileText, Printer, Siren, UserCheck } from 'lucide-react'
import { saveFile } from '../../lib/download-file'
import { openPrintWindow } from '../../lib/open-print-window'
import { useToast } from '../../lib/scoped-toast'
import { useNavigate } from '../../router/router'
import { Button } from '../../ui/inputs/button'
import { BOARD_PATH } from '../board/offline/offline-board'
import { EMERGENCY_PATH } from '../board/sheet-url'
import { useExportAttendance } from './attendance.api'
import { REPORT_PATH } from './report-url'

const openReport = (day: Day, isPrinting: boolean) =>
  openPrintWindow(`${REPORT_PATH}?date=${day}${isPrinting ? '&print=1' : ''}`)

export function ReportActions({ day }: { day: Day }) {
  const navigate = useNavigate()
  const toast = useToast('export attendance')
  const exporting = useExportAttendance({
    onSuccess: (file, date) => saveFile(file, attendanceCsvName(date)),
    onError: () => toast.error('Error', 'Failed to load attendance data'),
  })
  return (
    <>
      <Button variant="quiet" icon={<Printer aria-hidden="true" />} onClick={() => openReport(day, true)}>
        Print
      </Button>
      <Button variant="quiet" icon={<FileText aria-hidden="true" />} onClick={() => openReport(day, false)}>
        View PDF
      </Button>
      <Button
        variant="quiet"
        icon={<Download aria-hidden="true" />}
        loading={exporting.isPending}
        onClick={() => exporting.mutate(day)}
      >
        Export CSV
      </Button>
      <Button
        variant="quiet"
        icon={<UserCheck aria-hidden="true" />}
        onClick={() => navigate(`${BOARD_PATH}?date=${day}`)}
      >
        Attendance Board
      </Button>
      <Button
        variant="quiet"
        icon={<Siren aria-hidden="true" />}
        onClick={() => openPrintWindow(`${EMERGENCY_PATH}?date=${day}`)}
      >
        Emergency Sheet
      </Button>
    </>
  )
}
