import { heldRole } from '../audit/audit.queries'
import type { Queryable } from '../db/client'
import { firstRow, named, sql } from '../db/sql'
import type { Account } from '../http/context'
import { countTry, giveBackTry } from '../http/limits'
import { networkOf } from '../http/network'
import type { StoredAccount } from './accounts.queries'
import { DEVICE_DAYS } from './devices.queries'
import { sessionEnd } from './sessions.queries'
import type { StaffSession } from './staff-session'

/** Signing in is one statement before the password is looked at and one after it. */

export type Attempted = {
  email: string
  clientAddress: string
  /** Digest of the browser's mark, if it brings one. */
  deviceId: string | undefined
}

/** One account from one place: somebody else's wrong passwords do not use up the owner's tries. */
export const pairKey = ({ email, clientAddress }: Attempted) => `${email} ${networkOf(clientAddress)}`
export const deviceKey = ({ email, deviceId }: Attempted) => `${email} ${deviceId}`

export type CountedTry = Partial<StoredAccount> & {
  /** The sealed key of the account's two-step sign-in, where it is on. */
  two_step_key: string | null
  /** Milliseconds to wait, below zero for a refusal; null where it was not counted. */
  device: number | null
  pair: number | null
  account: number | null
  address: number | null
}

/**
 * Counts the try and reads the account. Counted before the password is looked at, so that many at once are bounded
 * too. A browser that signed in to this account before has a count of its own, out of a stranger's reach.
 */
export async function countSignIn(db: Queryable, attempt: Attempted, now: Date): Promise<CountedTry> {
  const { email, clientAddress, deviceId } = attempt
  const row = await firstRow<CountedTry>(
    db,
    named(
      'sign-in-count',
      sql`
        with known as materialized (
          select exists (
            select from known_devices d join accounts a on a.id = d.account_id
            where d.id = ${deviceId ?? ''} and a.email = ${email} and d.expires_at > ${now.toISOString()}) as is_known),
        counted as materialized (
          select
            case when is_known then ${countTry('sign-in-device', deviceKey(attempt))} end as device,
            case when not is_known then ${countTry('sign-in-pair', pairKey(attempt))} end as pair,
            case when not is_known then ${countTry('sign-in-account', email)} end as account,
            case when not is_known then ${countTry('sign-in-address', clientAddress)} end as address
          from known)
        select counted.*, a.id, a.email, p.full_name, p.status, a.password_hash, a.email_verified_at,
          t.sealed_key as two_step_key
        from counted
        left join accounts a on a.email = ${email} and a.disabled_at is null
        left join profiles p on p.id = a.id
        left join two_step t on t.account_id = a.id and t.confirmed_at is not null`,
    ),
  )
  if (!row) throw new Error('A sign-in was not counted')
  return row
}

export type NewSession = {
  /** True where the browser's own count was used, not the stranger's three. */
  isKnown: boolean
  sessionId: string
  deviceId: string
  /** The session that the browser brought along. */
  formerSessionId: string | null
  /** The hash that the password was right for; one set meanwhile admits nobody. */
  verifiedHash: string
  renewedHash: string | null
  userAgent: string | null
}

/**
 * Starts the session with all that goes with it; null when the account has changed since the password was checked. A
 * right password is not held against anybody: tries are given back in the order of their counting, for the other way
 * round two sign-ins could wait for each other.
 */
export async function startSession(
  db: Queryable,
  attempt: Attempted,
  accountId: string,
  session: NewSession,
  now: Date,
  staff: StaffSession,
) {
  const at = now.toISOString()
  const { isKnown } = session
  return firstRow<{ expires_at: string; roles: Account['roles'] }>(
    db,
    named(
      'sign-in-start',
      sql`
        with owner as materialized (
          select a.id from accounts a join profiles p on p.id = a.id
          where a.id = ${accountId} and a.disabled_at is null and p.status <> 'suspended'
            and a.password_hash = ${session.verifiedHash}),
        started as (
          insert into sessions (id, account_id, user_agent, created_at, seen_at, expires_at)
          select ${session.sessionId}, id, ${session.userAgent}, ${at}::timestamptz, ${at}::timestamptz,
            ${sessionEnd(sql`id`, at, now, staff)} from owner
          returning account_id, expires_at),
        ended as (
          delete from sessions where id = ${session.formerSessionId}
            or (account_id = (select id from owner) and expires_at <= ${at})),
        known as (
          insert into known_devices (id, account_id, created_at, expires_at)
          select ${session.deviceId}, id, ${at}::timestamptz, ${at}::timestamptz + make_interval(days => ${DEVICE_DAYS}) from owner
          on conflict (id, account_id) do update set expires_at = excluded.expires_at),
        renewed as (
          update accounts set password_hash = ${session.renewedHash}
          where id = (select id from owner) and ${session.renewedHash}::text is not null),
        noted as (
          insert into audit_log (at, actor_id, actor_role, action, table_name, row_id)
          select ${at}::timestamptz, owner.id, ${heldRole(sql`owner.id`)}, 'auth.sign-in', 'accounts', id from owner)
        select started.expires_at,
          array(select role from user_roles r where r.user_id = account_id order by 1) as roles,
          ${giveBackTry('sign-in-device', isKnown ? deviceKey(attempt) : null, 'all')} as device,
          ${giveBackTry('sign-in-pair', isKnown ? null : pairKey(attempt), 'all')} as pair,
          ${giveBackTry('sign-in-account', isKnown ? null : attempt.email, 'one')} as account,
          ${giveBackTry('sign-in-address', isKnown ? null : attempt.clientAddress, 'one')} as address
        from started`,
    ),
  )
}
