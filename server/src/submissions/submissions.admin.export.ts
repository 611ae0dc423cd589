import { namedAllergies } from '@aftercare/domain/attendance'
import { SUBMISSION_CSV_COLUMNS, submissionCsvRow } from '@aftercare/domain/csv'
import { dayInZone } from '@aftercare/domain/days'
import type { Db } from '../db/client'
import type { IdCursor } from '../db/id-cursor'
import { csvLines, csvStart } from '../http/csv'
import { listSubmissionsByIds } from './submissions.admin.list'
import { type ListedColumns, statusOf } from './submissions.admin.rows'

/** The file in pieces, each read when the last one has gone out: memory stays small, however many rows there are. */
export function submissionsCsv(db: Db, ids: IdCursor, timeZone: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(csvStart(SUBMISSION_CSV_COLUMNS)))
    },
    async pull(controller) {
      try {
        const piece = await ids.next()
        if (piece.length > 0) {
          const rows = await listSubmissionsByIds(db, piece)
          return controller.enqueue(encoder.encode(csvLines(rows.map((row) => cells(row, timeZone)))))
        }
        ids.close()
        controller.close()
      } catch (error) {
        ids.close()
        throw error
      }
    },
    cancel: () => ids.close(),
  })
}

function cells(row: ListedColumns, timeZone: string): string[] {
  return submissionCsvRow({
    parentName: row.parent_name,
    parentEmail: row.parent_email,
    childName: row.child_name,
    monthId: row.month_id,
    month:
      row.month_name === null || row.year === null ? null : { month_name: row.month_name, year: row.year },
    dropInDay: row.dropin_date,
    selectedDays: row.selected_days,
    totalFeeCents: row.total_fee_cents,
    status: statusOf(row),
    submittedOn: dayInZone(new Date(row.submitted_at), timeZone),
    allergies: namedAllergies(row.child_allergies, row.guest_child_allergies),
  })
}
