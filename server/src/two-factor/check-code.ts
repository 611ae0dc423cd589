import {
  afterWrongCode,
  lockedForMs,
  type ParsedCode,
  readCode,
} from '@aftercare/domain/two-factor/two-factor'
import type { Tx } from '../db/client'
import { execute, sql } from '../db/sql'
import type { TwoFactorRow } from '../db/tables'
import { AppError } from '../errors'
import type { Services } from '../http/context'
import type { Caller } from '../http/semaphore'
import { consumeRecoveryCode } from './recovery-codes'
import { acceptedStepsNow, matchingSteps } from './totp'
import { decryptKey, findRecoveryCode, lockTwoFactor } from './two-factor.queries'
import { notifyTwoFactorChange } from './two-factor-notifications'

type Context = Pick<Services, 'db' | 'clock' | 'encryptor' | 'config' | 'passwords'>

/** More than are accepted at any one time, so that no code can be replayed. */
const MAX_USED_STEPS = 12

const failuresOf = ({ wrong_codes, locked_until }: Pick<TwoFactorRow, 'wrong_codes' | 'locked_until'>) => ({
  wrong: wrong_codes,
  lockedUntil: locked_until,
})

/**
 * Verifies and consumes a code and runs `work` in the same transaction. A wrong code is counted there and rejected after
 * the commit, so that the count persists. Concurrent requests wait for the account's row lock: of any number of them at
 * most five wrong codes are checked.
 */
export async function withCode<T>(
  services: Context,
  accountId: string,
  text: string,
  work: (tx: Tx, kind: ParsedCode['kind']) => Promise<T>,
  caller: Caller,
): Promise<T> {
  const given = readCode(text)
  const isVerified =
    given.kind === 'recovery' && (await verifyRecoveryCode(services, accountId, given.code, caller))
  const outcome = await services.db.transaction(async (tx): Promise<{ result: T } | { error: AppError }> => {
    const now = services.clock.now()
    const stored = await lockTwoFactor(tx, accountId)
    if (!stored?.confirmed_at) throw new AppError('two-factor-off')
    const waitMs = lockedForMs(failuresOf(stored), now)
    if (waitMs > 0) return { error: lockedError(waitMs) }
    const isRight =
      given.kind === 'app'
        ? await consumeTotpStep(tx, services, stored, given.code)
        : isVerified && (await consumeRecoveryCode(tx, accountId, given.code, now))
    if (!isRight) return { error: await recordWrongCode(tx, services, stored, now) }
    await execute(
      tx,
      sql`update two_factor set wrong_codes = 0, locked_until = null where account_id = ${accountId}`,
    )
    return { result: await work(tx, given.kind) }
  })
  if ('error' in outcome) throw outcome.error
  return outcome.result
}

/** Before any row is locked, because hashing is slow and queued. */
async function verifyRecoveryCode(
  { db, clock, passwords }: Context,
  accountId: string,
  code: string,
  caller: Caller,
) {
  const found = await findRecoveryCode(db, accountId, code)
  const isLocked =
    found !== null && lockedForMs({ wrong: 0, lockedUntil: found.locked_until }, clock.now()) > 0
  return !isLocked && passwords.verify(found?.code_hash, code, caller)
}

/** If the TOTP secret cannot be decrypted, only a recovery code or a reset works. */
async function consumeTotpStep(
  tx: Tx,
  { clock, encryptor }: Context,
  stored: TwoFactorRow,
  code: string,
): Promise<boolean> {
  const key = decryptKey(encryptor, stored.account_id, stored.encrypted_key)
  if (!key) throw new AppError('two-factor-unreadable')
  const matching = matchingSteps(key, code, acceptedStepsNow(clock))
  const step = matching.find((each) => !stored.used_steps.includes(each))
  if (step === undefined) return false
  const used = [...stored.used_steps, step].slice(-MAX_USED_STEPS)
  await execute(
    tx,
    sql`update two_factor set used_steps = ${used}::int[] where account_id = ${stored.account_id}`,
  )
  return true
}

/** A lockout sends a notification: somebody else may have the password. */
async function recordWrongCode(
  tx: Tx,
  services: Context,
  stored: TwoFactorRow,
  now: Date,
): Promise<AppError> {
  const { wrong, lockedUntil } = afterWrongCode(failuresOf(stored), now)
  await execute(
    tx,
    sql`update two_factor set wrong_codes = ${wrong}, locked_until = ${lockedUntil}
      where account_id = ${stored.account_id}`,
  )
  if (!lockedUntil) return wrongCode()
  await notifyTwoFactorChange(tx, services, stored.account_id, 'locked', 'system')
  return lockedError(lockedForMs({ wrong, lockedUntil }, now))
}

export const wrongCode = (): AppError => new AppError('wrong-code').onField('code')

function lockedError(waitMs: number): AppError {
  const seconds = Math.ceil(waitMs / 1000)
  return new AppError('two-factor-locked', { wait: seconds }, { retryAfterSeconds: seconds })
}
