import { recoverySelector } from '@aftercare/domain/two-factor/two-factor'
import { lockAccount } from '../auth/lock-account'
import type { Sealer } from '../auth/sealed'
import type { Queryable, Tx } from '../db/client'
import { affected, firstRow, sql } from '../db/sql'
import type { RecoveryCodeRow, TwoStepRow } from '../db/tables'

const ownerOf = (accountId: string) => `two-step:${accountId}`

export const sealKey = (sealer: Sealer, accountId: string, key: string): string =>
  sealer.seal(key, ownerOf(accountId))

/** Null where it was sealed with another key, for another account, or altered. */
export const openKey = (sealer: Sealer, accountId: string, sealed: string): string | null =>
  sealer.open(sealed, ownerOf(accountId))

export type TwoStepState = Pick<TwoStepRow, 'sealed_key' | 'confirmed_at'> & { codes_left: number }

export const findTwoStep = (db: Queryable, accountId: string) =>
  firstRow<TwoStepState>(
    db,
    sql`select t.sealed_key, t.confirmed_at,
        (select count(*) from recovery_codes r where r.account_id = t.account_id and r.used_at is null) as codes_left
      from two_step t where t.account_id = ${accountId}`,
  )

/** The account's row first, as everything that ends sessions does: two of them then never wait for each other. */
export async function lockTwoStep(tx: Tx, accountId: string): Promise<TwoStepRow | null> {
  await lockAccount(tx, accountId)
  return firstRow<TwoStepRow>(tx, sql`select * from two_step where account_id = ${accountId} for update`)
}

/** Begins anew: what was being set up makes way. */
export async function storeNewKey(tx: Tx, accountId: string, sealedKey: string, now: Date) {
  const at = now.toISOString()
  await affected(tx, sql`delete from two_step where account_id = ${accountId}`)
  await affected(
    tx,
    sql`insert into two_step (account_id, sealed_key, created_at) values (${accountId}, ${sealedKey}, ${at})`,
  )
}

export const confirmKey = (tx: Tx, accountId: string, step: number, now: Date) =>
  affected(
    tx,
    sql`update two_step set confirmed_at = ${now.toISOString()}, used_steps = ${[step]}::int[]
      where account_id = ${accountId}`,
  )

/** Answers whether there was one that was on. */
export async function removeTwoStep(tx: Tx, accountId: string): Promise<boolean> {
  const stored = await lockTwoStep(tx, accountId)
  await affected(tx, sql`delete from two_step where account_id = ${accountId}`)
  await affected(tx, sql`delete from sign_in_steps where account_id = ${accountId}`)
  return stored?.confirmed_at != null
}

/** What a recovery code is compared with, and until when the step is locked. */
export const findRecoveryCode = (db: Queryable, accountId: string, code: string) =>
  firstRow<Pick<TwoStepRow, 'locked_until'> & { code_hash: RecoveryCodeRow['code_hash'] | null }>(
    db,
    sql`select t.locked_until, r.code_hash from two_step t
      left join recovery_codes r on r.account_id = t.account_id and r.selector = ${recoverySelector(code)}
        and r.used_at is null
      where t.account_id = ${accountId}`,
  )

/** Whether the account has it, also where its key cannot be decrypted. */
export async function hasTwoStep(db: Queryable, accountId: string): Promise<boolean> {
  const row = await firstRow(db, sql`select from two_step t where t.account_id = ${accountId} and ${isOn}`)
  return row !== null
}

/** Of a row `t`. */
export const isOn = sql`t.confirmed_at is not null`

export const isRequired = sql`exists (select from settings where key = 'two_step_required' and value = 'true')`

export async function readRequired(db: Queryable): Promise<boolean> {
  const row = await firstRow<{ is_required: boolean }>(db, sql`select ${isRequired} as is_required`)
  return row?.is_required === true
}
