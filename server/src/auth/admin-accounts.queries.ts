import { and, eq, isNull, sql } from 'drizzle-orm'
import { recordAudit } from '../audit/audit.queries'
import type { Tx } from '../db/client'
import {
  accounts,
  admin_email_preferences,
  children,
  payments,
  profiles,
  submissions,
  user_roles,
} from '../db/schema'
import { AppError } from '../errors'
import type { Services, Viewer } from '../http/context'
import { sendInvitation, sendRecovery } from './account-mails'
import { createAccount, findAccount, findAccountByEmail, lockAdmins } from './accounts.queries'
import { removeSessionsOf } from './sessions.queries'
import { removeTokensOf } from './tokens.queries'

type Context = Pick<Services, 'config' | 'clock'>

export async function isAdmin(tx: Tx, accountId: string): Promise<boolean> {
  const [row] = await tx
    .select({ role: user_roles.role })
    .from(user_roles)
    .where(and(eq(user_roles.user_id, accountId), eq(user_roles.role, 'admin')))
  return row !== undefined
}

/** The account of an address as an admin, made where there is none. Refuses somebody who is one already. */
export async function grantAdmin(tx: Tx, person: { full_name: string; email: string }): Promise<string> {
  await lockAdmins(tx)
  const created = await createAccount(tx, { ...person, role: 'admin', passwordHash: null })
  if (created) return created
  const account = await findAccountByEmail(tx, person.email)
  if (!account || (await isAdmin(tx, account.id))) throw new AppError('email-in-use')
  await tx.insert(user_roles).values({ user_id: account.id, role: 'admin' })
  if (!account.email_verified_at) {
    // Whoever signed up with this address never proved to own it: their password must not become an admin's.
    await tx.update(accounts).set({ password_hash: null }).where(eq(accounts.id, account.id))
    await removeSessionsOf(tx, account.id)
  }
  return account.id
}

/** The invited person gets a mail with a link to set a password. */
export async function inviteAdmin(
  tx: Tx,
  services: Context,
  person: { full_name: string; email: string },
  invitedBy: Viewer,
): Promise<{ id: string }> {
  const id = await grantAdmin(tx, person)
  await sendInvitation(tx, services, { id, ...person }, invitedBy.account?.fullName)
  await recordAudit(tx, invitedBy, { action: 'admins.invite', table: 'user_roles', rowId: id })
  return { id }
}

/** From the Admin Users tab: a reset link that leads to /auth?reset=true. */
export async function sendAdminReset(
  tx: Tx,
  services: Context,
  accountId: string,
  sentBy: Viewer,
): Promise<{ email: string }> {
  const account = await findAccount(tx, accountId)
  if (!account || !(await isAdmin(tx, accountId))) throw new AppError('not-found')
  await sendRecovery(tx, services, account, 'admin-users')
  await recordAudit(tx, sentBy, { action: 'admins.send-reset', table: 'accounts', rowId: accountId })
  return { email: account.email }
}

/**
 * Profile, role and preferences go, sessions end and signing in is over, in one step. Somebody with a family here
 * stays a parent. Refused for oneself and for the last admin; the account itself stays for the payments it recorded.
 */
export async function removeAdmin(
  tx: Tx,
  services: Context,
  accountId: string,
  removedBy: Viewer,
): Promise<void> {
  if (removedBy.account?.id === accountId) throw new AppError('own-admin')
  await lockAdmins(tx)
  const account = await findAccount(tx, accountId)
  if (!account || !(await isAdmin(tx, accountId))) throw new AppError('not-found')
  if ((await countAdmins(tx)) <= 1) throw new AppError('last-admin')
  // The one who removes may have been removed while waiting for the lock.
  if (removedBy.account && !(await isAdmin(tx, removedBy.account.id))) throw new AppError('admins-only')

  const isParent = await hasFamily(tx, accountId)
  await tx.delete(admin_email_preferences).where(eq(admin_email_preferences.user_id, accountId))
  await removeSessionsOf(tx, accountId)
  if (isParent) {
    await tx.insert(user_roles).values({ user_id: accountId, role: 'parent' }).onConflictDoNothing()
    await tx.delete(user_roles).where(and(eq(user_roles.user_id, accountId), eq(user_roles.role, 'admin')))
  } else {
    await tx.delete(user_roles).where(eq(user_roles.user_id, accountId))
    await tx.delete(profiles).where(eq(profiles.id, accountId))
    await removeTokensOf(tx, accountId)
    await disableAccount(tx, services, account)
  }
  await recordAudit(tx, removedBy, {
    action: 'admins.remove',
    table: 'user_roles',
    rowId: accountId,
    detail: { full_name: account.full_name, email: account.email, stays_parent: isParent },
  })
}

/** Gives the address free, for the same person may come back as a parent or be invited again. */
async function disableAccount(tx: Tx, { clock }: Context, account: { id: string; full_name: string }) {
  const at = clock.now().toISOString()
  await tx
    .update(accounts)
    .set({
      email: `${account.id}@removed.invalid`,
      password_hash: null,
      metadata: { full_name: account.full_name },
      disabled_at: at,
      updated_at: at,
    })
    .where(eq(accounts.id, account.id))
}

async function countAdmins(tx: Tx): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(user_roles)
    .innerJoin(accounts, eq(accounts.id, user_roles.user_id))
    .where(and(eq(user_roles.role, 'admin'), isNull(accounts.disabled_at)))
  return row?.count ?? 0
}

async function hasFamily(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ found: boolean }>(sql`
    select exists (select 1 from ${children} where ${children.parent_id} = ${accountId})
      or exists (select 1 from ${submissions} where ${submissions.parent_id} = ${accountId})
      or exists (select 1 from ${payments} where ${payments.parent_id} = ${accountId}) as found`)
  return rows[0]?.found === true
}
