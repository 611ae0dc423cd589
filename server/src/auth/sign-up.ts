import type { Language } from '@aftercare/domain/lib/language'
import { recordAudit } from '../audit/audit.queries'
import type { Tx } from '../db/client'
import { execute, hasRow, sql, toJson } from '../db/sql'
import { AppError } from '../errors'
import type { Services } from '../http/context'
import type { Caller } from '../http/semaphore'
import { hasNoPassword, sendPasswordChoice } from './account-invitations'
import { sendAccountExists, sendVerification } from './account-mails'
import {
  createAccount,
  endAccess,
  findAccount,
  findAccountByEmail,
  isReplaceable,
  type StoredAccount,
} from './accounts.queries'
import { lockAccountByEmail } from './lock-account'
import { UNUSABLE_PASSWORD } from './passwords'

type Person = { email: string; full_name: string; language: Language | null }
type SignUp = Person & { passwordHash: string }

/** Retries if the stored hash changed meanwhile. */
const MAX_ATTEMPTS = 3

/**
 * Stores a sign-up and notifies the owner of the email. `mailDelayMs` delays the mail if the rate limit is reached. The
 * password is verified for every email, known or not, so that the response time reveals nothing, and before locking,
 * because that is slow.
 */
export async function signUp(
  services: Services,
  { password, ...person }: Person & { password: string },
  mailDelayMs: number,
  caller: Caller,
): Promise<void> {
  const { db, passwords } = services
  const newHash = await passwords.hash(password, caller)
  for (let count = 0; count < MAX_ATTEMPTS; count++) {
    const compared = (await findAccountByEmail(db, person.email))?.password_hash ?? null
    const isSame = await passwords.verify(compared, password, caller)
    const given = { ...person, passwordHash: (isSame && compared) || newHash }
    if (await db.transaction((tx) => storeSignUp(tx, services, given, compared, mailDelayMs))) return
  }
  throw new AppError('unavailable', {}, { retryAfterSeconds: 1 })
}

/**
 * Of sign-ups with different passwords at an unconfirmed email none counts: the last one may be a stranger's, and so may
 * the first. Its owner chooses a password by a mailed link. False if the hash compared is no longer the stored one.
 */
async function storeSignUp(
  tx: Tx,
  services: Services,
  given: SignUp,
  compared: string | null,
  mailDelayMs: number,
): Promise<boolean> {
  const { email, language } = given
  // An account that is just being deleted or gets another email frees this one.
  await lockAccountByEmail(tx, email)
  const created = await createAccount(tx, { ...given, role: 'parent' }, services.clock.now())
  const known = created ? null : await findAccountByEmail(tx, email)
  const replaced = known && (await findReplaceable(tx, services, known.id))
  if (replaced && replaced.password_hash !== compared) return false
  const id = created ?? (given.passwordHash === compared && replaced?.id)
  if (id) {
    if (replaced) await replaceSignUp(tx, services, id, given)
    await sendVerification(tx, services, { id, language }, { delayMs: mailDelayMs })
    await recordAudit(tx, { services, viewer: { actorId: id } }, 'auth.sign-up', 'accounts', id)
  } else if (!services.config.smtpUrl) {
    // Without a mail server the owner cannot be notified, so the response says it.
    throw new AppError('email-in-use').onField('email')
  } else if (known) {
    // Once the password is removed, further sign-ups change nothing but which link is valid.
    const isContested = replaced !== null && compared !== UNUSABLE_PASSWORD
    if (isContested) await removePassword(tx, services, replaced, given)
    const person = { ...known, language: (isContested ? null : known.language) ?? language }
    await notifyOwner(tx, services, person, mailDelayMs)
  }
  return true
}

async function findReplaceable(tx: Tx, { config }: Services, id: string): Promise<StoredAccount | null> {
  // Locked until commit, then read: of several concurrent sign-ups each sees the one before it.
  await execute(tx, sql`select from accounts where id = ${id} for update`)
  const mayReplace = await hasRow(
    tx,
    sql`select from accounts a where a.id = ${id} and ${isReplaceable(config)}`,
  )
  return mayReplace ? findAccount(tx, id) : null
}

/** Nor does the name count, unless both typed the same one, nor the language. */
const removePassword = (tx: Tx, services: Services, stored: StoredAccount, { email, full_name }: SignUp) =>
  replaceSignUp(tx, services, stored.id, {
    email,
    full_name: stored.full_name === full_name ? full_name : email,
    passwordHash: UNUSABLE_PASSWORD,
    language: null,
  })

async function notifyOwner(tx: Tx, services: Services, account: StoredAccount, mailDelayMs: number) {
  if (await hasNoPassword(tx, account.id)) return sendPasswordChoice(tx, services, account, mailDelayMs)
  if (mailDelayMs > 0) return
  const isChanged = !account.email_verified_at && account.email_set_by_staff_at !== null
  await (isChanged ? sendVerification : sendAccountExists)(tx, services, account)
}

export async function replaceSignUp(
  tx: Tx,
  { clock }: Services,
  id: string,
  { full_name, passwordHash, language }: SignUp,
) {
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
