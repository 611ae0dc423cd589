import { execFileSync, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { OperatorError } from '../../operator-error'

export type OsUser = { name: string; uid: number; gid: number }

const CANDIDATES = ['postgres', 'nobody']

/**
 * PostgreSQL refuses to run as root, so root runs it as another user: the owner of an existing database, else
 * `postgres`, else `nobody`. Everyone else runs it as themselves (null).
 */
export function chooseOsUser(clusterDir: string | null): OsUser | null {
  if (process.getuid?.() !== 0) return null
  const owner = clusterDir === null ? null : ownerOf(clusterDir)
  if (owner !== null && owner.uid !== 0) return { name: nameOf(owner.uid), ...owner }
  for (const name of CANDIDATES) {
    const osUser = findOsUser(name)
    if (osUser !== null) return osUser
  }
  throw new OperatorError(
    'PostgreSQL does not run as root, and neither the user "postgres" nor "nobody" exists. Start Aftercare as a regular user.',
  )
}

export function canTraverse(folder: string, osUser: OsUser | null): boolean {
  const probe = spawnSync('/bin/sh', ['-c', '[ -x "$1" ]', 'sh', folder], {
    cwd: '/',
    stdio: 'ignore',
    ...runAs(osUser),
  })
  return probe.status === 0
}

/** Options for `spawn`. */
export function runAs(osUser: OsUser | null): { uid?: number; gid?: number } {
  return osUser === null ? {} : { uid: osUser.uid, gid: osUser.gid }
}

function findOsUser(name: string): OsUser | null {
  const uid = idOf('-u', name)
  const gid = idOf('-g', name)
  return uid === null || gid === null || uid === 0 ? null : { name, uid, gid }
}

function nameOf(uid: number): string {
  const result = spawnSync('id', ['-un', String(uid)], { encoding: 'utf8' })
  return result.status === 0 ? result.stdout.trim() : `user ${uid}`
}

function idOf(flag: '-u' | '-g', name: string): number | null {
  try {
    const id = Number(
      execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    )
    return Number.isInteger(id) ? id : null
  } catch {
    return null
  }
}

function ownerOf(path: string): { uid: number; gid: number } | null {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat === undefined ? null : { uid: stat.uid, gid: stat.gid }
}
