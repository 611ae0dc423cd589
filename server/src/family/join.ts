import { joinError, shortenEmail } from '@aftercare/domain/family/family'
import { recordAudit } from '../audit/audit.queries'
import {
  confirmEmail,
  createAccount,
  findAccount,
  findAccountByEmail,
  hasRecords,
} from '../auth/accounts.queries'
import { isStaff } from '../auth/admin-accounts.queries'
import { lockAccount } from '../auth/lock-account'
import { replaceSignUp } from '../auth/sign-up'
import { type Browser, startSession } from '../auth/start-session'
import { findFamilyOf, memberIdsOf } from '../db/adults'
import { lockFamilies } from '../db/advisory-lock'
import type { Queryable, Tx } from '../db/client'
import { shownName } from '../db/display-name'
import { execute, hasRow, maybeOne, rows, sql } from '../db/sql'
import type { FamilyInvitationRow } from '../db/tables'
import { AppError } from '../errors'
import type { Services } from '../http/context'
import { queueEvent } from '../mail-events/queue-events'
import { lockWatches } from '../seat-watches/opened-seats.queries'
import { hashSecret } from '../secrets'
import { isOpenInvitation } from './family.queries'
import { takeSecondAdult } from './second-adults'

/** `invited_by` is a name: of the adult who sent it, or of the family's first adult where staff did. */
export type Invitation = Pick<FamilyInvitationRow, 'id' | 'parent_id' | 'email'> & {
  invited_by: string
  by_office: boolean
}

/**
 * By the hash of the token: how long it takes says nothing about any stored token. Null as well while the family is
 * suspended.
 */
export const findInvitation = (db: Queryable, token: string, now: Date): Promise<Invitation | null> =>
  maybeOne<Invitation>(
    db,
    sql`select i.id, i.parent_id, i.email, ${shownName('p')} as invited_by,
        i.invited_by is null as by_office
      from family_invitations i join profiles p on p.id = coalesce(i.invited_by, i.parent_id)
        join profiles first on first.id = i.parent_id and first.status <> 'suspended'
      where i.token_hash = ${hashSecret(token)} and ${isOpenInvitation(now)}`,
  )

/** Whether the account is in the family by this invitation, which is used up. */
export const hasJoinedBy = (db: Queryable, token: string, accountId: string): Promise<boolean> =>
  hasRow(
    db,
    sql`select from family_invitations i join family_members m on m.parent_id = i.parent_id
        join profiles p on p.id = m.member_id and p.email = i.email
      where i.token_hash = ${hashSecret(token)} and i.ended_at is not null and m.member_id = ${accountId}`,
  )

/** Why the account cannot join this family; null if it can. */
export async function findJoinError(db: Queryable, accountId: string, familyId: string) {
  const account = await maybeOne<{ email: string; status: string; has_members: boolean }>(
    db,
    sql`select email, status, exists (${memberIdsOf(accountId)}) as has_members
      from profiles where id = ${accountId}`,
  )
  if (!account) throw new AppError('signed-out')
  const joiner = {
    email: account.email,
    isSuspended: account.status === 'suspended',
    isStaff: await isStaff(db, accountId),
    memberOf: await findFamilyOf(db, accountId),
    hasRecords: await hasRecords(db, accountId),
    hasMembers: account.has_members,
  }
  return joinError(joiner, accountId, familyId)
}

/** New children, payments and seat watches of the account lock its profile: they wait, and then find the membership. */
async function assertMayJoin(tx: Tx, accountId: string, familyId: string): Promise<void> {
  await rows(tx, sql`select id from profiles where id = ${accountId} for update`)
  const reason = await findJoinError(tx, accountId, familyId)
  if (reason) throw new AppError('join-refused', { reason })
}

/** Whether somebody has to sign in to use the invitation: without a mail server accounts work unconfirmed. */
export async function hasUsableAccount(db: Queryable, email: string, { config }: Pick<Services, 'config'>) {
  const account = await findAccountByEmail(db, email)
  return (
    account !== null &&
    (account.email_verified_at !== null || account.email_set_by_staff_at !== null || !config.smtpUrl)
  )
}

/** Adds the signed-in account to the family that invited it. */
export async function joinFamily(tx: Tx, services: Services, token: string, accountId: string) {
  const invitation = await consumeInvitation(tx, services, token, accountId)
  const account = await findAccount(tx, accountId)
  if (!account) throw new AppError('signed-out')
  if (account.email !== invitation.email)
    throw new AppError('other-address', { hint: shortenEmail(invitation.email) })
  await assertMayJoin(tx, account.id, invitation.parent_id)
  await addMember(tx, services, invitation.parent_id, account.id)
  // The link came by email, so the address is confirmed.
  await confirmEmail(tx, account.id, services.clock.now())
}

type SignUp = { token: string; full_name: string | null; passwordHash: string }

/** Creates the account, adds it to the family and signs it in. Returns the session's secret. */
export async function signUpAndJoin(tx: Tx, services: Services, signUp: SignUp, browser: Browser) {
  const now = services.clock.now()
  const found = await findInvitation(tx, signUp.token, now)
  if (!found) throw new AppError('invalid-invitation')
  const known = await findAccountByEmail(tx, found.email)
  const { email, parent_id } = await consumeInvitation(tx, services, signUp.token, known?.id)
  const { passwordHash } = signUp
  const account = { email, full_name: signUp.full_name ?? email, passwordHash, language: browser.language }
  const created = await createAccount(tx, { ...account, role: 'parent' }, now)
  const id = created ?? (await replaceUnconfirmed(tx, services, account, parent_id))
  await confirmEmail(tx, id, now)
  await recordAudit(tx, { services, viewer: { actorId: id } }, 'auth.sign-up', 'accounts', id)
  await addMember(tx, services, parent_id, id)
  await lockAccount(tx, id)
  return startSession(tx, services, id, browser)
}

/**
 * A sign-up that was never confirmed, perhaps a stranger's, and an account that staff created and nobody has used: the
 * link proves the address.
 */
async function replaceUnconfirmed(
  tx: Tx,
  services: Services,
  account: Parameters<typeof replaceSignUp>[3],
  familyId: string,
): Promise<string> {
  const known = await findAccountByEmail(tx, account.email)
  if (!known) throw new AppError('sign-in-first')
  await lockAccount(tx, known.id)
  if (await hasUsableAccount(tx, account.email, services)) throw new AppError('sign-in-first')
  await assertMayJoin(tx, known.id, familyId)
  await replaceSignUp(tx, services, known.id, account)
  return known.id
}

/** Used up in this transaction: of several requests with one token one gets it, and a cancelled one nobody. */
async function consumeInvitation(tx: Tx, services: Services, token: string, accountId: string | undefined) {
  const now = services.clock.now()
  const found = await findInvitation(tx, token, now)
  if (!found) throw new AppError('invalid-invitation')
  await lockFamilies(tx, found.parent_id, ...(accountId ? [accountId] : []))
  if (accountId) {
    await lockWatchedMonths(tx, accountId)
    await lockAccount(tx, accountId)
  }
  const invitation = await findInvitation(tx, token, now)
  if (!invitation) throw new AppError('invalid-invitation')
  await execute(
    tx,
    sql`update family_invitations set ended_at = ${now.toISOString()} where id = ${invitation.id}`,
  )
  return invitation
}

/** Its watches will be the family's: storing them references their months, which are locked before any account. */
const lockWatchedMonths = (tx: Tx, accountId: string) =>
  execute(
    tx,
    sql`select from months where id in (select month_id from seat_watches where parent_id = ${accountId})
      order by id for key share`,
  )

/** The days that the account waits for a seat on become the family's, and its own invitations end. */
async function addMember(tx: Tx, services: Services, familyId: string, memberId: string) {
  const { clock } = services
  const at = clock.now().toISOString()
  await execute(
    tx,
    sql`insert into family_members (member_id, parent_id, joined_at) values (${memberId}, ${familyId}, ${at})`,
  )
  await lockWatches(tx, sql`parent_id = ${memberId}`)
  await execute(
    tx,
    sql`with own as (delete from seat_watches where parent_id = ${memberId} returning month_id, day, created_at)
      insert into seat_watches (parent_id, month_id, day, created_at, asked_by)
      select ${familyId}::uuid, month_id, day, created_at, ${memberId}::uuid from own on conflict do nothing`,
  )
  await execute(
    tx,
    sql`update family_invitations set ended_at = ${at} where parent_id = ${memberId} and ended_at is null`,
  )
  await takeSecondAdult(tx, familyId, memberId)
  await recordAudit(
    tx,
    { services: { clock }, viewer: { actorId: memberId } },
    'family.join',
    'profiles',
    familyId,
    { member_id: memberId },
  )
  await queueEvent(tx, { event: { kind: 'family-joined' }, familyId, sentBy: memberId }, services)
}
