import { recordAudit } from '../audit/audit.queries'
import type { Tx } from '../db/client'
import { execute, json, maybeOne, sql } from '../db/sql'
import { AppError } from '../errors'
import type { Services } from '../http/context'
import { hasNoPassword, sendPasswordChoice } from './account-invitations'
import { sendAccountExists, sendVerification } from './account-mails'
import {
  createAccount,
  findAccountByEmail,
  hasFamily,
  type StoredAccount,
  storePassword,
} from './accounts.queries'
import { removeTokensOf } from './tokens.queries'

type SignUp = { email: string; full_name: string; passwordHash: string }

/**
 * Stores a sign-up and notifies the owner of the email. Of several sign-ups with an unconfirmed email the last one wins
 * and the earlier links are void: a stranger who signed up first must not get in once the owner confirms. `mailDelayMs`
 * delays the mail if the rate limit is reached.
 */
export async function storeSignUp(
  tx: Tx,
  services: Services,
  signUp: SignUp,
  mailDelayMs: number,
): Promise<void> {
  const { email, full_name } = signUp
  const created = await createAccount(tx, { ...signUp, role: 'parent' }, services.clock.now())
  const known = created ? null : await findAccountByEmail(tx, email)
  const id = created ?? (known && (await mayReplace(tx, services, known)) ? known.id : null)
  if (id) {
    if (!created) await replaceSignUp(tx, services, id, signUp)
    await sendVerification(tx, services, { id, email, full_name }, mailDelayMs)
    const entry = { action: 'auth.sign-up', table: 'accounts', rowId: id }
    await recordAudit(tx, services.clock, { actorId: id }, entry)
  } else if (!services.config.smtpUrl) {
    // Without a mail server the owner cannot be notified, so the response says it.
    const { message } = new AppError('email-in-use')
    throw new AppError('email-in-use', {}, { email: message })
  } else if (known && (await hasNoPassword(tx, known.id))) {
    await sendPasswordChoice(tx, services, known, mailDelayMs)
  } else if (known && mailDelayMs === 0) {
    await sendAccountExists(tx, services, known)
  }
}

/**
 * Only an unused account may be replaced: without a mail server, accounts work unconfirmed; an invited admin's account
 * must not be taken over by a parent; a parent invited by staff chooses the password behind the mailed link; and a
 * family's rows belong to whoever entered them.
 */
async function mayReplace(tx: Tx, { config }: Services, known: StoredAccount): Promise<boolean> {
  if (!config.smtpUrl) return false
  // Locked until commit and read again: of several concurrent sign-ups each sees the one before it.
  const row = await maybeOne<{ is_unused: boolean }>(
    tx,
    sql`select a.email_verified_at is null and a.password_hash is not null and not exists (
        select from user_roles r where r.user_id = a.id and r.role <> 'parent') as is_unused
      from accounts a where a.id = ${known.id} for update`,
  )
  return row?.is_unused === true && !(await hasFamily(tx, known.id))
}

export async function replaceSignUp(tx: Tx, { clock }: Services, id: string, signUp: SignUp) {
  const { email, full_name, passwordHash } = signUp
  const at = clock.now().toISOString()
  await storePassword(tx, id, passwordHash, clock.now())
  await removeTokensOf(tx, [id])
  await execute(tx, sql`update accounts set metadata = ${json({ full_name })} where id = ${id}`)
  await execute(tx, sql`update profiles set full_name = ${full_name}, updated_at = ${at} where id = ${id}`)
  // A queued mail's link is void by now.
  await execute(
    tx,
    sql`delete from outbox where to_email = ${email} and template = 'verification'
      and state = 'queued' and attempts = 0 and next_attempt_at > now()`,
  )
}
