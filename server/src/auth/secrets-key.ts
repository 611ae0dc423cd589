import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataDir } from '../db/postgres/location'
import { OperatorError, reasonOf } from '../operator-error'

export const SECRETS_KEY_FILE = 'secrets.key'
export const MIN_KEY_LENGTH = 32

type KeySource = { secretsKey?: string; dataDir: string }

/**
 * The encryption key: SECRETS_KEY, or a file in the data directory, created at first start. It is in no backup, so that
 * a stolen backup cannot be decrypted.
 */
export const readSecretsKey = (source: KeySource): string =>
  findSecretsKey(source) ?? createKey(source.dataDir)

/** Like `readSecretsKey`, but returns null instead of creating a key. */
export function findSecretsKey({ secretsKey, dataDir }: KeySource): string | null {
  if (secretsKey) return secretsKey
  const file = join(dataDir, SECRETS_KEY_FILE)
  const key = readKey(file)
  if (key === null || key.length >= MIN_KEY_LENGTH) return key
  throw new OperatorError(
    `${file} is damaged. Restore the original file. If it is lost, delete this one and run npm run admin -- reset-two-step --all to create a new key.`,
  )
}

function readKey(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new OperatorError(
      `The key ${file} cannot be read: ${reasonOf(error)}. Fix that, or set SECRETS_KEY.`,
    )
  }
}

/** Atomic: of two processes that start together, the first creates the key for both. */
function createKey(dataDir: string): string {
  makeDataDir(dataDir)
  const file = join(dataDir, SECRETS_KEY_FILE)
  const temporary = `${file}.${process.pid}`
  try {
    writeFileSync(temporary, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
    linkSync(temporary, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new OperatorError(
        `The key ${file} cannot be created: ${reasonOf(error)}. Fix that, or set SECRETS_KEY.`,
      )
    }
  } finally {
    rmSync(temporary, { force: true })
  }
  return readFileSync(file, 'utf8').trim()
}
