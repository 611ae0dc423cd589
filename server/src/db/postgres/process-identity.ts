import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync } from 'node:fs'

/** The process runs, but the system does not show enough of it to tell it from another one. */
export const UNKNOWN = 'unknown'

/**
 * Tells one process from a later one that was given the same number: null when no such process runs,
 * otherwise a text that no other process shares, or UNKNOWN.
 */
export function processIdentity(pid: number, proc = '/proc'): string | null {
  if (!isAlive(pid)) return null
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`${proc}/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      // A zombie has ended; only its parent has not noticed yet.
      if (fields[0] === 'Z') return null
      const boot = readFileSync(`${proc}/sys/kernel/random/boot_id`, 'utf8').trim()
      return `${boot}/${fields[19]}`
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return isAlive(pid) ? UNKNOWN : null
  }
}

/** A postmaster's working folder is its data folder, which no process of another kind shares. */
export function isPostmasterOf(pid: number, clusterDir: string): boolean {
  if (processIdentity(pid) === null) return false
  try {
    if (process.platform === 'linux')
      return (workingFolder(pid) ?? dataFolderArgument(pid)) === realpathSync(clusterDir)
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(
      clusterDir,
    )
  } catch {
    return false
  }
}

/** Null where this process may not read it: root in a container may not, of a process of another user. */
function workingFolder(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}

/** What follows -D on the command line, which everybody may read. */
function dataFolderArgument(pid: number): string {
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
