import { and, asc, eq, isNotNull, isNull, ne, or } from 'drizzle-orm'
import type { Queryable } from '../db/client'
import { accounts, admin_email_preferences, profiles, user_roles } from '../db/schema'
import type { Recipient } from './mail'

export type AdminPreference =
  | 'monthly_submission_parent'
  | 'monthly_submission_admin'
  | 'dropin_submission_parent'
  | 'dropin_submission_admin'
  | 'daily_attendance_report'

export type AdminRecipient = Recipient & { wants: Record<AdminPreference, boolean> }

/**
 * Admins who can sign in and whose address is known to be theirs, for these mails name children. With their five
 * switches; an admin without stored preferences has all of them on.
 */
export async function listAdminRecipients(tx: Queryable): Promise<AdminRecipient[]> {
  const preferences = admin_email_preferences
  const rows = await tx
    .select({
      address: accounts.email,
      name: profiles.full_name,
      monthly_submission_parent: preferences.monthly_submission_parent,
      monthly_submission_admin: preferences.monthly_submission_admin,
      dropin_submission_parent: preferences.dropin_submission_parent,
      dropin_submission_admin: preferences.dropin_submission_admin,
      daily_attendance_report: preferences.daily_attendance_report,
    })
    .from(user_roles)
    .innerJoin(accounts, eq(accounts.id, user_roles.user_id))
    .leftJoin(profiles, eq(profiles.id, accounts.id))
    .leftJoin(preferences, eq(preferences.user_id, accounts.id))
    .where(
      and(
        eq(user_roles.role, 'admin'),
        isNull(accounts.disabled_at),
        isNotNull(accounts.email_verified_at),
        or(isNull(profiles.status), ne(profiles.status, 'suspended')),
      ),
    )
    .orderBy(asc(accounts.email))
  return rows.map((row) => ({
    address: row.address,
    name: row.name,
    wants: {
      monthly_submission_parent: row.monthly_submission_parent ?? true,
      monthly_submission_admin: row.monthly_submission_admin ?? true,
      dropin_submission_parent: row.dropin_submission_parent ?? true,
      dropin_submission_admin: row.dropin_submission_admin ?? true,
      daily_attendance_report: row.daily_attendance_report ?? true,
    },
  }))
}
