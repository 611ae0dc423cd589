import type { Language } from '@aftercare/domain/lib/language'
import { recordAudit } from '../audit/audit.queries'
import type { Tx } from '../db/client'
import { execute, hasRow, sql, toJson } from '../db/sql'
import { AppError } from '../errors'
import type { Services } from '../http/context'
import { hasNoPassword, sendPasswordChoice } from './account-invitations'
import { sendAccountExists, sendVerification } from './account-mails'
import {
  createAccount,
  endAccess,
  findAccountByEmail,
  isReplaceable,
  type StoredAccount,
} from './accounts.queries'
import { lockAccountByEmail } from './lock-account'

type SignUp = { email: string; full_name: string; passwordHash: string; language: Language | null }

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
  const { email, language } = signUp
  // An account that is just being deleted or gets another email frees this one.
  await lockAccountByEmail(tx, email)
  const created = await createAccount(tx, { ...signUp, role: 'parent' }, services.clock.now())
  const known = created ? null : await findAccountByEmail(tx, email)
  const id = created ?? (known && (await mayReplace(tx, services, known)) ? known.id : null)
  if (id) {
    if (!created) await replaceSignUp(tx, services, id, signUp)
    await sendVerification(tx, services, { id, language }, { delayMs: mailDelayMs })
    await recordAudit(tx, { services, viewer: { actorId: id } }, 'auth.sign-up', 'accounts', id)
  } else if (!services.config.smtpUrl) {
    // Without a mail server the owner cannot be notified, so the response says it.
    throw new AppError('email-in-use').onField('email')
  } else if (known && (await hasNoPassword(tx, known.id))) {
    await sendPasswordChoice(tx, services, { ...known, language: known.language ?? language }, mailDelayMs)
  } else if (known && mailDelayMs === 0) {
    const person = { ...known, language: known.language ?? language }
    const isChanged = !known.email_verified_at && known.email_set_by_staff_at !== null
    await (isChanged ? sendVerification : sendAccountExists)(tx, services, person)
  }
}

async function mayReplace(tx: Tx, { config }: Services, known: StoredAccount): Promise<boolean> {
  // Locked until commit, then read: of several concurrent sign-ups each sees the one before it.
  await execute(tx, sql`select from accounts where id = ${known.id} for update`)
  return hasRow(tx, sql`select from accounts a where a.id = ${known.id} and ${isReplaceable(config)}`)
}

export async function replaceSignUp(tx: Tx, { clock }: Services, id: string, signUp: SignUp) {
  const { full_name, passwordHash, language } = signUp
  const at = clock.now().toISOString()
  await endAccess(tx, [id])
  await execute(
    tx,
    sql`update accounts set password_hash = ${passwordHash}, metadata = ${toJson({ full_name })}, updated_at = ${at}
      where id = ${id}`,
  )
  await execute(
    tx,
    sql`update profiles set full_name = ${full_name}, language = ${language}, updated_at = ${at} where id = ${id}`,
  )
  // The link in a queued mail is already void.
  await execute(
    tx,
    sql`delete from outbox where account_id = ${id} and template = 'verification'
      and state = 'queued' and attempts = 0 and next_attempt_at > now()`,
  )
}
