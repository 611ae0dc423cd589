import { isUniqueViolation, type Tx } from '../db/client'
import { execute, hasRow, sql } from '../db/sql'
import { AppError } from '../errors'
import type { Services } from '../http/context'
import { inviteParents, sendPasswordChoice } from './account-invitations'
import { queueAccountMail, sendStaffInvitation, sendVerification } from './account-mails'
import { findAccount, type StoredAccount } from './accounts.queries'
import { findStaffRole } from './admin-accounts.queries'
import { forgetDevicesOf } from './devices.queries'
import { isUsable } from './passwords'
import { removeSessionsOf } from './sessions.queries'
import { storeFeed } from './store-feed'
import { removeTokensOf } from './tokens.queries'

type Context = Pick<Services, 'config' | 'clock' | 'encryptor'>

/**
 * By staff: changes the email of account and profile together. The new address is unconfirmed until a link mailed to it is
 * used, the old one is notified, and everything that its owner had ends: sessions, links, the private calendar link,
 * invitations into the family.
 */
export async function changeAccountEmail(
  tx: Tx,
  services: Context,
  accountId: string,
  newEmail: string,
): Promise<void> {
  const account = await findAccount(tx, accountId)
  if (!account) throw new AppError('not-found')
  if (account.email === newEmail) return
  const wasInvited = await hasRow(
    tx,
    sql`select from accounts where id = ${accountId} and invited_at is not null`,
  )
  await storeEmail(tx, services, accountId, newEmail)
  await removeTokensOf(tx, [accountId])
  await endInvitationsOf(tx, services, accountId)
  await removeSessionsOf(tx, accountId)
  await forgetDevicesOf(tx, accountId)
  await replaceFeed(tx, services, accountId)
  await sendLink(tx, services, { ...account, email: newEmail }, wasInvited)
  // Nobody has used the account or confirmed the old address: if it was mistyped, a stranger would learn the new one.
  if (!account.email_verified_at && (!account.password_hash || account.email_set_by_staff_at)) return
  const mail = { template: 'email-changed', newEmail } as const
  await queueAccountMail(tx, services, { id: accountId }, mail, { to: account.email })
}

async function storeEmail(tx: Tx, { clock }: Context, accountId: string, newEmail: string) {
  const at = clock.now().toISOString()
  try {
    // A savepoint: a unique violation must leave the caller's transaction usable.
    await tx.transaction(async (inner) => {
      await execute(
        inner,
        sql`update accounts set email = ${newEmail}, former_emails = array_append(former_emails, email),
            email_set_by_staff_at = ${at}, email_verified_at = null, invited_at = null, updated_at = ${at}
          where id = ${accountId}`,
      )
      await execute(
        inner,
        sql`update profiles set email = ${newEmail}, updated_at = ${at} where id = ${accountId}`,
      )
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('email-in-use').onField('email')
    throw error
  }
}

/** Not one with which somebody is just joining, as if they had joined before: waiting for them could deadlock. */
const endInvitationsOf = (tx: Tx, { clock }: Pick<Services, 'clock'>, accountId: string) =>
  execute(
    tx,
    sql`update family_invitations set ended_at = ${clock.now().toISOString()} where id in (
        select id from family_invitations where invited_by = ${accountId} and ended_at is null for update skip locked)`,
  )

async function replaceFeed(tx: Tx, services: Context, accountId: string) {
  const hasFeed = await hasRow(tx, sql`select from calendar_feeds where parent_id = ${accountId}`)
  if (hasFeed) await storeFeed(tx, services, accountId)
}

/** An invitation again, where one was sent and not used; otherwise a link that only confirms the address. */
async function sendLink(tx: Tx, services: Context, account: StoredAccount, wasInvited: boolean) {
  const role = await findStaffRole(tx, account.id)
  if (isUsable(account.password_hash))
    return sendVerification(tx, services, account, { isForStaff: role !== null })
  if (role) return sendStaffInvitation(tx, services, { ...account, role }, null)
  // Of several sign-ups: a link that only confirmed the address would leave them without a password.
  if (account.password_hash) return sendPasswordChoice(tx, services, account, 0)
  if (wasInvited) await inviteParents(tx, services, [account])
  else await sendVerification(tx, services, account)
}
