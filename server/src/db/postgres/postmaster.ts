import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../../operator-error'
import type { Binaries } from './binaries'
import { CLEAN_ENVIRONMENT } from './cluster'
import { postgresMessage } from './messages'
import { type OsUser, runAs } from './os-user'
import { isPostmasterOf } from './process-identity'

export type Launch = {
  binaries: Binaries
  osUser: OsUser | null
  clusterDir: string
  settings: Record<string, string | number>
  onOutput: (line: string) => void
}

const POLL_INTERVAL_MS = 20
const FAST_SHUTDOWN_TIMEOUT_MS = 3_000
const MAX_ATTEMPTS = 8

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 100,
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The app reports failed statements itself; log only what concerns the server.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

/** Starts the server on a free port, or on `port` if clients already use it. */
export async function launch(options: Launch, port?: number): Promise<{ child: ChildProcess; port: number }> {
  for (let attempt = 1; ; attempt++) {
    const chosen = port ?? (await findFreePort())
    const result = await tryLaunch(options, chosen)
    if ('child' in result) return { child: result.child, port: chosen }
    // The port was taken in between, or processes of a killed server are still running.
    const isTransient = /Address already in use|could not create any TCP\/IP|shared memory block/.test(
      result.output,
    )
    if (!isTransient || attempt === MAX_ATTEMPTS) {
      throw new OperatorError(
        `PostgreSQL could not start in ${options.clusterDir}: ${postgresMessage(result.output)}.`,
      )
    }
    await sleep(attempt * 100)
  }
}

async function tryLaunch(
  options: Launch,
  port: number,
): Promise<{ child: ChildProcess } | { output: string }> {
  const settings = { ...SETTINGS, port, ...options.settings }
  const args = [
    '-D',
    options.clusterDir,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const child = spawn(options.binaries.postgres, args, {
    cwd: options.clusterDir,
    env: CLEAN_ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Its own process group, so that Ctrl-C reaches only us: on shutdown we stop it after the last request.
    detached: true,
    ...runAs(options.osUser),
  })
  let output = ''
  let started = false
  let failure: Error | null = null
  child.once('error', (error) => {
    failure = error
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (!started) output += text
    for (const line of text.split('\n')) if (line.trim() !== '') options.onOutput(line.trim())
  })
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  while (child.exitCode === null && child.signalCode === null && failure === null) {
    if (readStatus(options.clusterDir, child.pid) === 'ready') {
      started = true
      return { child }
    }
    await sleep(POLL_INTERVAL_MS)
  }
  if (failure === null) await closed
  return { output: failure === null ? output : String(failure) }
}

/** Stops a server that an earlier, killed run left behind in this directory, and no other. */
export async function stopOrphan(clusterDir: string): Promise<boolean> {
  const pid = readPidFile(clusterDir)?.pid ?? null
  if (pid === null) return false
  if (!isPostmasterOf(pid, clusterDir)) {
    // After a crash the pid may belong to another process, which would keep PostgreSQL from starting.
    rmSync(join(clusterDir, 'postmaster.pid'), { force: true })
    return false
  }
  await stopProcess(pid, () => isPostmasterOf(pid, clusterDir))
  return true
}

export async function stopChild(child: ChildProcess): Promise<void> {
  const { pid } = child
  if (pid === undefined) return
  await stopProcess(pid, () => child.exitCode === null && child.signalCode === null)
}

/** The port of a server running in this directory. */
export function findRunningPort(clusterDir: string): number | null {
  const file = readPidFile(clusterDir)
  return file !== null && isPostmasterOf(file.pid, clusterDir) ? file.port : null
}

/** SIGINT is a fast shutdown; SIGQUIT an immediate one, which only means a recovery at the next start. */
async function stopProcess(pid: number, isRunning: () => boolean): Promise<void> {
  const startedAt = Date.now()
  let forced = false
  if (isRunning()) process.kill(pid, 'SIGINT')
  while (isRunning()) {
    if (!forced && Date.now() - startedAt > FAST_SHUTDOWN_TIMEOUT_MS) {
      forced = true
      process.kill(pid, 'SIGQUIT')
    }
    await sleep(POLL_INTERVAL_MS)
  }
}

function readStatus(clusterDir: string, pid: number | undefined): string | null {
  const file = readPidFile(clusterDir)
  return file !== null && file.pid === pid ? file.status : null
}

function readPidFile(clusterDir: string): { pid: number; port: number; status: string } | null {
  try {
    const lines = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() ?? '' }
  } catch {
    return null
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
