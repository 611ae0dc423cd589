import { isEmail } from '@aftercare/domain/lib/field-lengths'
import { normaliseEmail } from '@aftercare/domain/submissions/guests'
import { findAccountByEmail } from '../auth/accounts.queries'
import { resetTwoFactor } from '../auth/admin-accounts.queries'
import { createEncryptor } from '../auth/encryption'
import { createAdminLink } from '../auth/first-admin'
import { readSecretsKey } from '../auth/secrets-key'
import { createClock } from '../clock'
import type { Config } from '../config'
import { openDatabase } from '../db/client'
import { assertMigrated, migrate } from '../db/migrate'
import { AppError } from '../errors'
import type { Services } from '../http/context'
import { OperatorError } from '../operator-error'
import { loadProgram } from '../program/program-details.queries'
import { describeReset, resetEncrypted } from '../secrets-key/secrets-key.queries'
import { formatAdminList } from './admin-list'

type Context = Pick<Services, 'config' | 'clock' | 'db'>

const ALL = '--all'

const USAGE = `Usage:
  npm run admin -- list                    list the admins
  npm run admin -- create EMAIL            make an admin
  npm run admin -- reset-two-step EMAIL    for an admin who lost both phone and recovery codes
  npm run admin -- reset-two-step --all    when the encryption key is lost for good`

/** Each returns the text to print. */
const ACTIONS: Record<string, (services: Context, email: string) => Promise<string>> = {
  async create(services, email) {
    const link = await createAdminLink(services, email)
    return `${email} is now an admin. Use this one-time link to set the password:\n\n  ${link}\n`
  },

  async 'reset-two-step'(services, email) {
    const account = await findAccountByEmail(services.db, email)
    if (!account) throw new OperatorError(`No account uses ${email}.`)
    await services.db
      .transaction((tx) => resetTwoFactor(tx, services, account.id, 'system'))
      .catch((error) => {
        if (error instanceof AppError) throw new OperatorError(`${email} has not set up two-step sign-in.`)
        throw error
      })
    return `Two-step sign-in is off for ${email}. They sign in with just the password until they set it up again, and get an email about it.`
  },
}

/** Listing must not migrate the database of a running, perhaps older, program. */
export const isReadOnly = ([name]: string[]) => name === 'list'

/** Returns the text to print. */
export async function runAdminCommand(
  config: Config,
  databaseUrl: string,
  migrations: string,
  args: string[],
): Promise<string> {
  const action = parseAction(args)
  await (isReadOnly(args) ? assertMigrated : migrate)(databaseUrl, migrations)
  const { db, close } = openDatabase(databaseUrl, () => {})
  try {
    await loadProgram(db, config)
    return await action({ config, clock: createClock(config.program, config.now), db })
  } finally {
    await close()
  }
}

async function resetAll(services: Context): Promise<string> {
  const encryptor = createEncryptor(readSecretsKey(services.config))
  return describeReset(await resetEncrypted({ ...services, encryptor }))
}

/** The requested action; throws the usage if there is none. */
function parseAction([name = '', argument]: string[]): (services: Context) => Promise<string> {
  if (name === 'list') return ({ db }) => formatAdminList(db)
  if (name === 'reset-two-step' && argument === ALL) return resetAll
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
  if (!action || !argument) throw new OperatorError(USAGE)
  if (!isEmail(argument)) throw new OperatorError(`"${argument}" is not an email address.`)
  return (services) => action(services, normaliseEmail(argument))
}
