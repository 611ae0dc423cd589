import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Machine, on } from './network'

export const DEPLOY = fileURLToPath(new URL('../../deploy/cluster', import.meta.url))

/** A program on a machine, as its systemd unit would run it. */
export type Service = {
  start(): void
  pid(): number
  /** Resolves once it has ended. */
  kill(signal?: NodeJS.Signals): Promise<void>
  signal(signal: NodeJS.Signals): void
}

type Definition = {
  name: string
  user: string
  command: string[]
  env?: Record<string, string>
  logs: string
}

export function defineService(machine: Machine, { name, user, command, env, logs }: Definition): Service {
  let child: ChildProcess | undefined
  const started = () => {
    if (!child?.pid) throw new Error(`${name} was not started`)
    return child
  }
  return {
    start() {
      const asUser =
        user === 'root' ? [] : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', '--']
      const [program = '', ...args] = [...on(machine), ...asUser, ...command]
      // Each program ends up as this process itself: the launchers replace themselves.
      child = spawn(program, args, {
        cwd: '/',
        env: { PATH: `${process.env.PATH}:/usr/sbin:/sbin`, LANG: 'C.UTF-8', ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const log = createWriteStream(join(logs, `${machine.name}-${name}.log`), { flags: 'a' })
      for (const stream of [child.stdout, child.stderr]) stream?.pipe(log, { end: false })
    },
    pid: () => started().pid ?? 0,
    async kill(signal = 'SIGKILL') {
      const running = started()
      if (running.exitCode !== null || running.signalCode !== null) return
      const exit = once(running, 'exit')
      running.kill(signal)
      await exit
    },
    signal: (signal) => void started().kill(signal),
  }
}

/** An environment file of deploy/cluster with its placeholders filled in, as envsubst does. */
export function readEnvironment(
  file: string,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const text = readFileSync(join(DEPLOY, file), 'utf8').replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${file} uses \${${name}}, which has no value`)
    return value
  })
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}
