import type { GrantedRole } from '@aftercare/domain/lib/enums'
import type { Language } from '@aftercare/domain/lib/language'
import type { Config } from '../config'
import { hasSuspendedFamily, memberIdsOf } from '../db/adults'
import { acquireAdvisoryLock } from '../db/advisory-lock'
import type { Queryable, Tx } from '../db/client'
import { releaseHeldMails } from '../db/held-mails'
import { execute, hasRow, maybeOne, prepared, rows, type Sql, sql, toJson } from '../db/sql'
import type { AccountRow, ProfileRow } from '../db/tables'
import { AppError } from '../errors'
import type { Services } from '../http/context'
import { isOn } from '../two-factor/two-factor.queries'
import { queueAccountMail } from './account-mails'
import { forgetDevicesOf } from './devices.queries'
import { isUsable } from './passwords'
import { removeSessionsOf } from './sessions.queries'
import { removeTokensOf } from './tokens.queries'

export type NewAccount = {
  email: string
  full_name: string
  role: GrantedRole
  passwordHash: string | null
  /** Chosen in the browser that signs up. */
  language?: Language | null
}

/** Creates account, profile and role in one statement; null if the email is already taken. */
export async function createAccount(tx: Tx, account: NewAccount, now: Date): Promise<string | null> {
  const { email, full_name, role } = account
  const at = now.toISOString()
  const row = await maybeOne<{ id: string }>(
    tx,
    sql`with created as (
        insert into accounts (email, password_hash, metadata, created_at, updated_at)
        values (${email}, ${account.passwordHash}, ${toJson({ full_name })}, ${at}, ${at})
        on conflict (email) do nothing returning id),
      with_profile as (
        insert into profiles (id, email, full_name, language, created_at, updated_at)
        select id, ${email}, ${full_name}, ${account.language ?? null}, ${at}::timestamptz, ${at}::timestamptz
        from created),
      with_role as (insert into user_roles (user_id, role) select id, ${role} from created)
      select id from created`,
  )
  return row?.id ?? null
}

/** A parent who chose no language takes the one of the browser that signs in. Staff's screens have one. */
export async function setLanguageIfUnset(tx: Tx, accountId: string, language: Language) {
  await execute(
    tx,
    sql`update profiles set language = ${language} where id = ${accountId} and language is null
      and exists (select from user_roles where user_id = ${accountId} and role = 'parent')`,
  )
}

export type StoredAccount = Pick<
  AccountRow,
  'id' | 'email' | 'password_hash' | 'email_verified_at' | 'email_set_by_staff_at'
> &
  Pick<ProfileRow, 'full_name' | 'status' | 'language'> & {
    /** On, even if its secret cannot be decrypted. */
    has_two_factor: boolean
  }

/**
 * An account that is not disabled; one without a profile has been removed. A suspended first adult suspends the whole
 * family.
 */
const selectActiveAccount = (condition: Sql) =>
  sql`select a.id, a.email, p.full_name, p.language, a.password_hash, a.email_verified_at,
      a.email_set_by_staff_at, case when ${hasSuspendedFamily(sql`m.parent_id`)} then 'suspended' else p.status end as status,
      exists (select from two_factor t where t.account_id = a.id and ${isOn}) as has_two_factor
    from accounts a join profiles p on p.id = a.id left join family_members m on m.member_id = a.id
    where a.disabled_at is null and ${condition}`

export const findAccountByEmail = (db: Queryable, email: string) =>
  maybeOne<StoredAccount>(db, prepared('account-by-email', selectActiveAccount(sql`a.email = ${email}`)))

export const findAccount = (db: Queryable, id: string) =>
  maybeOne<StoredAccount>(db, prepared('account', selectActiveAccount(sql`a.id = ${id}`)))

/** After a link mailed to the address was used. The mails that waited for it are sent. */
export async function confirmEmail(db: Queryable, accountId: string, now: Date) {
  const at = now.toISOString()
  await execute(
    db,
    sql`update accounts set email_verified_at = coalesce(email_verified_at, ${at}), email_set_by_staff_at = null,
        updated_at = ${at}
      where id = ${accountId}`,
  )
  await execute(db, releaseHeldMails(sql`a.id = ${accountId}`, now))
}

/** Sets a new password, ends every session, voids every other link and notifies the account by email. */
export async function setPassword(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock'>,
  accountId: string,
  passwordHash: string,
) {
  const account = await findAccount(tx, accountId)
  if (!account) throw new AppError('invalid-link')
  await storePassword(tx, accountId, passwordHash, services.clock.now())
  await removeTokensOf(tx, [accountId], ['recovery', 'invite'])
  if (!isUsable(account.password_hash)) return
  await queueAccountMail(tx, services, { id: accountId }, { template: 'password-changed' })
}

/** Ends all sessions and forgets known devices, in case somebody else knew the old password. */
export async function storePassword(tx: Tx, accountId: string, passwordHash: string | null, now: Date) {
  await execute(
    tx,
    sql`update accounts set password_hash = ${passwordHash}, updated_at = ${now.toISOString()}
      where id = ${accountId}`,
  )
  await removeSessionsOf(tx, accountId)
  await forgetDevicesOf(tx, accountId)
}

/** For an email set by the operator: usable for signing in, but nobody has proved yet that they receive its mail. */
export async function trustEmail(db: Queryable, accountId: string, now: Date) {
  await confirmEmail(db, accountId, now)
  await execute(
    db,
    sql`update accounts set email_set_by_staff_at = ${now.toISOString()} where id = ${accountId}`,
  )
}

/** Suspending ends all sessions at once, those of the adults who joined the family too; the caller has locked the family. */
export async function setAccountStatus(
  tx: Tx,
  accountId: string,
  status: StoredAccount['status'],
): Promise<void> {
  await execute(
    tx,
    sql`update profiles set status = ${status} where id = ${accountId} and status <> ${status}`,
  )
  if (status !== 'suspended') return
  const members = await rows<{ id: string }>(tx, sql`${memberIdsOf(accountId)} order by 1`)
  for (const { id } of [{ id: accountId }, ...members]) await removeSessionsOf(tx, id)
}

/** Serializes changes to admins, so that two admins cannot remove each other and leave none. */
export const lockAdmins = (tx: Tx) => acquireAdvisoryLock(tx, 'admins')

const ownsRecords = (
  accountId: string | Sql,
) => sql`(exists (select from children where parent_id = ${accountId})
  or exists (select from submissions where parent_id = ${accountId})
  or exists (select from payments where parent_id = ${accountId}))`

export const belongsToFamily = (accountId: string | Sql) => sql`(${ownsRecords(accountId)} or exists (
  select from family_members where member_id = ${accountId} or parent_id = ${accountId}))`

/** Whether the account has children, submissions or payments of its own. */
export const hasRecords = (db: Queryable, accountId: string): Promise<boolean> =>
  hasRow(db, sql`select where ${ownsRecords(accountId)}`)

/** Whether anything ties the account to a family: records of its own, or that it shares one. */
export const hasFamily = (db: Queryable, accountId: string): Promise<boolean> =>
  hasRow(db, sql`select where ${belongsToFamily(accountId)}`)

/**
 * Condition on the alias `a`: a sign-up that may be replaced, because nobody has confirmed its email or used the
 * account, and the sign-up may be a stranger's. Also one whose password was removed. Without a mail server, accounts work
 * unconfirmed; an invited admin's account must not be taken over by a parent; a parent invited by staff chooses the
 * password behind the mailed link; and a family's rows belong to the person who entered them.
 */
export const isReplaceable = ({ smtpUrl }: Pick<Config, 'smtpUrl'>): Sql => sql`(${Boolean(smtpUrl)}
  and a.email_verified_at is null and a.email_set_by_staff_at is null and a.password_hash is not null
  and not exists (select from user_roles r where r.user_id = a.id and r.role <> 'parent')
  and not ${belongsToFamily(sql`a.id`)})`

/**
 * Ends every way into accounts whose sign-up is replaced: while there was no mail server, the person who signed up could
 * use them. The accounts must be locked.
 */
export async function endAccess(tx: Tx, accountIds: readonly string[]): Promise<void> {
  await removeTokensOf(tx, accountIds)
  await execute(tx, sql`delete from sessions where account_id = any(${accountIds}::uuid[])`)
  await execute(tx, sql`delete from known_devices where account_id = any(${accountIds}::uuid[])`)
  await execute(tx, sql`delete from two_factor_challenges where account_id = any(${accountIds}::uuid[])`)
  await execute(tx, sql`delete from two_factor where account_id = any(${accountIds}::uuid[])`)
  await execute(tx, sql`delete from calendar_feeds where parent_id = any(${accountIds}::uuid[])`)
  await execute(tx, sql`delete from family_invitations where parent_id = any(${accountIds}::uuid[])`)
}
