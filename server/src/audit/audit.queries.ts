import type { Queryable } from '../db/client'
import { audit_log } from '../db/schema'
import type { Viewer } from '../http/context'

export type AuditEntry = {
  action: string
  table: string
  rowId?: string | null
  detail?: Record<string, unknown>
}

/** Who changed what, written in the same transaction as the change. */
export async function recordAudit(
  db: Queryable,
  viewer: Viewer | 'system',
  entries: AuditEntry | AuditEntry[],
) {
  const list = Array.isArray(entries) ? entries : [entries]
  if (list.length === 0) return
  const actor = viewer === 'system' ? null : viewer.account
  const role =
    viewer === 'system' ? 'system' : !actor ? 'visitor' : actor.roles.includes('admin') ? 'admin' : 'parent'
  await db.insert(audit_log).values(
    list.map((entry) => ({
      actor_id: actor?.id ?? null,
      actor_role: role as 'visitor' | 'parent' | 'admin' | 'system',
      action: entry.action,
      table_name: entry.table,
      row_id: entry.rowId ?? null,
      detail: entry.detail ?? {},
    })),
  )
}
