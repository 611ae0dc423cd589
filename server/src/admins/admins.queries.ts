import {
  DEFAULT_EMAIL_PREFERENCES,
  type EmailPreferences,
  mapPreferences,
} from '@aftercare/domain/admins/email-preferences'
import type { StaffRole } from '@aftercare/domain/lib/enums'
import { lockAccount } from '../auth/lock-account'
import type { Queryable, Tx } from '../db/client'
import { execute, maybeOne, sql } from '../db/sql'
import type { AdminEmailPreferencesRow, ProfileRow } from '../db/tables'
import { isUnconfirmed } from '../db/unconfirmed-email'
import { insertInto, setClause } from '../db/write'
import { AppError, staleVersion } from '../errors'
import { findPage, type Page } from '../http/paging'
import { isOn } from '../two-factor/two-factor.queries'

type AdminRow = Pick<ProfileRow, 'id' | 'full_name' | 'email' | 'phone' | 'created_at' | 'version'> & {
  role: StaffRole
  /** False until an invited person has set a password. */
  has_password: boolean
  has_unconfirmed_email: boolean
  has_two_factor: boolean
  preferences: AdminEmailPreferencesRow | null
}

const admins = sql`from user_roles r
  join profiles p on p.id = r.user_id
  join accounts a on a.id = p.id
  left join admin_email_preferences e on e.user_id = p.id
  where r.role <> 'parent'`

const selectAdmins = sql`select p.id, p.full_name, p.email, p.phone, p.created_at, p.version, r.role,
  a.password_hash is not null as has_password, ${isUnconfirmed} as has_unconfirmed_email,
  exists (select from two_factor t where t.account_id = p.id and ${isOn}) as has_two_factor,
  to_jsonb(e) as preferences ${admins}`

/** Newest first. */
export async function listAdmins(db: Queryable, page: Page) {
  const found = await findPage<AdminRow>(db, page, {
    list: sql`${selectAdmins} and a.disabled_at is null order by p.created_at desc, p.id desc`,
    counted: sql`${admins} and a.disabled_at is null`,
  })
  return { ...found, rows: found.rows.map(serializeAdmin) }
}

export async function getAdmin(db: Queryable, id: string) {
  const row = await maybeOne<AdminRow>(db, sql`${selectAdmins} and p.id = ${id}`)
  if (!row) throw new AppError('not-found')
  return serializeAdmin(row)
}

/** Without stored preferences, all are on. */
function serializeAdmin(row: AdminRow) {
  const stored = row.preferences
  const preferences: EmailPreferences = stored
    ? mapPreferences((name) => stored[name])
    : DEFAULT_EMAIL_PREFERENCES
  return { ...row, preferences }
}

/** Locks the admin. A stale version fails with the stored values. */
export async function getAdminForUpdate(tx: Tx, id: string, version: number) {
  await lockAccount(tx, id)
  await maybeOne(tx, sql`select id from profiles where id = ${id} for no key update`)
  const stored = await getAdmin(tx, id)
  if (stored.version !== version) throw staleVersion(stored)
  return stored
}

/** Omitted fields are left unchanged. */
export async function updateAdminProfile(
  tx: Tx,
  id: string,
  changes: { full_name?: string; phone?: string | null },
  at: string,
) {
  const values = setClause('profiles', { ...changes, updated_at: at })
  await execute(tx, sql`update profiles set ${values}, version = version + 1 where id = ${id}`)
}

/** Updates only the given preferences, so that concurrent changes to different ones don't undo each other. */
export async function savePreferences(
  tx: Tx,
  userId: string,
  preferences: Partial<EmailPreferences>,
  at: string,
) {
  const values = { ...preferences, updated_at: at }
  await execute(
    tx,
    sql`${insertInto('admin_email_preferences', [{ user_id: userId, ...DEFAULT_EMAIL_PREFERENCES, ...values }])}
      on conflict (user_id) do update set ${setClause('admin_email_preferences', values)}`,
  )
}
