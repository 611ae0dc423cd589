import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** The OS user that Debian's package creates. */
export function postgresAccount(): { uid: number; gid: number } {
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: idOf('-u'), gid: idOf('-g') }
}

export const own = (path: string) => {
  const { uid, gid } = postgresAccount()
  chownSync(path, uid, gid)
}

/** Runs a program as the postgres user and waits for it. */
export function runAsPostgres(program: string, args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { cwd: '/', encoding: 'utf8', ...postgresAccount() })
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
}

/** Starts a program as the postgres user and waits until its port accepts connections; stops with this process. */
export async function startAsPostgres(program: string, args: string[], port: number): Promise<ChildProcess> {
  const child = spawn(program, args, {
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    ...postgresAccount(),
  })
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-4_000)
  })
  process.once('exit', () => child.kill('SIGKILL'))
  for (let attempts = 0; !(await acceptsConnections(port)); attempts += 1) {
    if (child.exitCode !== null || attempts > 300) throw new Error(`${program} did not start: ${output}`)
    await sleep(100)
  }
  return child
}

export async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
