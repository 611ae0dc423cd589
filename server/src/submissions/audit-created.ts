import { recordAuditEntries } from '../audit/audit.queries'
import type { Tx } from '../db/client'
import type { SubmissionRow } from '../db/tables'
import type { AppContext } from '../http/context'

export const auditCreated = (tx: Tx, c: AppContext, rows: readonly SubmissionRow[]) =>
  recordAuditEntries(
    tx,
    c.var,
    rows.map(({ id, month_id, dropin_date, selected_days, total_fee_cents }) => ({
      action: 'submission.create',
      table: 'submissions',
      rowId: id,
      detail: { month_id, dropin_date, selected_days, total_fee_cents },
    })),
  )
