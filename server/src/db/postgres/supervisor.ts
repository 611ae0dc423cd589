import type { ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../../operator-error'
import { summarizeError } from '../../serialize-error'
import { connect } from '../connection'
import { prepareBinaries } from './binaries'
import { DATABASE_USER, ensureCluster, readPassword } from './cluster'
import { locate, makeDataDir } from './location'
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

const DATABASE = 'aftercare'
const LONGEST_PAUSE_MS = 30_000

/** At once after a single end; ever slower while it keeps ending, but never for good: a full disk may be cleared. */
export function pauseBeforeStart(endsWithinTwoMinutes: number): number {
  if (endsWithinTwoMinutes <= 1) return 0
  return Math.min(LONGEST_PAUSE_MS, 250 * 2 ** (endsWithinTwoMinutes - 2))
}

/** Runs the PostgreSQL that comes with the dependencies on a folder of its own, as long as this process lives. */
export async function startPostgres(options: {
  dataDir: string
  log: PostgresLog
}): Promise<RunningPostgres> {
  const { log } = options
  const dataDir = makeDataDir(resolve(options.dataDir))
  const unlock = await lockFolder(dataDir)
  try {
    const location = locate(dataDir)
    const { clusterDir, account } = location
    const binaries = prepareBinaries(account, location.copyRoot)
    if (await ensureCluster(binaries, location)) {
      log.info(`Created an empty database in ${clusterDir}`)
    } else if (await stopOrphan(clusterDir)) {
      log.warn('Stopped a PostgreSQL that an earlier run had left behind; starting a new one')
    }
    if (!clusterDir.startsWith(dataDir)) writeFileSync(location.pointer, `${clusterDir}\n`)
    if (account !== null)
      log.info(
        `PostgreSQL runs as ${account.name} because it refuses to run as root; its data: ${clusterDir}`,
      )

    const onOutput = (line: string) => {
      if (/ (FATAL|PANIC|ERROR): /.test(line) && !/administrator command/.test(line))
        log.error(`PostgreSQL: ${line}`)
    }
    const server = await supervise({ binaries, account, clusterDir, settings: {}, onOutput }, log)
    const url = urlOf(server.port, readPassword(clusterDir))
    await ensureDatabase(url).catch(async (error) => {
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
 * For commands beside a server: the database of the running instance if there is one, else one started for
 * as long as the command takes.
 */
export async function reachPostgres(options: {
  dataDir: string
  log: PostgresLog
}): Promise<RunningPostgres> {
  const dataDir = makeDataDir(resolve(options.dataDir))
  if (!(await isFolderLocked(dataDir))) return startPostgres(options)
  const { clusterDir } = locate(dataDir)
  const port = findRunningPort(clusterDir)
  if (port === null) {
    throw new OperatorError(
      `Aftercare is just starting or stopping with the data folder ${dataDir}: try again in a moment.`,
    )
  }
  return { url: urlOf(port, readPassword(clusterDir)), stop: async () => {} }
}

export function urlOf(port: number, password: string, database = DATABASE): string {
  return `postgresql://${DATABASE_USER}:${password}@127.0.0.1:${port}/${database}`
}

/** Keeps the server up: one that ends by itself is started again on the same port, where the clients look for it. */
export async function supervise(options: Launch, log: PostgresLog) {
  const first = await launch(options)
  const { port } = first
  let child = first.child
  const stopping = new AbortController()
  let restarting: Promise<void> = Promise.resolve()
  let endings: number[] = []

  const watch = (watched: ChildProcess) => {
    watched.once('exit', (code, signal) => {
      if (stopping.signal.aborted) return
      log.error(`PostgreSQL exited unexpectedly (${signal ?? `code ${code}`}); restarting`)
      restarting = restart()
    })
  }
  const restart = async () => {
    while (!stopping.signal.aborted) {
      endings = [...endings.filter((time) => Date.now() - time < 120_000), Date.now()]
      const pauseMs = pauseBeforeStart(endings.length)
      if (pauseMs > 1_000) log.error(`PostgreSQL keeps exiting: next restart in ${pauseMs / 1_000} s`)
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
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

async function ensureDatabase(url: string): Promise<void> {
  const admin = await connect({
    connectionString: url.replace(/\/[^/]*$/, '/postgres'),
    application_name: 'aftercare-setup',
  })
  try {
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (rowCount === 0) await admin.query(`create database ${DATABASE}`)
  } finally {
    await admin.end()
  }
}
