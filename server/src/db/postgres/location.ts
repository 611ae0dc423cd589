import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError, reasonOf } from '../../operator-error'
import { canTraverse, chooseOsUser, type OsUser } from './os-user'

export type Location = {
  /** PostgreSQL's data directory; created at first start. */
  clusterDir: string
  /** Where the binaries are copied to if needed. */
  copyRoot: string
  /** The user that runs PostgreSQL; null for the current one. */
  osUser: OsUser | null
  /** A file that records a cluster directory outside DATA_DIR. */
  pointer: string
}

/** Accessible to the user that root runs PostgreSQL as. Owned by root, so that nobody else can plant binaries. */
export const SHARED_ROOT = '/var/lib/aftercare'

/** Creates DATA_DIR and checks that it is writable. */
export function makeDataDir(dataDir: string): string {
  try {
    // The user that root runs PostgreSQL as needs to traverse the directory, but not to list it.
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
    const probe = join(dataDir, `.probe-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
    return realpathSync(dataDir)
  } catch (error) {
    throw new OperatorError(`The data folder ${dataDir} cannot be written to: ${reasonOf(error)}.`)
  }
}

/**
 * The database is in DATA_DIR, unless the user that root runs PostgreSQL as cannot access it (e.g. a checkout in a private
 * home directory). That choice is recorded, so that a later change of permissions never shows an empty database.
 */
export function locate(dataDir: string): Location {
  const pointer = join(dataDir, 'postgres.location')
  const inside = join(dataDir, 'postgres')
  const at = (clusterDir: string): Location => {
    const osUser = chooseOsUser(clusterDir)
    return { clusterDir, pointer, osUser, copyRoot: osUser === null ? dataDir : SHARED_ROOT }
  }
  if (existsSync(inside)) return at(inside)
  if (!existsSync(pointer)) {
    return at(
      canTraverse(dataDir, chooseOsUser(null)) ? inside : join(SHARED_ROOT, nameFor(dataDir), 'postgres'),
    )
  }
  const recorded = readFileSync(pointer, 'utf8').trim()
  if (existsSync(recorded)) return at(recorded)
  throw new OperatorError(
    `The database folder ${recorded}, named in ${pointer}, is missing. Put it back, or delete ${pointer} to start with an empty database.`,
  )
}

export function assertClusterExists(dataDir: string): void {
  if (existsSync(dataDir) && existsSync(locate(realpathSync(dataDir)).clusterDir)) return
  throw new OperatorError(
    `There is no database in the data folder ${dataDir}. Set DATA_DIR to the folder of the program, or start it once, which creates one.`,
  )
}

function nameFor(dataDir: string): string {
  return createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
}
