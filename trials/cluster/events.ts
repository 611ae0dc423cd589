import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fill } from '../lib/small-disk'
import { findEtcdLeader, findPrimary, postgresPids, waitUntil } from './members'
import { blackhole } from './network'
import type { Cluster, Host } from './start-cluster'

export type Scene = {
  cluster: Cluster
  primary: Host
  standby: Host
  /** Waits until writes are acknowledged again and open pages show them. */
  resumed(): Promise<void>
  startInstance(host: Host): Promise<void>
  /** From now on instances are started from a newer build. */
  upgrade(): void
}

export type ClusterEvent = {
  name: string
  /** Whether the standby must have become the primary; undefined if either is right. */
  movesPrimary?: boolean
  /** Ends with everything repaired that an operator or systemd would repair. */
  run(scene: Scene): Promise<void>
}

/** Systemd's RestartSec. */
const RESTART_MS = 2_000
/** How much longer a fault lasts once the cluster has healed. */
const LINGER_MS = 5_000

/** By then a fault has shown its effect, if it has one. */
const UNNOTICED_MS = 12_000

const cutOff =
  ({ machines }: Cluster, machine: Host) =>
  () =>
    machines.filter(({ name }) => name !== machine.name).map((other) => blackhole(machine, other))

async function whileCut(cut: () => (() => void)[], work: () => Promise<void>): Promise<void> {
  const repairs = cut()
  try {
    await work()
  } finally {
    for (const repair of repairs) repair()
  }
}

const signalPostgres = ({ dataDir }: Host, signal: NodeJS.Signals) => {
  for (const pid of postgresPids(dataDir)) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      // A child ended with its postmaster.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

const movedAway = (cluster: Cluster, former: Host) =>
  waitUntil(async () => {
    const primary = await findPrimary(cluster.hosts.filter(({ name }) => name !== former.name))
    return primary ? null : `${former.name} was not replaced as primary`
  })

/** The frozen parts stay so until the standby has taken over and accepted writes. */
async function freeze({ cluster, primary, resumed }: Scene, parts: readonly ('postgres' | 'patroni')[]) {
  const signal = (name: NodeJS.Signals) => {
    if (parts.includes('patroni')) cluster.serviceOf(primary, 'patroni').signal(name)
    if (parts.includes('postgres')) signalPostgres(primary, name)
  }
  signal('SIGSTOP')
  try {
    await movedAway(cluster, primary)
    await resumed()
    await sleep(LINGER_MS)
  } finally {
    signal('SIGCONT')
  }
}

export const EVENTS: readonly ClusterEvent[] = [
  {
    name: 'PostgreSQL of the primary killed',
    async run({ primary, resumed }) {
      signalPostgres(primary, 'SIGKILL')
      await resumed()
    },
  },
  {
    name: 'power cut of the primary’s machine',
    movesPrimary: true,
    async run({ cluster, primary, resumed, startInstance }) {
      const services = ['patroni', 'etcd', 'haproxy'].map((name) => cluster.serviceOf(primary, name))
      await Promise.all([
        cluster.stopInstance(primary, 'SIGKILL'),
        ...services.map((service) => service.kill()),
      ])
      signalPostgres(primary, 'SIGKILL')
      await movedAway(cluster, primary)
      await resumed()
      for (const service of services) service.start()
      await startInstance(primary)
    },
  },
  {
    name: 'PostgreSQL of the primary frozen',
    movesPrimary: true,
    run: (scene) => freeze(scene, ['postgres']),
  },
  {
    name: 'PostgreSQL and Patroni of the primary frozen',
    movesPrimary: true,
    run: (scene) => freeze(scene, ['patroni', 'postgres']),
  },
  { name: 'Patroni of the primary frozen', movesPrimary: true, run: (scene) => freeze(scene, ['patroni']) },
  {
    name: 'primary cut off from etcd and the standby',
    movesPrimary: true,
    async run({ cluster, primary, standby, resumed }) {
      const others = cluster.machines.filter(({ name }) => name !== primary.name && name !== standby.name)
      const cut = () => [
        blackhole(primary, standby),
        ...others.map((other) => blackhole(primary, other, { onlyEtcd: true })),
      ]
      await whileCut(cut, async () => {
        await movedAway(cluster, primary)
        await resumed()
        await sleep(LINGER_MS)
      })
    },
  },
  {
    name: 'primary cut off from everything',
    movesPrimary: true,
    async run({ cluster, primary, resumed }) {
      await whileCut(cutOff(cluster, primary), async () => {
        await movedAway(cluster, primary)
        await resumed()
        await sleep(LINGER_MS)
      })
    },
  },
  {
    name: 'standby cut off from everything',
    movesPrimary: false,
    async run({ cluster, standby, resumed }) {
      await whileCut(cutOff(cluster, standby), async () => {
        await sleep(UNNOTICED_MS)
        await resumed()
        await sleep(LINGER_MS)
      })
    },
  },
  {
    name: 'disk of the primary full',
    movesPrimary: true,
    async run({ cluster, primary, resumed }) {
      const filler = join(primary.disk, 'filler')
      fill(filler)
      try {
        await movedAway(cluster, primary)
        await resumed()
      } finally {
        rmSync(filler)
      }
    },
  },
  {
    name: 'etcd leader killed',
    movesPrimary: false,
    async run({ cluster, resumed }) {
      const etcd = cluster.serviceOf(await findEtcdLeader(cluster.machines), 'etcd')
      await etcd.kill()
      await sleep(UNNOTICED_MS)
      await resumed()
      etcd.start()
    },
  },
  {
    name: 'instance killed',
    movesPrimary: false,
    async run({ cluster, primary, resumed, startInstance }) {
      await cluster.stopInstance(primary, 'SIGKILL')
      await resumed()
      await sleep(RESTART_MS)
      await startInstance(primary)
    },
  },
  {
    name: 'planned switchover',
    movesPrimary: true,
    async run({ cluster, primary, standby, resumed }) {
      const args = ['--leader', primary.name, '--candidate', standby.name, '--force']
      execFileSync('patronictl', ['switchover', ...args, 'aftercare'], {
        env: { ...process.env, ...cluster.patroniEnvironment(primary) },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      await movedAway(cluster, primary)
      await resumed()
    },
  },
  {
    name: 'rolling restart to a newer build',
    movesPrimary: false,
    async run({ cluster, startInstance, upgrade, resumed }) {
      upgrade()
      for (const host of cluster.hosts) {
        await cluster.stopInstance(host, 'SIGTERM')
        await startInstance(host)
        await waitUntil(cluster.error)
        await resumed()
      }
    },
  },
]
