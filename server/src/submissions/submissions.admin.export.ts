import { SUBMISSION_CSV_COLUMNS, submissionCsvRow } from '@aftercare/domain/lib/csv'
import { dayInZone } from '@aftercare/domain/lib/days'
import type { Db } from '../db/client'
import { csvStream } from '../http/csv'
import { listSubmissionsByIds } from './submissions.admin.list'
import { type ListedColumns, listedAllergies, statusOf } from './submissions.admin.rows'

const ID_BYTES = 16
const BATCH_SIZE = 1000

export const countIds = (ids: Buffer): number => ids.length / ID_BYTES

/**
 * The rows and their order are fixed before the first one is sent, so that each appears once whatever is written
 * meanwhile. No cursor: behind a pooler the next statement may run on another connection.
 */
export function submissionsCsv(db: Db, ids: Buffer, timeZone: string): ReadableStream<Uint8Array> {
  let next = 0
  return csvStream(SUBMISSION_CSV_COLUMNS, async () => {
    while (next < countIds(ids)) {
      const batch = Array.from({ length: Math.min(BATCH_SIZE, countIds(ids) - next) }, (_, n) =>
        ids.toString('hex', (next + n) * ID_BYTES, (next + n + 1) * ID_BYTES),
      )
      next += batch.length
      // Drop-ins may have been removed since.
      const rows = await listSubmissionsByIds(db, batch)
      if (rows.length > 0) return rows.map((row) => cells(row, timeZone))
    }
    return []
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
    isCancelled: row.is_cancelled,
    totalFeeCents: row.total_fee_cents,
    status: statusOf(row),
    submittedOn: dayInZone(new Date(row.submitted_at), timeZone),
    allergies: listedAllergies(row),
  })
}
