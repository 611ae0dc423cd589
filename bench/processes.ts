import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const ENTRIES = {
  product: join(root, 'server', 'dist', 'main.js'),
  floor: join(root, '.cache', 'bench-floor', 'server.js'),
}

export type Contender = {
  name: keyof typeof ENTRIES
  databaseUrl: string
  port: number
  pid: number
  /** From the start of the process until its door is open. */
  startMs: number
  stop(): Promise<void>
}

/** A built server as a process of its own, with the settings of an installation; it ends with this process at the latest. */
export async function start(name: Contender['name'], databaseUrl: string): Promise<Contender> {
  const dataDir = mkdtempSync(join(tmpdir(), 'aftercare-bench-'))
  const startedAt = performance.now()
  const child = spawn(process.execPath, [ENTRIES[name]], {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://127.0.0.1',
      MAIL_TO_FILES: 'allow',
      // Families do not share an address, and the limits count by address.
      TRUST_PROXY: '1',
      LOG_LEVEL: 'error',
      SECRETS_KEY: 'a key of the measurements and of nothing else',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const removeAll = () => {
    child.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
  process.once('exit', removeAll)
  const ended = once(child, 'exit').then(() =>
    Promise.reject(new Error(`The ${name} ended instead of starting`)),
  )
  const [message] = await Promise.race([once(child, 'message'), ended])
  ended.catch(() => {})
  const startMs = performance.now() - startedAt
  return {
    name,
    databaseUrl,
    port: (message as { port: number }).port,
    pid: child.pid ?? 0,
    startMs,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const exit = once(child, 'exit')
        child.kill('SIGTERM')
        await exit
      }
      process.off('exit', removeAll)
      removeAll()
    },
  }
}
