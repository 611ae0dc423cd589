import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Settings = Record<string, string | undefined>

/** A launcher is a command that replaces itself by the server, such as nsenter. */
export type ServerOptions = SpawnOptions & { launcher?: string[] }

/** The server's entry in a checkout or in the output of `buildForTests`. */
export const entryOf = (build: string) => join(build, 'server', 'dist', 'main.js')

export type BuiltServer = {
  child: ChildProcess
  port: number
  /** From process start until it listens. */
  startMs: number
  output(): string
  isRunning(): boolean
  /** Stops it and returns the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/**
 * Spawns a built server, which ends with this process at the latest. Neither a .env file nor this process's
 * environment changes what is tested: it gets `settings` and nothing else.
 */
export function spawnBuiltServer(
  entry: string,
  settings: Settings,
  { launcher = [], ...options }: ServerOptions = {},
) {
  const [program = '', ...args] = [...launcher, process.execPath, entry]
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    cwd: tmpdir(),
    ...options,
  })
  const kill = () => child.kill('SIGKILL')
  // Before its folder is removed, which fails while it writes there.
  process.prependOnceListener('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  }
  return { child, output: () => text }
}

/** The same, once it listens; rejects if the server exits instead. */
export async function startBuiltServer(
  entry: string,
  settings: Settings,
  options: ServerOptions = {},
): Promise<BuiltServer> {
  const startedAt = performance.now()
  const { child, output } = spawnBuiltServer(entry, settings, options)
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The server ended instead of starting:\n${output()}`)
  })
  const [message] = await Promise.race([once(child, 'message'), ended])
  ended.catch(() => {})
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return {
    child,
    port: (message as { port: number }).port,
    startMs: performance.now() - startedAt,
    output,
    isRunning,
    stop: async (signal = 'SIGTERM') => {
      if (!isRunning()) return child.exitCode
      const exit = once(child, 'exit')
      child.kill(signal)
      return (await exit)[0]
    },
  }
}

/** A folder that is removed with everything in it when this process ends. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `aftercare-${name}-`))
  // Accessible to the unprivileged user that runs PostgreSQL under root.
  chmodSync(folder, 0o755)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
