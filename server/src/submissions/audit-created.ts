import { toCents } from '@aftercare/domain/lib/money'
import { type AuditedBy, recordAuditEntries } from '../audit/audit.queries'
import type { Tx } from '../db/client'
import type { SubmissionRow } from '../db/tables'

export const auditCreated = (tx: Tx, by: AuditedBy, rows: readonly SubmissionRow[]) =>
  recordAuditEntries(
    tx,
    by,
    rows.map(({ id, month_id, dropin_date, selected_days, total_fee_cents, entered_by, approval }) => ({
      action: 'submission.create',
      table: 'submissions',
      rowId: id,
      detail: {
        month_id,
        dropin_date,
        selected_days,
        total_fee_cents,
        ...(entered_by !== null && { by_phone: true }),
        ...(approval && { requested_fee_cents: toCents(approval.fee) }),
      },
    })),
  )
