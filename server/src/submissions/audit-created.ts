import { recordAudit } from '../audit/audit.queries'
import type { Clock } from '../clock'
import type { Tx } from '../db/client'
import type { SubmissionRow } from '../db/tables'
import type { Viewer } from '../http/context'

export async function auditCreated(
  tx: Tx,
  clock: Pick<Clock, 'now'>,
  viewer: Viewer,
  rows: readonly SubmissionRow[],
): Promise<void> {
  const entries = rows.map((row) => ({
    action: 'submission.create',
    table: 'submissions',
    rowId: row.id,
    detail: {
      month_id: row.month_id,
      dropin_date: row.dropin_date,
      selected_days: row.selected_days,
      total_fee_cents: row.total_fee_cents,
    },
  }))
  await recordAudit(tx, clock, viewer, entries)
}
