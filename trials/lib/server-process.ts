import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type ServerProcess = {
  port: number
  output(): string
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
  isRunning(): boolean
}

/** The built server as a process of its own, on loopback. Ends with this process at the latest. */
export async function startProcess(build: string, settings: Record<string, string>): Promise<ServerProcess> {
  const child = spawn(process.execPath, [join(build, 'server', 'dist', 'main.js')], {
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
      SECRETS_KEY: 'a key of the trials and of nothing else',
      NOW: '2026-11-16T09:00:00-05:00',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  endWithUs(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-20_000)
    })
  }
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The server ended instead of starting:\n${text}`)
  })
  const [message] = await Promise.race([once(child, 'message'), ended])
  ended.catch(() => {})
  return {
    port: (message as { port: number }).port,
    output: () => text,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    end: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const exit = once(child, 'exit')
      child.kill(signal)
      return (await exit)[0]
    },
  }
}

function endWithUs(child: ChildProcess): void {
  process.once('exit', () => child.kill('SIGKILL'))
}

/** Removed with everything in it when this process ends. */
export function aFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `aftercare-${name}-`))
  // Enterable for the account that root lends to PostgreSQL.
  chmodSync(folder, 0o755)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
