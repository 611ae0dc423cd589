import { readFileSync } from 'node:fs'
import {
  type PasswordWeakness,
  passwordWeakness,
  WEAK_PASSWORD_ERRORS,
} from '@aftercare/domain/auth/weak-passwords'
import type { Tx } from '../db/client'
import { hasRow, sql } from '../db/sql'
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

/**
 * At sign-in. A parent who was made staff still has the password of a family, which nobody checked: what staff set is
 * checked.
 */
export const isTooCommonForStaff = async (
  tx: Tx,
  services: Context,
  account: { id: string; email: string },
  password: string,
) =>
  findWeakness(services, password, account.email) === 'common' &&
  !isFromEnvironment(services, account.email, password) &&
  (await isStaff(tx, account.id)) &&
  (await hasRow(tx, sql`select from user_roles where user_id = ${account.id} and role = 'parent'`))

/** The operator's own choice, which the log warns of. */
const isFromEnvironment = ({ config }: Context, email: string, password: string): boolean =>
  email === config.adminEmail && password === config.adminPassword

/** Where an account gets a password: staff's must not be easy to guess. The account is locked, and so its role. */
export async function assertStrongIfStaff(tx: Tx, services: Context, accountId: string, password: string) {
  if (!(await isStaff(tx, accountId))) return
  const account = await findAccount(tx, accountId)
  const weakness = account && findWeakness(services, password, account.email)
  if (weakness) throw new AppError('invalid', {}, { fields: { password: WEAK_PASSWORD_ERRORS[weakness] } })
}
