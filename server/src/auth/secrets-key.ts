import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataDir } from '../db/postgres/location'
import { OperatorError, reasonOf } from '../operator-error'

export const SECRETS_KEY_FILE = 'secrets.key'
export const MIN_KEY_LENGTH = 32

type Place = { secretsKey?: string; dataDir: string }

/**
 * The key of sealed secrets: SECRETS_KEY, or a file in the data folder that the first start makes. It stands in no
 * backup, so that a stolen one opens nothing.
 */
export const readSecretsKey = (place: Place): string => findSecretsKey(place) ?? makeKey(place.dataDir)

/** The same without making one: null where there is none yet. */
export function findSecretsKey({ secretsKey, dataDir }: Place): string | null {
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

/** Whole or not at all, and the first of two processes that start together makes it for both. */
function makeKey(dataDir: string): string {
  makeDataDir(dataDir)
  const file = join(dataDir, SECRETS_KEY_FILE)
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new OperatorError(
        `The key ${file} cannot be created: ${reasonOf(error)}. Fix that, or set SECRETS_KEY.`,
      )
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8').trim()
}
