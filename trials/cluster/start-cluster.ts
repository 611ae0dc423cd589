import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPostgresVersion } from '../../scripts/lib/cluster-programs.mjs'
import { migrate } from '../../server/src/db/migrate'
import { startMailbox } from '../../server/testing/mailbox'
import { startTcpProxy } from '../../server/testing/tcp-proxy'
import { type BuiltServer, temporaryFolder } from '../../testkit/built-server'
import { httpRequest } from '../../testkit/http-client'
import { query } from '../lib/programme'
import { smallDisk } from '../lib/small-disk'
import { startTrialServer } from '../lib/trial-server'
import { databaseError, findPrimary, unhealthyEtcd, waitUntil } from './members'
import { type Machine, on, ROUTER } from './network'
import { DEPLOY, defineService, readEnvironment, type Service } from './services'

const PASSWORDS = {
  PATRONI_PASSWORD: 'of the REST interface',
  POSTGRES_PASSWORD: 'of the superuser',
  REPLICATION_PASSWORD: 'of the replication',
}
const AFTERCARE_PASSWORD = 'of-the-program'
const DISK_SIZE = '900m'

/** With Patroni and PostgreSQL, and an instance of the product. */
export type Host = Machine & { disk: string; dataDir: string; backupDir: string }

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** May create databases. */
export const superuserUrlOf = ({ address }: Machine) =>
  `postgresql://postgres:${encodeURIComponent(PASSWORDS.POSTGRES_PASSWORD)}@${address}:5432/aftercare`

export const databaseUrlOf = ({ address }: Machine, name = 'aftercare') =>
  `postgresql://aftercare:${AFTERCARE_PASSWORD}@${address}:5432/${name}`

/** docs/scaling.md with the files of deploy/cluster: three machines, two of them with a database and an instance. */
export async function startCluster(options: {
  machines: Machine[]
  migrations: string
  withPgbouncer: boolean
  logs: string
}) {
  const { logs, withPgbouncer } = options
  const { machines } = options
  const folder = temporaryFolder('machines')
  const [one, two, three] = machines as [Machine, Machine, Machine]
  const hosts = [one, two].map((machine): Host => {
    const disk = join(folder, machine.name, 'postgresql')
    return { ...machine, disk, dataDir: join(disk, 'aftercare'), backupDir: join(folder, 'backups') }
  })
  for (const { disk } of hosts) {
    if (!smallDisk(disk, DISK_SIZE)) throw new Error('A file system could not be mounted')
    own(disk, 'postgres')
  }
  const services = new Map(
    machines.map((machine) => [machine.name, defineServices(machine, machines, { folder, logs })]),
  )
  const serviceOf = (machine: Machine, name: string): Service => {
    const found = services.get(machine.name)?.[name]
    if (!found) throw new Error(`There is no ${name} on ${machine.name}`)
    return found
  }
  for (const machine of machines) serviceOf(machine, 'etcd').start()
  await waitUntil(() => unhealthyEtcd(machines))
  for (const host of hosts) serviceOf(host, 'patroni').start()
  // Until its first check it takes every database for the primary.
  for (const machine of machines) serviceOf(machine, 'haproxy').start()
  await waitUntil(() => databaseError(hosts))
  for (const host of hosts) serviceOf(host, 'switch-when-full').start()
  await createDatabases(hosts)
  if (withPgbouncer) {
    writePgbouncerUsers()
    for (const host of hosts) serviceOf(host, 'pgbouncer').start()
  }
  const primary = await requirePrimary(hosts)
  await migrate(databaseUrlOf(primary), options.migrations)
  const mailbox = await startMailbox({}, 0, ROUTER)
  const relays = hosts.map((host) => startMailRelay(host, new URL(mailbox.url).port, logs))
  const entry = await startTcpProxy(80, three.address)

  const instances = new Map<string, BuiltServer>()
  const outputs: BuiltServer[] = []
  return {
    machines,
    hosts,
    serviceOf,
    mailbox,
    /** Of HAProxy on machine three, which visitors use. */
    webPort: entry.port,
    primary: () => requirePrimary(hosts),
    /** What patronictl needs besides patroni.yml. */
    patroniEnvironment: (host: Host) => patroniEnvironment(valuesOf(host, machines, folder)),
    logsOfInstances: () => outputs.map((server) => server.output()).join('\n'),
    async startInstance(host: Host, build: string, now: Date): Promise<void> {
      const url = `postgresql://aftercare:${AFTERCARE_PASSWORD}@127.0.0.1`
      const settings = {
        HOST: host.address,
        PORT: '3000',
        DATABASE_URL: `${url}:5000/aftercare`,
        ...(withPgbouncer && { DATABASE_POOL_URL: `${url}:6432/aftercare` }),
        DATA_DIR: join(folder, host.name, 'instance'),
        BACKUP_DIR: host.backupDir,
        SMTP_URL: `smtp://127.0.0.1:${RELAY_PORT}`,
        NOW: now.toISOString(),
        LOG_LEVEL: 'info',
      }
      const server = await startTrialServer(build, settings, { launcher: on(host) })
      instances.set(host.name, server)
      outputs.push(server)
    },
    async stopInstance(host: Host, signal: NodeJS.Signals): Promise<void> {
      await instances.get(host.name)?.stop(signal)
    },
    /** Why it is not whole, or null. */
    async error(): Promise<string | null> {
      const unhealthy = hosts.map(async ({ name, address }) => {
        const isHealthy = await fetch(`http://${address}:3000/api/health`, {
          signal: AbortSignal.timeout(3_000),
        }).then(
          ({ ok }) => ok,
          () => false,
        )
        return isHealthy ? null : `the instance on ${name} is not healthy`
      })
      const errors = [
        await unhealthyEtcd(machines),
        await databaseError(hosts),
        ...(await Promise.all(unhealthy)),
      ]
      return errors.find((error) => error !== null) ?? (await entryError(entry.port))
    },
    async stop(): Promise<void> {
      writeFileSync(join(logs, 'instances.log'), outputs.map((server) => server.output()).join('\n'))
      for (const host of hosts) await instances.get(host.name)?.stop('SIGKILL')
      entry.close()
      // The next cluster's relays use the same port.
      for (const relay of relays) await relay.kill()
      await mailbox.stop()
      for (const [name, all] of services) {
        const isHost = hosts.some((host) => host.name === name)
        await all.haproxy?.kill()
        if (isHost && withPgbouncer) await all.pgbouncer?.kill()
        if (isHost) await all['switch-when-full']?.kill()
        // Patroni stops its PostgreSQL.
        if (isHost) await all.patroni?.kill('SIGTERM')
      }
      for (const machine of machines) await serviceOf(machine, 'etcd').kill()
    },
  }
}

/** What docs/scaling.md has the operator fill in. */
function valuesOf(machine: Machine, machines: readonly Machine[], folder: string) {
  const [ONE = '', TWO = '', THREE = ''] = machines.map(({ address }) => address)
  return {
    ...PASSWORDS,
    MACHINE: machine.name,
    ADDRESS: machine.address,
    STATE: join(folder, machine.name),
    POSTGRES_VERSION: findPostgresVersion() ?? '',
    ONE,
    TWO,
    THREE,
  }
}

/** Also patronictl's. */
const patroniEnvironment = (values: Record<string, string>) => ({
  ...readEnvironment('patroni.env', values),
  PATRONICTL_CONFIG_FILE: join(DEPLOY, 'patroni.yml'),
})

function defineServices(
  machine: Machine,
  machines: readonly Machine[],
  { folder, logs }: { folder: string; logs: string },
): Record<string, Service> {
  const values = valuesOf(machine, machines, folder)
  const define = (name: string, user: string, command: string[], env?: Record<string, string>) =>
    defineService(machine, { name, user, command, logs, ...(env && { env }) })
  // etcd 3.4 wants to be told that it may run on other processors than x86.
  const platform: Record<string, string> =
    process.arch === 'x64' ? {} : { ETCD_UNSUPPORTED_ARCH: process.arch }
  const [etcdFolder, runtimeFolder] = [join(values.STATE, 'etcd'), join(values.STATE, 'run')]
  for (const each of [etcdFolder, runtimeFolder]) {
    mkdirSync(each, { recursive: true })
    own(each, 'postgres')
  }
  return {
    etcd: define('etcd', 'postgres', ['etcd'], { ...readEnvironment('etcd.env', values), ...platform }),
    patroni: define(
      'patroni',
      'postgres',
      ['patroni', join(DEPLOY, 'patroni.yml')],
      patroniEnvironment(values),
    ),
    // Its systemd timer and service.
    'switch-when-full': define(
      'switch-when-full',
      'postgres',
      ['sh', '-c', 'while sleep 5; do "$0"; done', join(DEPLOY, 'switch-when-full')],
      { ...patroniEnvironment(values), RUNTIME_DIRECTORY: runtimeFolder, MIN_FREE_MB: '50' },
    ),
    haproxy: define('haproxy', 'root', ['haproxy', '-db', '-f', join(DEPLOY, 'haproxy.cfg')], {
      ...readEnvironment('haproxy.env', values),
    }),
    pgbouncer: define('pgbouncer', 'postgres', ['pgbouncer', join(DEPLOY, 'pgbouncer.ini')]),
  }
}

const RELAY_PORT = 2525
const RELAY = `
const { connect, createServer } = require('node:net')
const [host, port, listenOn] = process.argv.slice(1)
createServer((client) => {
  const server = connect(Number(port), host)
  client.pipe(server).pipe(client)
  for (const socket of [client, server]) socket.on('error', () => [client, server].map((one) => one.destroy()))
}).listen(Number(listenOn), '127.0.0.1')`

/** The product sends mail without TLS to its own machine only. */
function startMailRelay(host: Host, port: string, logs: string): Service {
  const command = [process.execPath, '-e', RELAY, ROUTER, port, String(RELAY_PORT)]
  const relay = defineService(host, { name: 'mail-relay', user: 'root', command, logs })
  relay.start()
  return relay
}

/** The program's database, and one for the trial's own writes to each server. */
async function createDatabases(hosts: readonly Host[]): Promise<void> {
  const primary = await requirePrimary(hosts)
  const env = { ...process.env, PGPASSWORD: PASSWORDS.POSTGRES_PASSWORD }
  const psql = (...args: string[]) =>
    execFileSync(
      'psql',
      ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-h', primary.address, '-U', 'postgres', ...args],
      {
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
  psql('-v', `password=${AFTERCARE_PASSWORD}`, '-f', join(DEPLOY, 'database.sql'))
  psql('-c', 'create database direct owner aftercare')
  await query(
    databaseUrlOf(primary, 'direct'),
    'create table direct_writes (id bigint primary key, host text)',
  )
}

/** In the trial's own mount namespace. */
function writePgbouncerUsers(): void {
  smallDisk('/etc/pgbouncer', '1m')
  cpSync(join(DEPLOY, 'pgbouncer.ini'), '/etc/pgbouncer/pgbouncer.ini')
  writeFileSync('/etc/pgbouncer/userlist.txt', `"aftercare" "${AFTERCARE_PASSWORD}"\n`)
  chmodSync('/etc/pgbouncer/userlist.txt', 0o600)
  own('/etc/pgbouncer/userlist.txt', 'postgres')
}

async function requirePrimary(hosts: readonly Host[]): Promise<Host> {
  let found: Machine | null = null
  await waitUntil(async () => {
    found = await findPrimary(hosts)
    return found ? null : 'there is no single primary'
  })
  const host = hosts.find(({ name }) => name === found?.name)
  if (!host) throw new Error('The primary is on no machine')
  return host
}

async function entryError(port: number): Promise<string | null> {
  const { status } = await httpRequest(port, '/api/health', { timeoutMs: 3_000 })
  return status === 200 ? null : `visitors get ${status}`
}

function own(path: string, user: string): void {
  const idOf = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))
  chownSync(path, idOf('-u'), idOf('-g'))
}
