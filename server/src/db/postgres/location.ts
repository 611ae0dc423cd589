import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError, reasonOf } from '../../operator-error'
import { canTraverse, chooseOsUser, type OsUser } from './os-user'

export type Location = {
  /** PostgreSQL's own folder; made on the first start. */
  clusterDir: string
  /** Where a copy of the programs goes if one is needed. */
  copyRoot: string
  /** Who runs PostgreSQL; null for the user that runs everything else. */
  account: OsUser | null
  /** Where the choice of a folder outside DATA_DIR is written down. */
  pointer: string
}

/** A folder that root's substitute can always enter. Root owns it, so that nobody else can slip programs in. */
export const SHARED_ROOT = '/var/lib/aftercare'

/** Makes DATA_DIR and says at once if it cannot be used. */
export function makeDataDir(dataDir: string): string {
  try {
    // Root's substitute passes through root's folder to the database, but may not list it.
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
 * The database lies in DATA_DIR, except when root's substitute cannot go there (a checkout under a private
 * folder). That choice is written down, so that a later change of permissions never shows an empty database.
 */
export function locate(dataDir: string): Location {
  const pointer = join(dataDir, 'postgres.location')
  const inside = join(dataDir, 'postgres')
  const at = (clusterDir: string): Location => {
    const account = chooseOsUser(clusterDir)
    return { clusterDir, pointer, account, copyRoot: account === null ? dataDir : SHARED_ROOT }
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

function nameFor(dataDir: string): string {
  return createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
}
