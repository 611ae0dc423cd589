import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Machine } from './network'

type Member = { name: string; role: string; state: string; timeline?: number }

/** The JSON of a GET request, or null: what does not respond within a second is not there. */
async function getJson<Body>(url: string): Promise<Body | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(1_000) })
    return (await response.json()) as Body
  } catch {
    return null
  }
}

/** Patroni's view of the cluster, from any of the machines. */
async function readMembers(machines: readonly Machine[]): Promise<Member[]> {
  for (const { address } of machines) {
    const cluster = await getJson<{ members?: Member[] }>(`http://${address}:8008/cluster`)
    if (cluster?.members) return cluster.members
  }
  return []
}

/** The machine whose Patroni says that it is the primary now; of several, none. */
export async function findPrimary(machines: readonly Machine[]): Promise<Machine | null> {
  const found = await Promise.all(
    machines.map(async (machine) => {
      const status = await getJson<{ role?: string; state?: string }>(
        `http://${machine.address}:8008/patroni`,
      )
      // Patroni 4 says primary.
      const isPrimary = status?.role === 'master' || status?.role === 'primary'
      return isPrimary && status?.state === 'running' ? [machine] : []
    }),
  )
  const [only, ...others] = found.flat()
  return only && others.length === 0 ? only : null
}

/** Why the databases are not one primary with a synchronous standby, or null if they are. */
export async function databaseError(machines: readonly Machine[]): Promise<string | null> {
  const members = await readMembers(machines)
  const roles = members.map(({ name, role, state }) => `${name} ${role} ${state}`).join(', ')
  const has = (role: string, ...states: string[]) =>
    members.filter((member) => member.role === role && states.includes(member.state)).length === 1
  const isWhole = has('leader', 'running') && has('sync_standby', 'running', 'streaming')
  return isWhole ? null : `the databases are: ${roles || 'unknown'}`
}

type EtcdStatus = { leader?: string; header?: { member_id?: string } }

async function readEtcd({ address }: Machine): Promise<EtcdStatus | null> {
  try {
    const response = await fetch(`http://${address}:2379/v3/maintenance/status`, {
      method: 'POST',
      body: '{}',
      signal: AbortSignal.timeout(1_000),
    })
    return (await response.json()) as EtcdStatus
  } catch {
    return null
  }
}

export async function findEtcdLeader(machines: readonly Machine[]): Promise<Machine> {
  for (const machine of machines) {
    const status = await readEtcd(machine)
    if (status?.leader && status.leader === status.header?.member_id) return machine
  }
  throw new Error('etcd has no leader')
}

/** The machines whose etcd is not healthy, which includes that it sees a leader. */
export async function unhealthyEtcd(machines: readonly Machine[]): Promise<string | null> {
  const found = await Promise.all(
    machines.map(async ({ name, address }) => {
      const health = await getJson<{ health?: string }>(`http://${address}:2379/health`)
      return health?.health === 'true' ? [] : [name]
    }),
  )
  return found.flat().length > 0 ? `etcd is not healthy on ${found.flat().join(', ')}` : null
}

/** The postmaster and its children: each child has a process group of its own. */
export function postgresPids(dataDir: string): number[] {
  const postmaster = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => parentOf(pid) === postmaster)
  return [postmaster, ...children.map(Number)]
}

function parentOf(pid: string): number | null {
  try {
    // The name in parentheses may contain spaces.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])
  } catch {
    return null
  }
}

/** Repeats until there is nothing to complain about. */
export async function waitUntil(
  complaint: () => Promise<string | null> | string | null,
  timeoutMs = 120_000,
): Promise<void> {
  const end = Date.now() + timeoutMs
  for (;;) {
    const found = await complaint()
    if (found === null) return
    if (Date.now() > end) throw new Error(`After ${timeoutMs / 1000} s: ${found}`)
    await sleep(200)
  }
}
