import { recordAudit } from '../audit/audit.queries'
import type { Tx } from '../db/client'
import { execute, json, maybeOne, sql } from '../db/sql'
import { AppError } from '../errors'
import type { Services } from '../http/context'
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
 * Stores a sign-up and tells the owner of the address by mail. Of several sign-ups with an address that nobody has
 * confirmed the last one wins and the links of the others are void: a stranger who came first must not find the door
 * open once the owner confirms. `mailWaitMs` delays the mail when the address has had several already.
 */
export async function storeSignUp(
  tx: Tx,
  services: Services,
  signUp: SignUp,
  mailWaitMs: number,
): Promise<void> {
  const { email, full_name } = signUp
  const created = await createAccount(tx, { ...signUp, role: 'parent' }, services.clock.now())
  const known = created ? null : await findAccountByEmail(tx, email)
  const id = created ?? (known && (await mayReplace(tx, services, known)) ? known.id : null)
  if (id) {
    if (!created) await replaceSignUp(tx, services, id, signUp)
    await sendVerification(tx, services, { id, email, full_name }, mailWaitMs)
    const entry = { action: 'auth.sign-up', table: 'accounts', rowId: id }
    await recordAudit(tx, services.clock, { provedId: id }, entry)
  } else if (!services.config.smtpUrl) {
    // No mail could tell the owner of the address, so whoever asks is told.
    const { message } = new AppError('email-in-use')
    throw new AppError('email-in-use', {}, { email: message })
  } else if (known && mailWaitMs === 0) {
    await sendAccountExists(tx, services, known)
  }
}

/**
 * Only what nobody has used: where no mail is sent, accounts work unconfirmed; an invited admin's is not a parent's to
 * take; and a family's rows belong to whoever entered them.
 */
async function mayReplace(tx: Tx, { config }: Services, known: StoredAccount): Promise<boolean> {
  if (!config.smtpUrl) return false
  // Locked until the end, and read again: of several sign-ups at once each sees the one before it.
  const row = await maybeOne<{ is_open: boolean }>(
    tx,
    sql`select a.email_verified_at is null and not exists (
        select from user_roles r where r.user_id = a.id and r.role <> 'parent') as is_open
      from accounts a where a.id = ${known.id} for update`,
  )
  return row?.is_open === true && !(await hasFamily(tx, known.id))
}

async function replaceSignUp(tx: Tx, { clock }: Services, id: string, signUp: SignUp) {
  const { email, full_name, passwordHash } = signUp
  const at = clock.now().toISOString()
  await storePassword(tx, id, passwordHash, clock.now())
  await removeTokensOf(tx, id)
  await execute(tx, sql`update accounts set metadata = ${json({ full_name })} where id = ${id}`)
  await execute(tx, sql`update profiles set full_name = ${full_name}, updated_at = ${at} where id = ${id}`)
  // A mail that still waits bears a link that is void by now.
  await execute(
    tx,
    sql`delete from outbox where to_email = ${email} and template = 'verification'
      and state = 'queued' and attempts = 0 and next_attempt_at > now()`,
  )
}
