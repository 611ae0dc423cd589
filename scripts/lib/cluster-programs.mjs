import { existsSync, readdirSync } from 'node:fs'
import { CliError } from './processes.mjs'

/** Debian's packages, and a file of each. */
const PACKAGES = {
  'etcd-server': '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
  iproute2: '/usr/sbin/ip',
}
const POSTGRES = '/usr/lib/postgresql'

/** The newest PostgreSQL from Debian's packages, or undefined. */
export function findPostgresVersion() {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES) : []
  return versions
    .filter((version) => existsSync(`${POSTGRES}/${version}/bin/pg_rewind`))
    .sort((a, b) => Number(b) - Number(a))[0]
}

/** Throws, with one sentence, if this machine cannot run the trial. */
export function requireClusterPrograms(
  isRoot = process.platform === 'linux' && process.getuid?.() === 0,
  isThere = existsSync,
  postgresVersion = findPostgresVersion(),
) {
  if (!isRoot)
    throw new CliError('The cluster trial builds a network of three machines: run it as root on Linux.')
  const missing = Object.keys(PACKAGES).filter((name) => !isThere(PACKAGES[name]))
  if (!postgresVersion) missing.push('postgresql')
  if (missing.length === 0) return
  const install = `apt install --no-install-recommends ${missing.join(' ')}`
  throw new CliError(`The cluster trial needs Debian's packages: ${install}`)
}
