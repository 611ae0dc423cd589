import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

const PACKAGES = ['postgresql', 'haproxy', 'pgbouncer']
const POSTGRES = '/usr/lib/postgresql'

export type Programs = { postgres: string; haproxy: string; pgbouncer: string }

/** From Debian's packages; installed if missing and running as root. */
export function findPrograms(): Programs {
  if (process.getuid?.() !== 0)
    throw new Error('The cluster trial starts PostgreSQL under its own account: run it as root.')
  if (!isInstalled()) {
    console.log(`Installing ${PACKAGES.join(', ')} ...`)
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...PACKAGES], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
  if (!isInstalled())
    throw new Error(`The cluster trial needs Debian's packages ${PACKAGES.join(', ')}: install them first.`)
  const newest = readdirSync(POSTGRES).sort((a, b) => Number(b) - Number(a))[0]
  return {
    postgres: `${POSTGRES}/${newest}/bin`,
    haproxy: '/usr/sbin/haproxy',
    pgbouncer: '/usr/sbin/pgbouncer',
  }
}

const isInstalled = () =>
  existsSync(POSTGRES) && existsSync('/usr/sbin/haproxy') && existsSync('/usr/sbin/pgbouncer')
