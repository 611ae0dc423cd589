import { namedAllergies } from '@aftercare/domain/attendance'
import { SUBMISSION_CSV_COLUMNS, submissionCsvRow } from '@aftercare/domain/csv'
import { dayInZone } from '@aftercare/domain/days'
import type { Db } from '../db/client'
import { csvLines } from '../http/csv'
import { listSubmissionsByIds } from './submissions.admin.queries'
import { type ListedColumns, statusOf } from './submissions.admin.rows'

const ROWS_AT_A_TIME = 1000

/** The file in pieces of a thousand rows: memory and transactions stay small, however many there are. */
export function submissionsCsv(db: Db, ids: string[], timeZone: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let from = -ROWS_AT_A_TIME
  return new ReadableStream({
    async pull(controller) {
      if (from < 0) controller.enqueue(encoder.encode(csvLines([SUBMISSION_CSV_COLUMNS])))
      from += ROWS_AT_A_TIME
      const batch = ids.slice(from, from + ROWS_AT_A_TIME)
      if (batch.length === 0) return controller.close()
      const rows = await listSubmissionsByIds(db, batch)
      controller.enqueue(encoder.encode(csvLines(rows.map((row) => cells(row, timeZone)))))
    },
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
