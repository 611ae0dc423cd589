import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../../operator-error'
import { processIdentity, UNKNOWN } from './process-identity'

type Holder = { id: string; host: string; pid: number; identity: string }

const HEARTBEAT_MS = 2_000
const HEARTBEAT_TIMEOUT_MS = 8_000

const lockFile = (dataDir: string) => join(dataDir, 'aftercare.lock')

/**
 * Prevents two instances from using the same data directory. A holder on this host is identified by its process; one
 * elsewhere (another container on the same volume), or one whose process cannot be identified, by its heartbeat, the
 * file's mtime. A stale lock is taken over.
 */
export async function lockFolder(dataDir: string, proc = '/proc'): Promise<() => void> {
  const file = lockFile(dataDir)
  const own: Holder = {
    id: randomUUID(),
    host: hostname(),
    pid: process.pid,
    identity: processIdentity(process.pid, proc) ?? UNKNOWN,
  }
  while (!create(file, own)) {
    const holder = readHolder(file)
    if (holder !== null && (await isHeld(file, holder, proc))) {
      throw new OperatorError(
        `Another Aftercare (process ${holder.pid} on ${holder.host}) is already running with the data folder ${dataDir}: stop it first or set another DATA_DIR.`,
      )
    }
    removeStaleLock(file, holder)
  }
  const heartbeat = setInterval(() => touch(file), HEARTBEAT_MS)
  heartbeat.unref()
  return () => {
    clearInterval(heartbeat)
    if (readHolder(file)?.id === own.id) rmSync(file, { force: true })
  }
}

/** Whether another running instance holds the lock, without acquiring it. */
export async function isFolderLocked(dataDir: string): Promise<boolean> {
  const file = lockFile(dataDir)
  const holder = readHolder(file)
  return holder !== null && (await isHeld(file, holder))
}

/** Atomic: written to a temporary file and linked into place. */
function create(file: string, own: Holder): boolean {
  const temporary = `${file}.${own.id}`
  writeFileSync(temporary, JSON.stringify(own), { mode: 0o600 })
  try {
    linkSync(temporary, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** Of several processes that find a stale lock, one renames it; if that was a newer lock by mistake, it is restored. */
function removeStaleLock(file: string, stale: Holder | null): void {
  const temporary = `${file}.${randomUUID()}`
  try {
    renameSync(file, temporary)
    if (readHolder(temporary)?.id !== stale?.id) linkSync(temporary, file)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error
  } finally {
    rmSync(temporary, { force: true })
  }
}

async function isHeld(file: string, holder: Holder, proc = '/proc'): Promise<boolean> {
  if (holder.host === hostname()) {
    const identity = processIdentity(holder.pid, proc)
    if (identity === null) return false
    if (identity !== UNKNOWN && holder.identity !== UNKNOWN) return identity === holder.identity
  }
  return hasHeartbeat(file)
}

/** Watches for a change rather than comparing with the clock, which may have been adjusted. */
async function hasHeartbeat(file: string): Promise<boolean> {
  const seen = modifiedAt(file)
  const until = performance.now() + HEARTBEAT_TIMEOUT_MS
  while (performance.now() < until) {
    const now = modifiedAt(file)
    if (now !== seen) return now !== null
    await sleep(HEARTBEAT_MS / 4)
  }
  return false
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (error instanceof SyntaxError || code === 'ENOENT') return null
    throw error
  }
}

function modifiedAt(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null
}

function touch(file: string): void {
  try {
    const now = new Date()
    utimesSync(file, now, now)
  } catch {
    // If the lock file was removed, the next process to lock will notice.
  }
}
