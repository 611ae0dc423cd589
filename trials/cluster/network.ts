import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

export type Machine = { name: string; address: string }

/** This process's namespace is the router, so it reaches every machine, cut off or not. */
export const ROUTER = '10.77.0.254'
const ETCD_PORTS = '2379-2380'

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'inherit'] })

/** A network namespace per machine, with its own addresses, ports and loopback. */
export function createMachines(names: readonly string[]): Machine[] {
  ip('link', 'set', 'lo', 'up')
  writeFileSync('/proc/sys/net/ipv4/ip_forward', '1')
  return names.map((name, index) => {
    const address = `10.77.0.${index + 1}`
    ip('netns', 'add', name)
    ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
    ip('addr', 'add', `${ROUTER}/32`, 'dev', name)
    ip('link', 'set', name, 'up')
    ip('route', 'add', `${address}/32`, 'dev', name)
    const inside = (...args: string[]) => ip('-n', name, ...args)
    inside('link', 'set', 'lo', 'up')
    inside('addr', 'add', `${address}/32`, 'dev', 'eth0')
    inside('link', 'set', 'eth0', 'up')
    inside('route', 'add', ROUTER, 'dev', 'eth0')
    inside('route', 'add', 'default', 'via', ROUTER)
    return { name, address }
  })
}

/** The command that runs a program on a machine. */
export const on = ({ name }: Machine): string[] => ['nsenter', `--net=/run/netns/${name}`, '--']

/**
 * Drops what two machines send each other, silently: nothing is refused or closed. With `onlyEtcd` other connections
 * still work. Returns what ends it.
 */
export function blackhole(one: Machine, other: Machine, { onlyEtcd = false } = {}): () => void {
  const ports = onlyEtcd ? ['ipproto', 'tcp', 'dport', ETCD_PORTS] : []
  const rules = [
    [one, other],
    [other, one],
  ].map(([from, to]) => ['iif', from?.name ?? '', 'to', to?.address ?? '', ...ports, 'blackhole'])
  for (const rule of rules) ip('rule', 'add', 'pref', '100', ...rule)
  return () => {
    for (const rule of rules) ip('rule', 'del', 'pref', '100', ...rule)
  }
}
