import { readFileSync } from 'node:fs'
import {
  type PasswordWeakness,
  passwordWeakness,
  WEAK_PASSWORD_ERRORS,
} from '@aftercare/domain/auth/weak-passwords'
import type { Tx } from '../db/client'
import { AppError } from '../errors'
import type { Services } from '../http/context'
import { findAccount } from './accounts.queries'
import { isStaff } from './admin-accounts.queries'

type Context = Pick<Services, 'config'>

/** A build has it in its folder. Where it is from: docs/dependencies.md. */
const LIST = new URL('./common-passwords.txt', import.meta.url)
let common: Set<string> | undefined

function isCommon(folded: string): boolean {
  common ??= new Set(readFileSync(LIST, 'utf8').toLowerCase().split('\n'))
  return folded !== '' && common.has(folded)
}

export const findWeakness = ({ config }: Context, password: string, email: string): PasswordWeakness | null =>
  passwordWeakness(password, { email, programName: config.program.name, isCommon })

/** Where an account gets a password: staff's must not be easy to guess. The account is locked, and so its role. */
export async function assertStrongIfStaff(tx: Tx, services: Context, accountId: string, password: string) {
  if (!(await isStaff(tx, accountId))) return
  const account = await findAccount(tx, accountId)
  const weakness = account && findWeakness(services, password, account.email)
  if (weakness) throw new AppError('invalid', {}, { password: WEAK_PASSWORD_ERRORS[weakness] })
}
