import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'

/**
 * Tells one process from a later one that was given the same number: null when no such process runs,
 * otherwise a text that no other process shares.
 */
export function processIdentity(pid: number): string | null {
  if (!isAlive(pid)) return null
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      // A zombie has ended; only its parent has not noticed yet.
      if (fields[0] === 'Z') return null
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
      return `${boot}/${fields[19]}`
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return isAlive(pid) ? 'unknown' : null
  }
}

/** A postmaster's working folder is its data folder, which no process of another kind shares. */
export function isPostmasterOf(pid: number, clusterDir: string): boolean {
  if (processIdentity(pid) === null) return false
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === clusterDir
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(
      clusterDir,
    )
  } catch {
    return false
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
