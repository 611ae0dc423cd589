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
import { formatWait } from '../http/rate-limiter'
import type { Caller } from '../http/semaphore'
import { consumeRecoveryCode } from './recovery-codes'
import { stepsNow, stepsWithCode } from './totp'
import { decryptKey, findRecoveryCode, lockTwoFactor } from './two-factor.queries'
import { notifyTwoFactorChange } from './two-factor-notifications'

type Context = Pick<Services, 'db' | 'clock' | 'encryptor' | 'config' | 'passwords'>

/** More than are taken at any one time, so that none of them is taken twice. */
const STEPS_KEPT = 12

const countOf = ({ wrong_codes, locked_until }: Pick<TwoFactorRow, 'wrong_codes' | 'locked_until'>) => ({
  wrong: wrong_codes,
  lockedUntil: locked_until,
})

/**
 * Uses a code up and does, in the same transaction, what it was given for. A wrong one is counted there and refused
 * afterwards, so that the count stays. Requests at the same moment queue at the account's row: of any number of them
 * five wrong ones are looked at.
 */
export async function withCode<T>(
  services: Context,
  accountId: string,
  text: string,
  then: (tx: Tx, kind: ParsedCode['kind']) => Promise<T>,
  caller: Caller,
): Promise<T> {
  const given = readCode(text)
  const isProven = given.kind === 'recovery' && (await proveRecovery(services, accountId, given.code, caller))
  const outcome = await services.db.transaction(
    async (tx): Promise<{ answer: T } | { refusal: AppError }> => {
      const now = services.clock.now()
      const stored = await lockTwoFactor(tx, accountId)
      if (!stored?.confirmed_at) throw new AppError('two-factor-off')
      const waitMs = lockedForMs(countOf(stored), now)
      if (waitMs > 0) return { refusal: locked(waitMs) }
      const isRight =
        given.kind === 'app'
          ? await takeStep(tx, services, stored, given.code)
          : isProven && (await consumeRecoveryCode(tx, accountId, given.code, now))
      if (!isRight) return { refusal: await countWrong(tx, services, stored, now) }
      await execute(
        tx,
        sql`update two_factor set wrong_codes = 0, locked_until = null where account_id = ${accountId}`,
      )
      return { answer: await then(tx, given.kind) }
    },
  )
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.answer
}

/** Before any row is locked: hashing takes its time, and its turn. */
async function proveRecovery(
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

/** Where the key cannot be decrypted no code of the app is right: a recovery code or a reset is the only way in. */
async function takeStep(
  tx: Tx,
  { clock, encryptor }: Context,
  stored: TwoFactorRow,
  code: string,
): Promise<boolean> {
  const key = decryptKey(encryptor, stored.account_id, stored.encrypted_key)
  if (!key) throw new AppError('two-factor-unreadable')
  const matching = stepsWithCode(key, code, stepsNow(clock))
  const step = matching.find((each) => !stored.used_steps.includes(each))
  if (step === undefined) return false
  const used = [...stored.used_steps, step].slice(-STEPS_KEPT)
  await execute(
    tx,
    sql`update two_factor set used_steps = ${used}::int[] where account_id = ${stored.account_id}`,
  )
  return true
}

/** Whoever is locked out is told: it may be somebody else who has the password. */
async function countWrong(tx: Tx, services: Context, stored: TwoFactorRow, now: Date): Promise<AppError> {
  const { wrong, lockedUntil } = afterWrongCode(countOf(stored), now)
  await execute(
    tx,
    sql`update two_factor set wrong_codes = ${wrong}, locked_until = ${lockedUntil}
      where account_id = ${stored.account_id}`,
  )
  if (!lockedUntil) return wrongCode()
  await notifyTwoFactorChange(tx, services, stored.account_id, 'locked', 'system')
  return locked(lockedForMs({ wrong, lockedUntil }, now))
}

export function wrongCode(): AppError {
  const refusal = new AppError('wrong-code')
  return new AppError('wrong-code', {}, { code: refusal.message })
}

function locked(waitMs: number): AppError {
  const seconds = Math.ceil(waitMs / 1000)
  return new AppError('two-factor-locked', { wait: formatWait(seconds) }, undefined, seconds)
}
