import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pluralize } from '@aftercare/domain/lib/pluralize'
import type pg from 'pg'
import { createEncryptor } from '../auth/encryption'
import { findSecretsKey, readSecretsKey } from '../auth/secrets-key'
import { readIdentities } from '../backup/backup-encryption'
import { mustReset } from '../backup/backup-key'
import { backupFolder } from '../backup/erased-list'
import { findLaterErasures, type LaterErasures } from '../backup/later-erasures'
import { restoreBackup } from '../backup/restore-backup'
import { createClock } from '../clock'
import type { Config } from '../config'
import { openDatabase, transactionOn } from '../db/client'
import { OperatorError } from '../operator-error'
import { describeErasedAgain, eraseAgain } from '../privacy/erase-again'
import { loadProgram } from '../program/program-details.queries'
import { describeReset, resetEncrypted } from '../secrets-key/secrets-key.queries'
import { MIGRATIONS } from '../server'
import { invocationCwd, runCommand } from './run'

const RESET = '--reset-two-step'

type Arguments = { file: string; identities: string[]; isResetAllowed: boolean }

async function readArguments(args: string[]): Promise<Arguments> {
  const { values, positionals } = parse(args)
  const [file, ...rest] = positionals
  if (!file || rest.length > 0) throw usage()
  const { identity } = values
  return {
    file: resolve(invocationCwd(), file),
    identities: identity ? await readIdentities(resolve(invocationCwd(), identity)) : [],
    isResetAllowed: values['reset-two-step'] ?? false,
  }
}

function parse(args: string[]) {
  try {
    const options = { identity: { type: 'string' }, 'reset-two-step': { type: 'boolean' } } as const
    return parseArgs({ args, options, allowPositionals: true })
  } catch {
    throw usage()
  }
}

const usage = () => new OperatorError(`Usage: npm run restore -- FILE [--identity KEYFILE] [${RESET}]`)

let request: Arguments
let later: LaterErasures
let needsReset = false

/** Changes nothing, and does not create a key either. */
async function check(args: string[], config: Config) {
  request = await readArguments(args)
  const { file, identities, isResetAllowed } = request
  later = await findLaterErasures(file, backupFolder(config), identities)
  const key = findSecretsKey(config)
  needsReset = await mustReset(file, key === null ? null : createEncryptor(key), isResetAllowed, identities)
}

await runCommand(
  async ({ config, databaseUrl, print }) => {
    const { file, identities, isResetAllowed } = request
    const lines: string[] = []
    const erase = async (client: pg.Client) => {
      const tx = transactionOn(client)
      await loadProgram(tx, config)
      const clock = createClock(config.program, config.now)
      lines.push(...describeErasedAgain(await eraseAgain(tx, later.lists, { config, clock })))
    }
    const restored = await restoreBackup(databaseUrl, file, MIGRATIONS, identities, erase)
    const { header, footer, unsentMails } = restored
    const rows = footer.tables.reduce((sum, table) => sum + table.rows, 0)
    print(`Restored ${rows} rows of ${footer.tables.length} tables from the backup of ${header.created_at}`)
    if (unsentMails > 0) {
      print(`Marked ${pluralize(unsentMails, 'queued email')} as failed, so that none is sent twice.`)
    }
    for (const line of [...lines, ...later.notes]) print(line)
    if (needsReset) print(await reset(config, databaseUrl))
    else if (isResetAllowed)
      print(
        `${RESET} was not needed: nothing in the backup was encrypted with another key. Two-step sign-in is unchanged.`,
      )
  },
  { exclusive: true, check },
)

/** If interrupted before this, the server fails to start and says what to do. */
async function reset(config: Config, databaseUrl: string): Promise<string> {
  const { db, close } = openDatabase(databaseUrl, () => {})
  try {
    await loadProgram(db, config)
    const clock = createClock(config.program, config.now)
    const encryptor = createEncryptor(readSecretsKey(config))
    return describeReset(await resetEncrypted({ config, clock, db, encryptor }))
  } finally {
    await close()
  }
}
