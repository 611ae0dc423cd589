import type { StaffRole } from '@aftercare/domain/lib/enums'
import { recordAudit } from '../audit/audit.queries'
import { lockFamilies } from '../db/advisory-lock'
import type { Queryable, Tx } from '../db/client'
import { countRows, execute, hasRow, maybeOne, sql, toJson } from '../db/sql'
import { AppError } from '../errors'
import type { Services, Viewer } from '../http/context'
import { removeTwoFactor } from '../two-factor/two-factor.queries'
import { notifyTwoFactorChange } from '../two-factor/two-factor-notifications'
import { sendRecovery, sendStaffInvitation } from './account-mails'
import {
  createAccount,
  findAccount,
  findAccountByEmail,
  hasFamily,
  lockAdmins,
  storePassword,
} from './accounts.queries'
import { lockAccount, lockAccountByEmail } from './lock-account'
import { removeSessionsOf, updateExpiryOf } from './sessions.queries'
import { removeTokensOf } from './tokens.queries'
import { tombstoneEmail } from './tombstone-email'

type Context = Pick<Services, 'config' | 'clock'>

const isAdmin = (db: Queryable, accountId: string): Promise<boolean> =>
  hasRow(db, sql`select from user_roles where user_id = ${accountId} and role = 'admin'`)

/** In either role. */
export const isStaff = async (db: Queryable, accountId: string): Promise<boolean> =>
  (await findStaffRole(db, accountId)) !== null

export async function findStaffRole(db: Queryable, accountId: string): Promise<StaffRole | null> {
  const row = await maybeOne<{ role: StaffRole }>(
    db,
    sql`select role from user_roles where user_id = ${accountId} and role <> 'parent'`,
  )
  return row?.role ?? null
}

type NewStaff = { full_name: string; email: string; role: StaffRole }

/** Makes the account with this email staff, creating it if needed. Fails if it already is. */
export async function grantStaffRole(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  person: NewStaff,
): Promise<string> {
  await lockAdmins(tx)
  await lockAccountByEmail(tx, person.email)
  const created = await createAccount(tx, { ...person, passwordHash: null }, clock.now())
  if (created) return created
  const account = await findAccountByEmail(tx, person.email)
  if (!account || (await isStaff(tx, account.id))) throw new AppError('email-in-use')
  await execute(tx, sql`insert into user_roles (user_id, role) values (${account.id}, ${person.role})`)
  // A parent's long session must not become a staff session: sign in again to get the rights.
  await removeSessionsOf(tx, account.id)
  // Nobody has proved that they own this address: the password from the sign-up must not become staff's.
  if (!account.email_verified_at) await storePassword(tx, account.id, null, clock.now())
  return account.id
}

/** Emails the invited person a link to set a password. */
export async function inviteAdmin(
  tx: Tx,
  services: Context,
  person: NewStaff,
  invitedBy: Viewer,
): Promise<{ id: string }> {
  await lockAdmins(tx)
  await assertStillAdmin(tx, invitedBy)
  const id = await grantStaffRole(tx, services, person)
  await sendStaffInvitation(tx, services, { id, role: person.role }, invitedBy.account?.id ?? null)
  await recordAudit(tx, { services, viewer: invitedBy }, 'admins.invite', 'user_roles', id, {
    role: person.role,
  })
  return { id }
}

/**
 * Changes the role of staff; nothing if they have it already. Open sessions follow it. Fails for oneself and for the
 * last admin. The caller has called `lockAdmins` before locking the account.
 */
export async function changeStaffRole(
  tx: Tx,
  services: Context,
  accountId: string,
  role: StaffRole,
  changedBy: Viewer | 'system',
): Promise<void> {
  const before = await findStaffRole(tx, accountId)
  if (!before) throw new AppError('not-found')
  if (before === role) return
  if (changedBy !== 'system') await assertStillAdmin(tx, changedBy)
  if (before === 'admin') {
    if ((await countAdmins(tx)) <= 1) throw new AppError('last-admin-role').onField('role')
    if (changedBy !== 'system' && changedBy.account?.id === accountId)
      throw new AppError('own-role').onField('role')
  }
  await lockAccount(tx, accountId)
  await execute(
    tx,
    sql`update user_roles set role = ${role} where user_id = ${accountId} and role = ${before}`,
  )
  await updateExpiryOf(tx, accountId, services.config.staffSession)
  await recordAudit(tx, { services, viewer: changedBy }, 'admins.change-role', 'user_roles', accountId, {
    before: { role: before },
    after: { role },
  })
}

/** From the Admin Users tab: emails a reset link to /auth?reset=true. */
export async function sendAdminReset(
  tx: Tx,
  services: Context,
  accountId: string,
  sentBy: Viewer,
): Promise<{ email: string }> {
  await lockAccount(tx, accountId)
  const account = await findAccount(tx, accountId)
  if (!account || !(await isStaff(tx, accountId))) throw new AppError('not-found')
  await sendRecovery(tx, services, account, 'admin-users')
  await recordAudit(tx, { services, viewer: sentBy }, 'admins.send-reset', 'accounts', accountId)
  return { email: account.email }
}

/** For a colleague who lost phone and recovery codes. The password alone then signs in; they are notified by email. */
export async function resetTwoFactor(
  tx: Tx,
  services: Context,
  accountId: string,
  resetBy: Viewer | 'system',
) {
  if (resetBy !== 'system' && resetBy.account?.id === accountId) throw new AppError('own-two-factor')
  if (!(await isStaff(tx, accountId))) throw new AppError('not-found')
  if (!(await removeTwoFactor(tx, accountId))) throw new AppError('two-factor-off')
  await notifyTwoFactorChange(tx, services, accountId, 'reset', resetBy)
}

/**
 * Removes profile, role and preferences, ends all sessions and disables sign-in. Somebody with a family stays a parent.
 * Fails for oneself and for the last admin. The account row stays, because payments refer to who recorded them.
 */
export async function removeAdmin(
  tx: Tx,
  services: Context,
  accountId: string,
  removedBy: Viewer,
): Promise<void> {
  if (removedBy.account?.id === accountId) throw new AppError('own-admin')
  await lockAdmins(tx)
  // Nobody joins the account's family between the check and its removal.
  await lockFamilies(tx, accountId)
  const account = await findAccount(tx, accountId)
  const role = await findStaffRole(tx, accountId)
  if (!account || !role) throw new AppError('not-found')
  if (role === 'admin' && (await countAdmins(tx)) <= 1) throw new AppError('last-admin')
  await assertStillAdmin(tx, removedBy)

  const isParent = await hasFamily(tx, accountId)
  await removeTwoFactor(tx, accountId)
  await execute(tx, sql`delete from admin_email_preferences where user_id = ${accountId}`)
  await removeSessionsOf(tx, accountId)
  if (isParent) {
    await execute(
      tx,
      sql`insert into user_roles (user_id, role) values (${accountId}, 'parent') on conflict do nothing`,
    )
    await execute(tx, sql`delete from user_roles where user_id = ${accountId} and role <> 'parent'`)
  } else {
    await execute(tx, sql`delete from user_roles where user_id = ${accountId}`)
    await execute(tx, sql`delete from profiles where id = ${accountId}`)
    await removeTokensOf(tx, [accountId])
    await disableAccount(tx, services, account)
  }
  await recordAudit(tx, { services, viewer: removedBy }, 'admins.remove', 'user_roles', accountId, {
    full_name: account.full_name,
    email: account.email,
    stays_parent: isParent,
  })
}

/** The caller may have been removed as an admin while waiting for the lock. */
async function assertStillAdmin(tx: Tx, { account }: Viewer): Promise<void> {
  if (account && !(await isAdmin(tx, account.id))) throw new AppError('admins-only')
}

/** Frees the email, so that the same person can sign up as a parent or be invited again. */
async function disableAccount(tx: Tx, { clock }: Context, account: { id: string; full_name: string }) {
  const at = clock.now().toISOString()
  await storePassword(tx, account.id, null, clock.now())
  await execute(
    tx,
    sql`update accounts set email = ${tombstoneEmail(account.id)}, former_emails = '{}',
      metadata = ${toJson({ full_name: account.full_name })}, disabled_at = ${at}
      where id = ${account.id}`,
  )
}

const countAdmins = (tx: Tx): Promise<number> =>
  countRows(
    tx,
    sql`select count(*) from user_roles r join accounts a on a.id = r.user_id
      where r.role = 'admin' and a.disabled_at is null`,
  )
