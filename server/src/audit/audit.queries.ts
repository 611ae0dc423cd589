import { staffRoleOf } from '@aftercare/domain/lib/enums'
import { normaliseEmail } from '@aftercare/domain/submissions/guests'
import type { Clock } from '../clock'
import type { Queryable } from '../db/client'
import { execute, prepared, type Sql, sql, toJson } from '../db/sql'
import type { AuditRow } from '../db/tables'
import type { Viewer } from '../http/context'

/** Whom it is about is found by its row (the trigger `set_owner`), or else by `email`. */
export type AuditEntry = {
  action: string
  table: string
  rowId?: string | null
  email?: string
  detail?: Record<string, unknown>
}

/** Who changed it: a request's `c.var`, or somebody known by a password, a link or a code alone, or nobody. */
export type AuditedBy = {
  services: { clock: Pick<Clock, 'now'> }
  viewer: Viewer | { actorId: string } | 'system'
}

/** Records who changed what, in the same transaction as the change. */
export const recordAudit = (
  db: Queryable,
  by: AuditedBy,
  action: string,
  table: string,
  rowId: string | null,
  detail: Record<string, unknown> = {},
) => recordAuditEntries(db, by, [{ action, table, rowId, detail }])

export async function recordAuditEntries(
  db: Queryable,
  { services, viewer }: AuditedBy,
  entries: readonly AuditEntry[],
) {
  if (entries.length === 0) return
  const [actorId, role] = actorOf(viewer)
  const values = entries.map(({ action, table, rowId, email, detail }) => ({
    action,
    table_name: table,
    row_id: rowId ?? null,
    email: email ? normaliseEmail(email) : null,
    detail: detail ?? {},
  }))
  // A join would not keep the order of the entries.
  await execute(
    db,
    prepared(
      'record-audit',
      sql`insert into audit_log (at, actor_id, actor_role, action, table_name, row_id, detail, account_id, guest_key)
        select ${services.clock.now().toISOString()}::timestamptz, ${actorId}::uuid, coalesce(${role}, ${currentRole(sql`${actorId}::uuid`)}), e.action, e.table_name, e.row_id, e.detail,
          a.id, case when a.id is null then e.email end
        from jsonb_to_recordset(${toJson(values)}::jsonb)
          as e (action text, table_name text, row_id text, email text, detail jsonb)
        cross join lateral (select (select id from accounts where email = e.email) as id) a`,
    ),
  )
}

function actorOf(viewer: AuditedBy['viewer']): [id: string | null, role: AuditRow['actor_role'] | null] {
  if (viewer === 'system') return [null, 'system']
  if ('actorId' in viewer) return [viewer.actorId, null]
  if (!viewer.account) return [null, 'visitor']
  return [viewer.account.id, staffRoleOf(viewer.account.roles) ? 'admin' : 'parent']
}

/** The account's current role, as it is written to the audit log: 'admin' stands for all staff. */
const currentRole = (id: Sql): Sql =>
  sql`case when exists (select from user_roles r where r.user_id = ${id} and r.role <> 'parent')
    then 'admin' else 'parent' end`
