import { pluralize } from '@aftercare/domain/lib/pluralize'
import { findAccount } from '../auth/accounts.queries'
import { acquireAdvisoryLock } from '../db/advisory-lock'
import type { Queryable, Tx } from '../db/client'
import { findSetting, saveSetting } from '../db/settings'
import { execute, identifier, maybeOne, rows, sql } from '../db/sql'
import type { Services } from '../http/context'
import { OperatorError } from '../operator-error'
import { removeTwoFactor } from '../two-factor/two-factor.queries'
import { notifyTwoFactorChange } from '../two-factor/two-factor-notifications'
import {
  canDecrypt,
  describeUndecryptable,
  ENCRYPTED_COLUMNS,
  type EncryptedValue,
  isRightKey,
} from './key-use'

type Context = Pick<Services, 'config' | 'clock' | 'db' | 'encryptor'>

const FINGERPRINT = 'secrets_key_fingerprint'

const RESET_COMMAND = 'npm run admin -- reset-two-step --all'

/**
 * Runs at startup: the first instance stores the fingerprint of its key, and an instance with a different key fails to
 * start. It could not check two-factor codes, and would encrypt what the others cannot decrypt.
 */
export async function claimSecretsKey(
  services: Pick<Services, 'db' | 'clock' | 'log' | 'encryptor'>,
): Promise<void> {
  const { db, log, encryptor } = services
  await db.transaction(async (tx) => {
    // Of several instances starting together, one stores it and the others compare theirs with it.
    await acquireAdvisoryLock(tx, 'secrets-key')
    const fingerprint = await findSetting(tx, FINGERPRINT)
    if (fingerprint === encryptor.fingerprint) return
    const encrypted = fingerprint === undefined ? await listEncrypted(tx) : []
    const counts = encrypted.length > 0 ? ` With it ${describeUndecryptable(encryptor, encrypted)}.` : ''
    if (!isRightKey(encryptor, { fingerprint, encrypted })) {
      throw new OperatorError(
        `The key in SECRETS_KEY, or else in DATA_DIR/secrets.key, is not the one this database was used with, so no two-step sign-in code could be checked.${counts} Set SECRETS_KEY to the right key, the same for all instances, or replace secrets.key with the right one. If that key is lost for good, ${RESET_COMMAND} switches to the current key: two-step sign-in is then off for all staff until they set it up again.`,
      )
    }
    await storeFingerprint(tx, services)
    if (encrypted.some((value) => !canDecrypt(encryptor, value)))
      log.warn(`The current key is now in use because it decrypts a stored value.${counts}`)
  })
}

const storeFingerprint = (tx: Tx, { clock, encryptor }: Pick<Services, 'clock' | 'encryptor'>) =>
  saveSetting(tx, FINGERPRINT, encryptor.fingerprint, clock.now().toISOString())

async function listEncrypted(db: Queryable): Promise<EncryptedValue[]> {
  const found = await Promise.all(
    ENCRYPTED_COLUMNS.map(async (of) => {
      const [table, id, column] = [identifier(of.table), identifier(of.id), identifier(of.column)]
      const isConfirmed = of.confirmed ? sql`${identifier(of.confirmed)} is not null` : sql`false`
      const stored = await rows<Omit<EncryptedValue, 'of'>>(
        db,
        sql`select ${id} as id, ${column} as text, ${isConfirmed} as "isConfirmed"
          from ${table} where ${column} is not null`,
      )
      return stored.map((row) => ({ ...row, of }))
    }),
  )
  return found.flat()
}

export type Reset = { twoFactor: number; feeds: number }

/** The message printed for the operator. */
export const describeReset = ({ twoFactor, feeds }: Reset): string =>
  twoFactor + feeds === 0
    ? 'The current key is now in use. Nothing had been encrypted with another one.'
    : `The current key is now in use. Two-step sign-in was turned off for ${pluralize(twoFactor, 'account')}: the password alone signs in until it is set up again, and an email says so. ${pluralize(feeds, 'calendar link')} cannot be shown again; the calendars keep working.`

/**
 * Abandons what another key encrypted and switches to the current key. Removes everybody's two-factor sign-in and notifies
 * them by email. Calendar feeds are looked up by a hash and keep working; only their URLs cannot be shown again.
 */
export async function resetEncrypted(services: Context): Promise<Reset> {
  const { db, encryptor } = services
  return db.transaction(async (tx) => {
    await acquireAdvisoryLock(tx, 'secrets-key')
    if ((await findSetting(tx, FINGERPRINT)) !== encryptor.fingerprint) await assertNotRunning(tx)
    const accounts = await rows<{ account_id: string }>(
      tx,
      sql`select account_id from two_factor order by account_id`,
    )
    let twoFactor = 0
    for (const { account_id } of accounts) {
      const wasOn = await removeTwoFactor(tx, account_id)
      if (!wasOn || !(await findAccount(tx, account_id))) continue
      await notifyTwoFactorChange(tx, services, account_id, 'reset', 'system')
      twoFactor += 1
    }
    const undecryptable = (await listEncrypted(tx)).filter((value) => !canDecrypt(encryptor, value))
    const feeds = await execute(
      tx,
      sql`update calendar_feeds set encrypted_secret = null where parent_id = any(${undecryptable.map(({ id }) => id)}::uuid[])`,
    )
    await storeFingerprint(tx, services)
    return { twoFactor, feeds }
  })
}

/** A running instance has the old key in memory and would keep encrypting with it. */
async function assertNotRunning(tx: Tx): Promise<void> {
  const listening = await maybeOne(
    tx,
    sql`select from pg_stat_activity where datname = current_database() and application_name = 'aftercare-live'`,
  )
  if (listening)
    throw new OperatorError('Aftercare is running on this database with another key. Stop it first.')
}
