import type { ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../../operator-error'
import { summarizeError } from '../../serialize-error'
import { prepareBinaries } from './binaries'
import { ensureCluster, readPassword } from './cluster'
import { ensureDatabase, readOnlyUrlOf } from './database-owner'
import { assertClusterExists, locate, makeDataDir } from './location'
import { isFolderLocked, lockFolder } from './lock'
import { findRunningPort, type Launch, launch, stopChild, stopOrphan } from './postmaster'

export type PostgresLog = {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

export type RunningPostgres = {
  url: string
  stop(): Promise<void>
}

const MAX_RESTART_DELAY_MS = 30_000

/** Exponential backoff: no delay after a single exit, and never gives up, as a full disk may be cleared. */
export function restartDelayMs(recentExits: number): number {
  if (recentExits <= 1) return 0
  return Math.min(MAX_RESTART_DELAY_MS, 250 * 2 ** (recentExits - 2))
}

/** Runs the bundled PostgreSQL in the data directory for as long as this process lives. */
export async function startPostgres(options: {
  dataDir: string
  log: PostgresLog
  readOnly?: boolean
}): Promise<RunningPostgres> {
  const { log } = options
  const dataDir = makeDataDir(resolve(options.dataDir))
  const unlock = await lockFolder(dataDir)
  try {
    const location = locate(dataDir)
    const { clusterDir, osUser } = location
    const binaries = prepareBinaries(osUser, location.copyRoot)
    if (await ensureCluster(binaries, location)) {
      log.info(`Created an empty database in ${clusterDir}`)
    } else if (await stopOrphan(clusterDir)) {
      log.warn('Stopped an orphaned PostgreSQL from an earlier run; starting a new one')
    }
    if (!clusterDir.startsWith(dataDir)) writeFileSync(location.pointer, `${clusterDir}\n`)
    if (osUser !== null)
      log.info(`PostgreSQL runs as ${osUser.name} because it refuses to run as root; its data: ${clusterDir}`)

    const onOutput = (line: string) => {
      if (/ (FATAL|PANIC|ERROR): /.test(line) && !/administrator command/.test(line))
        log.error(`PostgreSQL: ${line}`)
    }
    const server = await supervise({ binaries, osUser, clusterDir, settings: {}, onOutput }, log)
    const url = await urlFor(server.port, clusterDir, options).catch(async (error) => {
      await server.stop()
      throw error
    })
    return {
      url,
      stop: async () => {
        await server.stop()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * For commands: the database of the running instance if there is one, else one started for the duration of the command.
 * A command that only reads creates none.
 */
export async function findOrStartPostgres(options: {
  dataDir: string
  log: PostgresLog
  readOnly: boolean
}): Promise<RunningPostgres> {
  if (options.readOnly) assertClusterExists(resolve(options.dataDir))
  const dataDir = makeDataDir(resolve(options.dataDir))
  if (!(await isFolderLocked(dataDir))) return startPostgres(options)
  const { clusterDir } = locate(dataDir)
  const port = findRunningPort(clusterDir)
  if (port === null) {
    throw new OperatorError(
      `Aftercare is just starting or stopping with the data folder ${dataDir}: try again in a moment.`,
    )
  }
  return { url: await urlFor(port, clusterDir, options), stop: async () => {} }
}

async function urlFor(port: number, clusterDir: string, { readOnly = false }: { readOnly?: boolean }) {
  const password = readPassword(clusterDir)
  return readOnly ? readOnlyUrlOf(port, password) : ensureDatabase(port, password)
}

/** Keeps the server running: if it exits unexpectedly, it is restarted on the same port, which clients already use. */
export async function supervise(options: Launch, log: PostgresLog) {
  const first = await launch(options)
  const { port } = first
  let child = first.child
  const stopping = new AbortController()
  let restarting: Promise<void> = Promise.resolve()
  let exits: number[] = []

  const watch = (watched: ChildProcess) => {
    watched.once('exit', (code, signal) => {
      if (stopping.signal.aborted) return
      log.error(`PostgreSQL exited unexpectedly (${signal ?? `code ${code}`}); restarting`)
      restarting = restart()
    })
  }
  const restart = async () => {
    while (!stopping.signal.aborted) {
      exits = [...exits.filter((time) => Date.now() - time < 120_000), Date.now()]
      const delayMs = restartDelayMs(exits.length)
      if (delayMs > 1_000) log.error(`PostgreSQL keeps exiting: next restart in ${delayMs / 1_000} s`)
      await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      try {
        child = (await launch(options, port)).child
        return watch(child)
      } catch (error) {
        log.error(error instanceof OperatorError ? error.message : summarizeError(error))
      }
    }
  }
  watch(child)
  return {
    port,
    stop: async () => {
      stopping.abort()
      await restarting
      await stopChild(child)
    },
  }
}
