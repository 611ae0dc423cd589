import { recoverySelector } from '@aftercare/domain/two-factor/two-factor'
import type { Encryptor } from '../auth/encryption'
import { lockAccount } from '../auth/lock-account'
import type { Queryable, Tx } from '../db/client'
import { execute, hasRow, maybeOne, sql } from '../db/sql'
import type { RecoveryCodeRow, TwoFactorRow } from '../db/tables'

/** Part of every stored ciphertext: with another text, stored keys could not be decrypted. */
const associatedDataOf = (accountId: string) => `two-step:${accountId}`

export const encryptKey = (encryptor: Encryptor, accountId: string, key: string): string =>
  encryptor.encrypt(key, associatedDataOf(accountId))

/** Null if encrypted with another key or for another account, or if altered. */
export const decryptKey = (encryptor: Encryptor, accountId: string, encrypted: string): string | null =>
  encryptor.decrypt(encrypted, associatedDataOf(accountId))

export type TwoFactorState = Pick<TwoFactorRow, 'encrypted_key' | 'confirmed_at'> & { codes_left: number }

export const findTwoFactor = (db: Queryable, accountId: string) =>
  maybeOne<TwoFactorState>(
    db,
    sql`select t.encrypted_key, t.confirmed_at,
        (select count(*) from recovery_codes r where r.account_id = t.account_id and r.used_at is null) as codes_left
      from two_factor t where t.account_id = ${accountId}`,
  )

/** Locks the account first, as everything that ends sessions does, to avoid deadlocks. */
export async function lockTwoFactor(tx: Tx, accountId: string): Promise<TwoFactorRow | null> {
  await lockAccount(tx, accountId)
  return maybeOne<TwoFactorRow>(tx, sql`select * from two_factor where account_id = ${accountId} for update`)
}

/** Replaces an unfinished setup. */
export async function storeNewKey(tx: Tx, accountId: string, encryptedKey: string, now: Date) {
  const at = now.toISOString()
  await execute(tx, sql`delete from two_factor where account_id = ${accountId}`)
  await execute(
    tx,
    sql`insert into two_factor (account_id, encrypted_key, created_at) values (${accountId}, ${encryptedKey}, ${at})`,
  )
}

export const confirmKey = (tx: Tx, accountId: string, step: number, now: Date) =>
  execute(
    tx,
    sql`update two_factor set confirmed_at = ${now.toISOString()}, used_steps = ${[step]}::int[]
      where account_id = ${accountId}`,
  )

/** Returns whether it was on. */
export async function removeTwoFactor(tx: Tx, accountId: string): Promise<boolean> {
  const stored = await lockTwoFactor(tx, accountId)
  await execute(tx, sql`delete from two_factor where account_id = ${accountId}`)
  await execute(tx, sql`delete from two_factor_challenges where account_id = ${accountId}`)
  return stored?.confirmed_at != null
}

/** The hash to verify a recovery code with, and until when two-factor sign-in is locked. */
export const findRecoveryCode = (db: Queryable, accountId: string, code: string) =>
  maybeOne<Pick<TwoFactorRow, 'locked_until'> & { code_hash: RecoveryCodeRow['code_hash'] | null }>(
    db,
    sql`select t.locked_until, r.code_hash from two_factor t
      left join recovery_codes r on r.account_id = t.account_id and r.selector = ${recoverySelector(code)}
        and r.used_at is null
      where t.account_id = ${accountId}`,
  )

/** Condition on the alias `t`. */
export const isOn = sql`t.confirmed_at is not null`

export const isRequired = sql`exists (select from settings where key = 'two_factor_required' and value = 'true')`

export const readRequired = (db: Queryable): Promise<boolean> => hasRow(db, sql`select where ${isRequired}`)
