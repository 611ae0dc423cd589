import type { Day } from '@aftercare/domain/lib/days'
import { FileText, Printer, Siren, UserCheck } from 'lucide-react'
import { openPrintWindow } from '../../lib/open-print-window'
import { useNavigate } from '../../router/router'
import { Button } from '../../ui/inputs/button'
import { BOARD_PATH } from '../board/offline/offline-board'
import { EMERGENCY_PATH } from '../board/sheet-url'
import { ExportButton } from '../export-button'
import { exportAttendance } from './attendance.api'

/** The report's print window; `&print=1` opens the print dialog. */
const openReport = (day: Day, isPrinting: boolean) =>
  openPrintWindow(`/admin/day-reports/print?date=${day}${isPrinting ? '&print=1' : ''}`)

export function ReportActions({ day }: { day: Day }) {
  const navigate = useNavigate()
  return (
    <>
      <Button variant="quiet" icon={<Printer />} onClick={() => openReport(day, true)}>
        Print
      </Button>
      <Button variant="quiet" icon={<FileText />} onClick={() => openReport(day, false)}>
        View PDF
      </Button>
      <ExportButton scope="export attendance" fetchFile={() => exportAttendance(day)} />
      <Button variant="quiet" icon={<UserCheck />} onClick={() => navigate(`${BOARD_PATH}?date=${day}`)}>
        Attendance Board
      </Button>
      <Button
        variant="quiet"
        icon={<Siren />}
        onClick={() => openPrintWindow(`${EMERGENCY_PATH}?date=${day}`)}
      >
        Emergency Sheet
      </Button>
    </>
  )
}
