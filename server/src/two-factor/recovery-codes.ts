import { randomInt } from 'node:crypto'
import {
  formatRecoveryCode,
  RECOVERY_ALPHABET,
  RECOVERY_CODES,
  RECOVERY_LENGTH,
  recoverySelector,
} from '@aftercare/domain/two-factor/two-factor'
import type { PasswordHasher } from '../auth/passwords'
import type { Tx } from '../db/client'
import { execute, sql } from '../db/sql'
import { insertInto } from '../db/write'
import type { Caller } from '../http/semaphore'

const newCode = () =>
  Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join(
    '',
  )

export type NewRecoveryCodes = { shown: string[]; stored: { selector: string; code_hash: string }[] }

/** Ten codes to show once, with their hashes. Expensive: hashed like passwords, before any row is locked. */
export async function createRecoveryCodes(
  passwords: PasswordHasher,
  caller: Caller,
): Promise<NewRecoveryCodes> {
  const bySelector = new Map<string, string>()
  while (bySelector.size < RECOVERY_CODES) {
    const code = newCode()
    bySelector.set(recoverySelector(code), code)
  }
  const codes = [...bySelector.values()]
  const stored = await Promise.all(
    codes.map(async (code) => ({
      selector: recoverySelector(code),
      code_hash: await passwords.hash(code, caller),
    })),
  )
  return { shown: codes.map(formatRecoveryCode), stored }
}

export async function replaceRecoveryCodes(
  tx: Tx,
  accountId: string,
  { stored }: NewRecoveryCodes,
  now: Date,
) {
  await execute(tx, sql`delete from recovery_codes where account_id = ${accountId}`)
  const rows = stored.map((code) => ({ ...code, account_id: accountId, created_at: now.toISOString() }))
  await execute(tx, insertInto('recovery_codes', rows))
}

/** The row lock makes sure that only one of several concurrent uses succeeds. */
export async function consumeRecoveryCode(
  tx: Tx,
  accountId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const updated = await execute(
    tx,
    sql`update recovery_codes set used_at = ${now.toISOString()}
      where account_id = ${accountId} and selector = ${recoverySelector(code)} and used_at is null`,
  )
  return updated === 1
}
