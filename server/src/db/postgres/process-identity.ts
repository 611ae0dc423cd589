import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync } from 'node:fs'

/** The process is running, but cannot be told apart from another one with the same pid. */
export const UNKNOWN = 'unknown'

/**
 * Distinguishes a process from a later one with the same pid: null if no such process is running, otherwise a unique
 * string, or UNKNOWN.
 */
export function processIdentity(pid: number, proc = '/proc'): string | null {
  if (!isAlive(pid)) return null
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`${proc}/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      // A zombie has exited but has not been reaped.
      if (fields[0] === 'Z') return null
      const boot = readFileSync(`${proc}/sys/kernel/random/boot_id`, 'utf8').trim()
      return `${boot}/${fields[19]}`
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return isAlive(pid) ? UNKNOWN : null
  }
}

/** A postmaster's working directory is its data directory, which no other kind of process uses. */
export function isPostmasterOf(pid: number, clusterDir: string): boolean {
  if (processIdentity(pid) === null) return false
  try {
    if (process.platform === 'linux')
      return (workingDirectory(pid) ?? dataDirArgument(pid)) === realpathSync(clusterDir)
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(
      clusterDir,
    )
  } catch {
    return false
  }
}

/** Null if it may not be read: root in a container cannot read that of another user's process. */
function workingDirectory(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}

/** The -D argument of the command line, which everybody may read. */
function dataDirArgument(pid: number): string {
  const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  return realpathSync(args[args.indexOf('-D') + 1] ?? '')
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
