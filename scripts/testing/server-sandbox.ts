import { type ChildProcess, type SpawnOptions, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { SHARED_ROOT } from '../../server/src/db/postgres/location'
import {
  type BuiltServer,
  entryOf,
  type Settings,
  spawnBuiltServer,
  startBuiltServer,
} from '../../testkit/built-server'

export const isRoot = process.getuid?.() === 0

/** An unprivileged user for tests that run as root. */
export const NOBODY = { uid: 65_534, gid: 65_534 }

export const healthOf = (port: number) =>
  fetch(`http://localhost:${port}/api/health`).then((response) => response.json())

/** An operator's error, without a stack trace. */
export const expectOneSentence = (output: string) => expect(output).not.toMatch(/^\s+at /m)

/** A folder for one test, with the servers started in it; cleared afterwards. */
export class ServerSandbox {
  readonly folder = mkdtempSync(join(tmpdir(), 'aftercare start '))
  private readonly children: ChildProcess[] = []

  constructor(private readonly build: string) {
    // PostgreSQL runs as another user than root and must get in; a private folder is a separate case.
    chmodSync(this.folder, 0o755)
  }

  path(...names: string[]): string {
    return join(this.folder, ...names)
  }

  /** Copies the data folder of an earlier run, with its owners. */
  copyDataDir(dataDir: string): void {
    const { status } = spawnSync('cp', ['-a', dataDir, this.path('data')])
    if (status !== 0) throw new Error(`${dataDir} could not be copied`)
  }

  /** Starts the built server and waits until it is ready; throws if it exits instead. */
  async start(settings: Settings, options: SpawnOptions = {}): Promise<BuiltServer> {
    const server = await startBuiltServer(entryOf(this.build), ...this.own(settings, options))
    this.children.push(server.child)
    return server
  }

  /** Starts a server that is expected to fail, and returns its exit code and output. */
  async startAndFail(
    settings: Settings,
    options: SpawnOptions = {},
  ): Promise<{ code: number | null; output: string }> {
    const { child, output } = this.spawn(settings, options)
    const [code] = await Promise.race([
      once(child, 'close'),
      once(child, 'message').then(() => {
        throw new Error('The server started though it should have failed.')
      }),
    ])
    return { code, output: output() }
  }

  /** Starts a server, sends the signal once it has printed the text, ready or not, and returns the exit code. */
  async startAndSignal(text: string, signal: NodeJS.Signals): Promise<number | null> {
    const { child, output } = this.spawn({})
    const exit = once(child, 'exit')
    child.stdout?.on('data', () => output().includes(text) && child.kill(signal))
    const [code] = await exit
    return code
  }

  /** The pid of the PostgreSQL that serves a database folder. */
  postgresPid(clusterDir: string): number {
    return Number(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')[0])
  }

  async clear(): Promise<void> {
    for (const child of this.children) if (child.exitCode === null) child.kill('SIGKILL')
    for (const clusterDir of this.clusters()) await endPostgres(clusterDir)
    rmSync(this.folder, { recursive: true, force: true })
  }

  private clusters(): string[] {
    const find = spawnSync(
      'find',
      [this.folder, '-name', 'postgres.location', '-o', '-name', 'postmaster.pid'],
      {
        encoding: 'utf8',
      },
    )
    return find.stdout
      .split('\n')
      .filter((path) => path !== '')
      .map((path) => (path.endsWith('.location') ? readFileSync(path, 'utf8').trim() : join(path, '..')))
  }

  private spawn(settings: Settings, options: SpawnOptions = {}) {
    const spawned = spawnBuiltServer(entryOf(this.build), ...this.own(settings, options))
    this.children.push(spawned.child)
    return spawned
  }

  private own(settings: Settings, options: SpawnOptions): [Settings, SpawnOptions] {
    const own = { DATA_DIR: this.path('data'), LOG_LEVEL: 'info' }
    return [
      { ...own, ...settings },
      { cwd: this.folder, ...options },
    ]
  }
}

async function endPostgres(clusterDir: string): Promise<void> {
  const file = join(clusterDir, 'postmaster.pid')
  for (let signal: NodeJS.Signals | 0 = 'SIGQUIT'; ; signal = 0) {
    try {
      process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), signal)
    } catch {
      break
    }
    await sleep(20)
  }
  if (clusterDir.startsWith(SHARED_ROOT)) rmSync(join(clusterDir, '..'), { recursive: true, force: true })
}
