import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { recordAudit } from '../audit/audit.queries'
import type { Tx } from '../db/client'
import { accounts, user_roles } from '../db/schema'
import type { Services } from '../http/context'
import { confirmEmail, findAccountByEmail } from './accounts.queries'
import { grantAdmin, isAdmin } from './admin-accounts.queries'
import { recoveryLink } from './links'
import { hashPassword } from './passwords'
import { removeSessionsOf } from './sessions.queries'
import { createToken } from './tokens.queries'

type Context = Pick<Services, 'config' | 'clock' | 'db'>

/**
 * While nobody can sign in as an admin: makes the first one from the configuration's password, or answers a
 * one-time link to set it. Null once there is an admin.
 */
export async function prepareFirstAdmin(services: Context): Promise<string | null> {
  const { adminEmail, adminPassword } = services.config
  const passwordHash = adminPassword ? await hashPassword(adminPassword) : null
  return services.db.transaction(async (tx) => {
    // Two instances that start together make one admin.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('first-admin', 0))`)
    if (await hasAdmin(tx)) return null
    const id = await adminAccount(tx, adminEmail)
    if (!passwordHash) return linkFor(tx, services, id)
    await tx.update(accounts).set({ password_hash: passwordHash }).where(eq(accounts.id, id))
    await removeSessionsOf(tx, id)
    await confirmEmail(tx, id, services.clock.now())
    await recordAudit(tx, 'system', { action: 'admins.create-first', table: 'user_roles', rowId: id })
    return null
  })
}

/** For the operator's command: makes the address an admin and answers a one-time link to set the password. */
export async function createAdminLink(services: Context, email: string): Promise<string> {
  return services.db.transaction(async (tx) => {
    const id = await adminAccount(tx, email.trim().toLowerCase())
    await recordAudit(tx, 'system', { action: 'admins.create', table: 'user_roles', rowId: id })
    return linkFor(tx, services, id)
  })
}

async function adminAccount(tx: Tx, email: string): Promise<string> {
  const known = await findAccountByEmail(tx, email)
  if (known && (await isAdmin(tx, known.id))) return known.id
  return grantAdmin(tx, { email, full_name: known?.full_name ?? 'Administrator' })
}

async function linkFor(tx: Tx, { config, clock }: Context, accountId: string): Promise<string> {
  return recoveryLink(config, await createToken(tx, accountId, 'invite', clock.now()), 'staff')
}

async function hasAdmin(tx: Tx): Promise<boolean> {
  const [row] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .innerJoin(user_roles, eq(user_roles.user_id, accounts.id))
    .where(and(eq(user_roles.role, 'admin'), isNull(accounts.disabled_at), isNotNull(accounts.password_hash)))
    .limit(1)
  return row !== undefined
}
