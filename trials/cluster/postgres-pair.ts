import { type ChildProcess, spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../testkit/free-port.mjs'
import { query } from '../lib/programme'
import { kill, own, postgresAccount, runAsPostgres, startAsPostgres } from './processes'

export type Pair = {
  primaryPort: number
  standbyPort: number
  killPrimary(): Promise<void>
  promote(): void
  stop(): Promise<void>
}

export const urlOn = (port: number, database = 'aftercare') =>
  `postgresql://postgres@127.0.0.1:${port}/${database}`

/** A primary with a synchronous standby, both on loopback. */
export async function startPair(bin: string, folder: string): Promise<Pair> {
  const [primaryPort, standbyPort] = [await freePort(), await freePort()]
  const primaryDir = join(folder, 'primary')
  const standbyDir = join(folder, 'standby')
  for (const dir of [primaryDir, standbyDir]) {
    mkdirSync(dir, { mode: 0o700 })
    own(dir)
  }
  runAsPostgres(join(bin, 'initdb'), [
    '-D',
    primaryDir,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '-N',
  ])
  appendFileSync(join(primaryDir, 'pg_hba.conf'), 'host replication all 127.0.0.1/32 trust\n')
  const start = (dir: string, port: number, ...settings: string[]) =>
    startAsPostgres(
      join(bin, 'postgres'),
      [
        '-D',
        dir,
        ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`, ...settings].flatMap(
          (s) => ['-c', s],
        ),
      ],
      port,
    )
  const primary = await start(primaryDir, primaryPort, 'synchronous_standby_names=standby')
  runAsPostgres(join(bin, 'pg_basebackup'), [
    ...['-D', standbyDir, '-R', '-X', 'stream', '--checkpoint=fast'],
    ...['-d', `host=127.0.0.1 port=${primaryPort} user=postgres application_name=standby`],
  ])
  const standby = await start(standbyDir, standbyPort)
  await waitForSyncStandby(primaryPort)
  await query(urlOn(primaryPort, 'postgres'), 'create database aftercare')
  const processes: ChildProcess[] = [primary, standby]
  return {
    primaryPort,
    standbyPort,
    killPrimary: () => kill(primary, 'SIGQUIT'),
    promote: () =>
      void spawnSync(join(bin, 'pg_ctl'), ['promote', '-D', standbyDir], { cwd: '/', ...postgresAccount() }),
    stop: async () => {
      for (const child of processes) await kill(child, 'SIGQUIT')
    },
  }
}

async function waitForSyncStandby(port: number): Promise<void> {
  for (let attempts = 0; attempts < 300; attempts += 1) {
    const rows = await query<{ sync_state: string }>(
      urlOn(port, 'postgres'),
      'select sync_state from pg_stat_replication',
    )
    if (rows[0]?.sync_state === 'sync') return
    await sleep(100)
  }
  throw new Error('The standby never became synchronous')
}
