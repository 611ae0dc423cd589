import { recoverySelector } from '@aftercare/domain/two-step'
import type { Sealer } from '../auth/sealed'
import type { Queryable, Tx } from '../db/client'
import { affected, firstRow, sql } from '../db/sql'
import type { RecoveryCodeRow, TwoStepRow } from '../db/tables'

const ownerOf = (accountId: string) => `two-step:${accountId}`

export const sealKey = (sealer: Sealer, accountId: string, key: string): string =>
  sealer.seal(key, ownerOf(accountId))

/** Null where the key at hand is not the one it was sealed with, as after a restore without it. */
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
  await firstRow(tx, sql`select from accounts where id = ${accountId} for no key update`)
  return firstRow<TwoStepRow>(tx, sql`select * from two_step where account_id = ${accountId} for update`)
}

/** Begins anew: what was being set up, or can no longer be opened, makes way. */
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

/** Whether the account has it, in a way that can be read. */
export async function hasTwoStep(db: Queryable, accountId: string): Promise<boolean> {
  const row = await firstRow(db, sql`select from two_step t where t.account_id = ${accountId} and ${isOn}`)
  return row !== null
}

/** Of a row `t`. */
export const isOn = sql`t.confirmed_at is not null and t.unreadable_at is null`

export const isRequired = sql`exists (select from settings where key = 'two_step_required' and value = 'true')`

export async function readRequired(db: Queryable): Promise<boolean> {
  const row = await firstRow<{ is_required: boolean }>(db, sql`select ${isRequired} as is_required`)
  return row?.is_required === true
}
