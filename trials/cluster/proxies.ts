import type { ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { own, startAsPostgres } from './processes'

const hex = (text: string) => Buffer.from(text).toString('hex')
const length = (bytes: number) => bytes.toString(16).padStart(8, '0')

/** PostgreSQL's wire protocol: the startup message, then a query whether this server accepts writes. */
const startup = `00030000${hex('user\0postgres\0database\0postgres\0\0')}`
const STARTUP = `${length(startup.length / 2 + 4)}${startup}`
const query = hex('select pg_is_in_recovery()\0')
const QUERY = `51${length(query.length / 2 + 4)}${query}`
const RESPONSE_NO = '440000000b00010000000166'

/** One frontend for HTTP, to any healthy instance; one for PostgreSQL, to the server that accepts writes. */
export async function startHaproxy(
  program: string,
  folder: string,
  ports: { web: number; database: number; instances: number[]; databases: number[] },
): Promise<ChildProcess> {
  const file = join(folder, 'haproxy.cfg')
  const servers = (name: string, list: number[]) =>
    list.map((port, number) => `  server ${name}${number} 127.0.0.1:${port} check`).join('\n')
  writeFileSync(
    file,
    `global
  maxconn 2000
defaults
  timeout connect 2s
  timeout client 120s
  timeout server 120s
  timeout check 2s
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
frontend web
  mode http
  bind 127.0.0.1:${ports.web}
  option forwardfor
  default_backend instances
backend instances
  mode http
  option httpchk GET /api/health
  http-check expect status 200
  option redispatch
  retries 3
${servers('instance', ports.instances)}
frontend database
  mode tcp
  bind 127.0.0.1:${ports.database}
  default_backend databases
backend databases
  mode tcp
  option tcp-check
  tcp-check connect
  tcp-check send-binary ${STARTUP}
  tcp-check send-binary ${QUERY}
  tcp-check expect binary ${RESPONSE_NO}
  tcp-check send-binary 5800000004
${servers('database', ports.databases)}
`,
  )
  own(file)
  return startAsPostgres(program, ['-db', '-f', file], ports.web)
}

/** Transaction pooling, to HAProxy's PostgreSQL frontend. */
export async function startPgbouncer(
  program: string,
  folder: string,
  port: number,
  databasePort: number,
): Promise<ChildProcess> {
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=127.0.0.1 port=${databasePort} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
server_login_retry = 1
logfile = ${join(folder, 'pgbouncer.log')}
pidfile = ${join(folder, 'pgbouncer.pid')}
`,
  )
  own(file)
  return startAsPostgres(program, [file], port)
}
