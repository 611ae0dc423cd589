import { normaliseEmail } from '@aftercare/domain/submissions/guests'
import { recordAudit } from '../audit/audit.queries'
import { acquireAdvisoryLock } from '../db/advisory-lock'
import type { Tx } from '../db/client'
import { hasRow, sql } from '../db/sql'
import type { Services } from '../http/context'
import { findAccountByEmail, lockAdmins, storePassword, trustEmail } from './accounts.queries'
import { changeStaffRole, grantStaffRole, isStaff } from './admin-accounts.queries'
import { recoveryLink } from './email-links'
import { createToken } from './tokens.queries'
import { findWeakness } from './weak-passwords'

type Context = Pick<Services, 'config' | 'clock' | 'db'>

const WEAK_ADMIN_PASSWORD =
  'ADMIN_PASSWORD is easy to guess: sign in and change it on your profile, and remove it from the settings'

/**
 * While nobody can sign in as an admin: creates the first one with ADMIN_PASSWORD, or returns a one-time link to set
 * the password. Null once there is an admin.
 */
export async function prepareFirstAdmin(
  services: Context & Pick<Services, 'passwords' | 'log'>,
): Promise<string | null> {
  const { adminEmail, adminPassword } = services.config
  const passwordHash = adminPassword ? await services.passwords.hash(adminPassword) : null
  return services.db.transaction(async (tx) => {
    // Two instances starting together must create only one admin.
    await acquireAdvisoryLock(tx, 'first-admin')
    if (await hasAdmin(tx)) return null
    const id = await findOrCreateAdmin(tx, services, adminEmail)
    if (!passwordHash) return createLink(tx, services, id)
    const weakness = findWeakness(services, adminPassword ?? '', adminEmail)
    if (weakness) services.log.warn({ weakness }, WEAK_ADMIN_PASSWORD)
    await storePassword(tx, id, passwordHash, services.clock.now())
    await trustEmail(tx, id, services.clock.now())
    await recordAudit(tx, { services, viewer: 'system' }, 'admins.create-first', 'user_roles', id)
    return null
  })
}

/** For the `admin` command: makes the email an admin and returns a one-time link to set the password. */
export async function createAdminLink(services: Context, email: string): Promise<string> {
  return services.db.transaction(async (tx) => {
    const id = await findOrCreateAdmin(tx, services, normaliseEmail(email))
    await recordAudit(tx, { services, viewer: 'system' }, 'admins.create', 'user_roles', id)
    return createLink(tx, services, id)
  })
}

async function findOrCreateAdmin(tx: Tx, services: Context, email: string): Promise<string> {
  await lockAdmins(tx)
  const existing = await findAccountByEmail(tx, email)
  if (existing && (await isStaff(tx, existing.id))) {
    await changeStaffRole(tx, services, existing.id, 'admin', 'system')
    return existing.id
  }
  const full_name = existing?.full_name ?? 'Administrator'
  return grantStaffRole(tx, services, { email, full_name, role: 'admin' })
}

async function createLink(tx: Tx, { config, clock }: Context, accountId: string): Promise<string> {
  return recoveryLink(config, await createToken(tx, accountId, 'invite', clock.now()), 'staff')
}

const hasAdmin = (tx: Tx): Promise<boolean> =>
  hasRow(
    tx,
    sql`select from accounts a join user_roles r on r.user_id = a.id
      where r.role = 'admin' and a.disabled_at is null and a.password_hash is not null limit 1`,
  )
