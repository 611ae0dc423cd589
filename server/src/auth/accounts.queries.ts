import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { isUniqueViolation, type Queryable, type Tx } from '../db/client'
import { accounts, profiles, user_roles } from '../db/schema'
import { AppError } from '../errors'
import type { Services } from '../http/context'
import { enqueueMail } from '../mail/outbox.queries'
import { removeSessionsOf } from './sessions.queries'
import { removeTokensOf } from './tokens.queries'

export type NewAccount = {
  email: string
  full_name: string
  role: 'parent' | 'admin'
  passwordHash: string | null
  verifiedAt?: string
}

/** Account, profile and role in one step; null when the address has an account already. */
export async function createAccount(tx: Tx, account: NewAccount): Promise<string | null> {
  const { email, full_name } = account
  const [row] = await tx
    .insert(accounts)
    .values({
      email,
      password_hash: account.passwordHash,
      email_verified_at: account.verifiedAt ?? null,
      metadata: { full_name },
    })
    .onConflictDoNothing({ target: accounts.email })
    .returning({ id: accounts.id })
  if (!row) return null
  await tx.insert(profiles).values({ id: row.id, email, full_name })
  await tx.insert(user_roles).values({ user_id: row.id, role: account.role })
  return row.id
}

const accountColumns = {
  id: accounts.id,
  email: accounts.email,
  full_name: profiles.full_name,
  status: profiles.status,
  password_hash: accounts.password_hash,
  email_verified_at: accounts.email_verified_at,
}

/** An account that may still be used; one without a profile has been removed. */
export async function findAccountByEmail(db: Queryable, email: string) {
  const [row] = await db
    .select(accountColumns)
    .from(accounts)
    .innerJoin(profiles, eq(profiles.id, accounts.id))
    .where(and(eq(accounts.email, email), isNull(accounts.disabled_at)))
  return row ?? null
}

export async function findAccount(db: Queryable, id: string) {
  const [row] = await db
    .select(accountColumns)
    .from(accounts)
    .innerJoin(profiles, eq(profiles.id, accounts.id))
    .where(and(eq(accounts.id, id), isNull(accounts.disabled_at)))
  return row ?? null
}

export async function confirmEmail(db: Queryable, accountId: string, now: Date) {
  const at = now.toISOString()
  await db
    .update(accounts)
    .set({ email_verified_at: sql`coalesce(${accounts.email_verified_at}, ${at})`, updated_at: at })
    .where(eq(accounts.id, accountId))
}

/** A new password ends every session, voids every other link and is told to the account's address. */
export async function setPassword(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock'>,
  accountId: string,
  passwordHash: string,
) {
  const account = await findAccount(tx, accountId)
  if (!account) throw new AppError('invalid-link')
  await tx
    .update(accounts)
    .set({ password_hash: passwordHash, updated_at: services.clock.now().toISOString() })
    .where(eq(accounts.id, accountId))
  await removeSessionsOf(tx, accountId)
  await removeTokensOf(tx, accountId, ['recovery', 'invite'])
  if (account.password_hash === null) return
  const to = { address: account.email, name: account.full_name }
  await enqueueMail(tx, { to, template: 'password-changed', name: account.full_name }, services)
}

/** The address to sign in with and the one in the profile change together, and the old one is told. */
export async function changeAccountEmail(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock'>,
  accountId: string,
  newEmail: string,
) {
  const account = await findAccount(tx, accountId)
  if (!account) throw new AppError('not-found')
  if (account.email === newEmail) return
  const updated_at = services.clock.now().toISOString()
  try {
    // A savepoint: the refusal must leave the caller's transaction usable.
    await tx.transaction(async (inner) => {
      await inner.update(accounts).set({ email: newEmail, updated_at }).where(eq(accounts.id, accountId))
      await inner.update(profiles).set({ email: newEmail, updated_at }).where(eq(profiles.id, accountId))
    })
  } catch (error) {
    if (isUniqueViolation(error))
      throw new AppError('email-in-use', {}, { email: 'This email address is already in use.' })
    throw error
  }
  // Links that went to the old address must not open the account of the new one.
  await removeTokensOf(tx, accountId)
  const to = { address: account.email, name: account.full_name }
  await enqueueMail(tx, { to, template: 'email-changed', name: account.full_name, newEmail }, services)
}

/** Suspending ends the account's sessions at once; the last admin who can sign in cannot be suspended. */
export async function setAccountStatus(
  tx: Tx,
  accountId: string,
  status: 'active' | 'inactive' | 'suspended',
): Promise<void> {
  if (status === 'suspended') await refuseForLastAdmin(tx, accountId)
  await tx
    .update(profiles)
    .set({ status })
    .where(and(eq(profiles.id, accountId), ne(profiles.status, status)))
  if (status === 'suspended') await removeSessionsOf(tx, accountId)
}

async function refuseForLastAdmin(tx: Tx, accountId: string) {
  await lockAdmins(tx)
  const admins = await tx
    .select({ id: accounts.id })
    .from(user_roles)
    .innerJoin(accounts, eq(accounts.id, user_roles.user_id))
    .innerJoin(profiles, eq(profiles.id, accounts.id))
    .where(and(eq(user_roles.role, 'admin'), isNull(accounts.disabled_at), ne(profiles.status, 'suspended')))
  if (admins.length === 1 && admins[0]?.id === accountId) throw new AppError('last-admin')
}

/** Changes of who is an admin queue here, so that two admins cannot remove each other down to none. */
export const lockAdmins = (tx: Tx) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('admins', 0))`)
