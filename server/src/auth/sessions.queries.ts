import { type StaffRole, staffRoleOf } from '@aftercare/domain/lib/enums'
import { readUserAgent } from '@aftercare/domain/sessions/user-agent'
import { hasSuspendedFamily } from '../db/adults'
import type { Queryable, Tx } from '../db/client'
import { execute, maybeOne, prepared, type Sql, sql } from '../db/sql'
import type { SessionRow } from '../db/tables'
import { findPage, type Page } from '../http/paging'
import { hashSecret, newSecret } from '../secrets'
import { isOn, isRequired } from '../two-factor/two-factor.queries'
import { lockAccount } from './lock-account'
import type { StaffSession } from './staff-session'
import type { Account, Viewer } from './viewer'

/** A parent's session expires this long after its last refresh; for admins see `staff-session.ts`. */
const PARENT_SESSION_DAYS = 30

/** An Attendance session expires this long after its last use: the room's tablet stays signed in. */
const ATTENDANCE_SESSION_DAYS = 60

/** `seen_at` is updated at most this often, not with every request. */
const TOUCH_INTERVAL_MS = 10 * 60 * 1000

const VISITOR: Viewer = { account: null, roles: ['visitor'] }

/** Session, roles and account status in one query, so that changes take effect with the next request. */
export async function findViewer(db: Queryable, secret: string | undefined, now: Date): Promise<Viewer> {
  if (!secret) return VISITOR
  return findViewerBySession(db, hashSecret(secret), now)
}

export async function findViewerBySession(db: Queryable, sessionId: string, now: Date): Promise<Viewer> {
  const row = await maybeOne<Omit<Account, 'sessionId'> & { isPendingTwoFactor: boolean }>(
    db,
    prepared(
      'session-viewer',
      sql`
        select a.id, coalesce(family.parent_id, a.id) as "familyId", a.email, p.full_name as "fullName", p.language, s.expires_at as "sessionExpiresAt",
          s.seen_at as "sessionSeenAt", s.password_entered_at as "passwordEnteredAt",
          array(select role from user_roles r where r.user_id = a.id order by 1) as roles,
          ${isRequired} and not exists (select from two_factor t where t.account_id = a.id and ${isOn}) as "isPendingTwoFactor"
        from sessions s
        join accounts a on a.id = s.account_id
        join profiles p on p.id = a.id
        left join family_members family on family.member_id = a.id
        where s.id = ${sessionId} and s.expires_at > ${now.toISOString()}
          and a.disabled_at is null and p.status <> 'suspended' and not ${hasSuspendedFamily(sql`family.parent_id`)}`,
    ),
  )
  if (!row) return VISITOR
  const { isPendingTwoFactor, ...account } = row
  return { account: { ...account, sessionId }, roles: effectiveRoles(account.roles, isPendingTwoFactor) }
}

/** Staff who must set up two-factor sign-in first are not staff until then, in open sessions too. */
const effectiveRoles = (roles: Account['roles'], isPendingTwoFactor: boolean): Viewer['roles'] =>
  roles.map((role) => (role !== 'parent' && isPendingTwoFactor ? 'staff-pending-two-factor' : role))

const hasRole = (accountId: string | Sql, role: StaffRole) =>
  sql`exists (select from user_roles where user_id = ${accountId} and role = ${role})`

/**
 * Session expiry by the account's role. An admin's session has a short idle timeout and an absolute one that use does
 * not extend.
 */
function sessionExpiry(
  accountId: string | Sql,
  startedAt: string | Sql,
  usedAt: string | Sql,
  staff: StaffSession,
): Sql {
  return sql`case when ${hasRole(accountId, 'admin')} then least(
      ${usedAt}::timestamptz + make_interval(secs => ${staff.idleHours * 3600}::float8),
      ${startedAt}::timestamptz + make_interval(secs => ${staff.days * 86_400}::float8))
    when ${hasRole(accountId, 'attendance')} then ${usedAt}::timestamptz + make_interval(days => ${ATTENDANCE_SESSION_DAYS})
    else ${usedAt}::timestamptz + make_interval(days => ${PARENT_SESSION_DAYS}) end`
}

export function insertSession(
  id: string,
  accountId: string,
  now: Date,
  staff: StaffSession,
  userAgent: string | null,
): Sql {
  const at = now.toISOString()
  return sql`insert into sessions (id, account_id, user_agent, created_at, seen_at, password_entered_at, expires_at)
    values (${id}, ${accountId}, ${userAgent}, ${at}, ${at}, ${at}, ${sessionExpiry(accountId, at, at, staff)})`
}

/** Starts a session and returns its secret, of which only the hash is stored. */
export async function createSession(
  db: Queryable,
  accountId: string,
  now: Date,
  staff: StaffSession,
  userAgent: string | null = null,
): Promise<string> {
  const secret = newSecret()
  await execute(db, insertSession(hashSecret(secret), accountId, now, staff, userAgent))
  return secret
}

/**
 * Records that the session is in use and extends a staff session's expiry; parents' browsers extend theirs through
 * `extendSession`. Writes at most once per TOUCH_INTERVAL_MS; returns the new expiry if it did.
 */
export async function touchSession(
  db: Queryable,
  viewer: Viewer,
  now: Date,
  staff: StaffSession,
): Promise<string | null> {
  const { account } = viewer
  const threshold = new Date(now.getTime() - TOUCH_INTERVAL_MS)
  if (!account || new Date(account.sessionSeenAt) > threshold) return null
  const at = now.toISOString()
  const expiry = staffRoleOf(account.roles)
    ? sessionExpiry(account.id, sql`created_at`, at, staff)
    : sql`expires_at`
  const row = await maybeOne<{ expires_at: string }>(
    db,
    sql`update sessions set seen_at = ${at}, expires_at = ${expiry}
      where id = ${account.sessionId} and seen_at <= ${threshold.toISOString()} returning expires_at`,
  )
  return row?.expires_at ?? null
}

/** After a change of the account's role, by which its sessions expire. */
export const updateExpiryOf = (tx: Tx, accountId: string, staff: StaffSession) =>
  execute(
    tx,
    sql`update sessions set expires_at = ${sessionExpiry(accountId, sql`created_at`, sql`seen_at`, staff)}
      where account_id = ${accountId}`,
  )

/** Extends a parent's session. A staff session is extended by use only: an open page is not use. */
export async function extendSession(
  db: Queryable,
  account: Account,
  now: Date,
  staff: StaffSession,
): Promise<string | null> {
  if (staffRoleOf(account.roles)) return account.sessionExpiresAt
  const row = await maybeOne<{ expires_at: string }>(
    db,
    sql`update sessions set expires_at = ${sessionExpiry(account.id, sql`created_at`, now.toISOString(), staff)}
      where id = ${account.sessionId} and expires_at > ${now.toISOString()} returning expires_at`,
  )
  return row?.expires_at ?? null
}

export const recordPasswordEntered = (db: Queryable, sessionId: string, now: Date) =>
  execute(db, sql`update sessions set password_entered_at = ${now.toISOString()} where id = ${sessionId}`)

export async function removeSession(db: Queryable, sessionId: string) {
  await execute(db, sql`delete from sessions where id = ${sessionId}`)
}

/** Ends every session and pending two-factor challenge of an account, e.g. after a new password or a suspension. */
export async function removeSessionsOf(tx: Tx, accountId: string) {
  await lockAccount(tx, accountId)
  await execute(tx, sql`delete from two_factor_challenges where account_id = ${accountId}`)
  await execute(tx, sql`delete from sessions where account_id = ${accountId}`)
}

type ListedSession = Pick<SessionRow, 'handle' | 'user_agent' | 'created_at' | 'seen_at'> & {
  is_current: boolean
}

const activeSessions = (account: Account, now: Date): Sql =>
  sql`from sessions where account_id = ${account.id} and expires_at > ${now.toISOString()}`

/** Where the account is signed in: the current session first, then by last use. */
export async function listSessions(db: Queryable, account: Account, page: Page, now: Date) {
  const counted = activeSessions(account, now)
  const list = sql`select handle, user_agent, created_at, seen_at, id = ${account.sessionId} as is_current
    ${counted} order by id = ${account.sessionId} desc, seen_at desc, handle`
  const found = await findPage<ListedSession>(db, page, { list, counted })
  return { ...found, rows: found.rows.map(serializeSession) }
}

function serializeSession<Row extends ListedSession>({ handle, user_agent, ...session }: Row) {
  return { id: handle, ...readUserAgent(user_agent), ...session }
}

type StaffSessionRow = ListedSession & {
  account_id: string
  full_name: string
  email: string
  role: StaffRole
}

const staffSessions = (now: Date): Sql =>
  sql`from sessions s join user_roles r on r.user_id = s.account_id and r.role <> 'parent'
    join accounts a on a.id = s.account_id and a.disabled_at is null join profiles p on p.id = a.id
    where s.expires_at > ${now.toISOString()}`

/** Where staff are signed in, the last used first. */
export async function listStaffSessions(db: Queryable, viewer: Account, page: Page, now: Date) {
  const counted = staffSessions(now)
  const list = sql`select s.handle, s.user_agent, s.created_at, s.seen_at, s.id = ${viewer.sessionId} as is_current,
      s.account_id, p.full_name, p.email, r.role
    ${counted} order by s.seen_at desc, s.handle`
  const found = await findPage<StaffSessionRow>(db, page, { list, counted })
  return { ...found, rows: found.rows.map(serializeSession) }
}

/** Ends a session of staff and returns whose it was; a family's is not found. */
export async function endStaffSession(db: Queryable, handle: string): Promise<string | null> {
  const row = await maybeOne<{ account_id: string }>(
    db,
    sql`delete from sessions where handle = ${handle}
        and account_id in (select user_id from user_roles where role <> 'parent') returning account_id`,
  )
  return row?.account_id ?? null
}

/** Ends one of the account's own sessions; another account's is not found. */
export const endSession = (db: Queryable, account: Account, handle: string) =>
  execute(db, sql`delete from sessions where account_id = ${account.id} and handle = ${handle}`)

export const endOtherSessions = (db: Queryable, account: Account) =>
  execute(db, sql`delete from sessions where account_id = ${account.id} and id <> ${account.sessionId}`)
