import type { Clock } from '../clock'
import type { Queryable } from '../db/client'
import { affected, json, named, sql } from '../db/sql'
import type { AuditRow } from '../db/tables'
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
  clock: Pick<Clock, 'now'>,
  viewer: Viewer | 'system',
  entries: AuditEntry | AuditEntry[],
) {
  const list = Array.isArray(entries) ? entries : [entries]
  if (list.length === 0) return
  const actor = viewer === 'system' ? null : viewer.account
  const written = list.map(({ action, table, rowId, detail }) => ({
    action,
    table_name: table,
    row_id: rowId ?? null,
    detail: detail ?? {},
  }))
  await affected(
    db,
    named(
      'record-audit',
      sql`insert into audit_log (at, actor_id, actor_role, action, table_name, row_id, detail)
        select ${clock.now().toISOString()}::timestamptz, ${actor?.id ?? null}::uuid, ${actorRole(viewer)}, e.action, e.table_name, e.row_id, e.detail
        from jsonb_to_recordset(${json(written)}::jsonb)
          as e (action text, table_name text, row_id text, detail jsonb)`,
    ),
  )
}

export function actorRole(viewer: Viewer | 'system'): AuditRow['actor_role'] {
  if (viewer === 'system') return 'system'
  if (!viewer.account) return 'visitor'
  return viewer.account.roles.includes('admin') ? 'admin' : 'parent'
}
