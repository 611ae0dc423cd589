import {
  DEFAULT_EMAIL_PREFERENCES,
  EMAIL_PREFERENCES,
  type EmailPreferences,
} from '@aftercare/domain/admin-schemas'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../db/client'
import { accounts, admin_email_preferences, profiles, user_roles } from '../db/schema'
import { AppError } from '../errors'
import { offsetOf } from '../http/paging'

const isAdminRole = and(eq(user_roles.user_id, profiles.id), eq(user_roles.role, 'admin'))

const adminColumns = {
  id: profiles.id,
  full_name: profiles.full_name,
  email: profiles.email,
  phone: profiles.phone,
  created_at: profiles.created_at,
  version: profiles.version,
  /** False until an invited person has set a password. */
  has_password: sql<boolean>`${accounts.password_hash} is not null`,
  preferences: admin_email_preferences,
}

const selectAdmins = (db: Queryable) =>
  db
    .select(adminColumns)
    .from(profiles)
    .innerJoin(user_roles, isAdminRole)
    .innerJoin(accounts, eq(accounts.id, profiles.id))
    .leftJoin(admin_email_preferences, eq(admin_email_preferences.user_id, profiles.id))

/** Only people holding the role, newest first. */
export async function listAdmins(db: Queryable, page: { page: number; size: number }) {
  const enabled = isNull(accounts.disabled_at)
  const [rows, total] = await Promise.all([
    selectAdmins(db)
      .where(enabled)
      .orderBy(desc(profiles.created_at), desc(profiles.id))
      .limit(page.size)
      .offset(offsetOf(page)),
    db.$count(user_roles, eq(user_roles.role, 'admin')),
  ])
  return { rows: rows.map(presentAdmin), total }
}

export async function getAdmin(db: Queryable, id: string) {
  const [row] = await selectAdmins(db).where(eq(profiles.id, id))
  if (!row) throw new AppError('not-found')
  return presentAdmin(row)
}

/** A missing row of preferences means that all are on. */
function presentAdmin(row: Awaited<ReturnType<typeof selectAdmins>>[number]) {
  const stored = row.preferences
  const preferences: EmailPreferences = stored
    ? (Object.fromEntries(EMAIL_PREFERENCES.map((name) => [name, stored[name]])) as EmailPreferences)
    : DEFAULT_EMAIL_PREFERENCES
  return { ...row, preferences }
}

export async function updateAdminProfile(
  tx: Tx,
  id: string,
  values: { full_name: string; phone: string | null },
  expected: { version: number; at: string },
) {
  const updated = await tx
    .update(profiles)
    .set({ ...values, updated_at: expected.at, version: sql`${profiles.version} + 1` })
    .where(and(eq(profiles.id, id), eq(profiles.version, expected.version)))
    .returning({ id: profiles.id })
  if (updated.length === 0) throw new AppError('stale-version')
}

/** Only the named switches change, so that two people at different ones undo nothing of each other's. */
export async function savePreferences(
  tx: Tx,
  userId: string,
  preferences: Partial<EmailPreferences>,
  at: string,
) {
  const values = { ...preferences, updated_at: at }
  await tx
    .insert(admin_email_preferences)
    .values({ user_id: userId, ...DEFAULT_EMAIL_PREFERENCES, ...values })
    .onConflictDoUpdate({ target: admin_email_preferences.user_id, set: values })
}
