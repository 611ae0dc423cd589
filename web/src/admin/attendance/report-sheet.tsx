import {
  ATTENDANCE_STATUS_LABELS,
  CANCELLED_NOTICE,
  dismissalLabel,
  joinNotes,
} from '@aftercare/domain/attendance/attendance'
import { REMARK_LABELS } from '@aftercare/domain/attendance/attendance-remark'
import { hasAllergies } from '@aftercare/domain/children/allergies'
import { knownFamilyNotes } from '@aftercare/domain/guest-claims/same-child'
import { attendanceColumns } from '@aftercare/domain/lib/csv'
import { formatLongDate } from '@aftercare/domain/lib/dates-format'
import { formatDateTime } from '@aftercare/domain/lib/instants-format'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { TriangleAlert } from 'lucide-react'
import { programFacts } from '../../lib/program'
import { PrintLayout } from '../../ui/print/print-layout'
import type { AttendanceLine, DayReport } from './attendance.api'
import { PrintTable } from './print-table'
import './report-sheet.css'

/** The day on portrait pages: black on white, with allergies the most prominent. */
export function ReportSheet({ report }: { report: DayReport }) {
  const { stats, rows, readAt } = report
  const date = formatLongDate(report.date)
  return (
    <PrintLayout
      sheet="report"
      title="Daily Attendance Report"
      subtitle={<b className="paper-date">{date}</b>}
      aside={`As of ${formatDateTime(readAt, programFacts().timeZone)}`}
      notice={report.isCancelled && CANCELLED_NOTICE}
      footer={{ text: date, warning: 'Confidential: contains health information' }}
    >
      <dl className="paper-stats">
        <Stat label="Total Children" value={stats.totalChildren} />
        <Stat label="Drop-Ins" value={stats.dropIns} />
        <Stat label="With Allergies" value={stats.withAllergies} />
      </dl>
      <SheetAllergies rows={rows} />
      <PrintTable
        label="Attendance"
        columns={attendanceColumns(stats.revenue !== undefined)}
        rows={rows}
        keyOf={({ id }) => id}
      >
        {(row) => <SheetRow row={row} />}
      </PrintTable>
    </PrintLayout>
  )
}

function Stat({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function SheetAllergies({ rows }: { rows: readonly AttendanceLine[] }) {
  const listed = rows.filter((row) => hasAllergies(row.allergies))
  if (listed.length === 0) return null
  return (
    <section aria-labelledby="report-allergies">
      <h2 id="report-allergies" className="paper-alert">
        <TriangleAlert />
        Allergy Alert
      </h2>
      <ul>
        {listed.map((row) => (
          <li key={row.id}>
            <b>
              <bdi>{row.child}</bdi>
            </b>
            : <bdi>{row.allergies}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}

function SheetRow({ row }: { row: AttendanceLine }) {
  const isAllergic = hasAllergies(row.allergies)
  const notes = joinNotes([row.notes, ...knownFamilyNotes(row.knownFamily)])
  return (
    <tr data-allergic={isAllergic || undefined} data-not-coming={row.remark === 'not_coming' || undefined}>
      <td>
        <b>{row.child}</b>
      </td>
      <td>{row.parent}</td>
      <td>{row.phone}</td>
      <td>
        {isAllergic ? (
          <span className="paper-alert">
            <TriangleAlert />
            {row.allergies}
          </span>
        ) : (
          row.allergies
        )}
      </td>
      <td>
        {row.remark ? (
          <>
            <b>{REMARK_LABELS[row.remark]}</b>
            {notes.slice(REMARK_LABELS[row.remark].length)}
          </>
        ) : (
          notes || '-'
        )}
      </td>
      <td>{dismissalLabel(row.dismissalType)}</td>
      <td>{ATTENDANCE_STATUS_LABELS[row.status]}</td>
      {row.fee !== undefined && <td>{formatUsd(toCents(row.fee))}</td>}
    </tr>
  )
}
