import type { Socket } from 'node:net'
import pg from 'pg'

/** The operating system's default is to probe only after two hours. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 }

/** Statements of a migration or a backup may take long; a connection idle for this long is frozen. */
const SOCKET_TIMEOUT_MS = 30 * 60_000

/** The role may have timeouts, for a pooler that passes on no session settings; they are meant for requests. */
const NO_TIMEOUTS = '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0'

/**
 * A single connection for a command. Without an error listener, a connection that breaks between two statements would
 * end the process; the next statement reports the error instead.
 */
export async function connect(
  config: Omit<pg.ClientConfig, 'application_name'> & { application_name: string },
  socketTimeoutMs = SOCKET_TIMEOUT_MS,
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionTimeoutMillis: 5_000,
    options: NO_TIMEOUTS,
    ...KEEP_ALIVE,
    ...config,
  })
  client.on('error', () => {})
  await client.connect()
  // The driver's query timeout does not cover COPY streams.
  const { stream } = (client as pg.Client & { connection: { stream: Socket } }).connection
  stream.setTimeout(socketTimeoutMs, () => stream.destroy(new Error('Connection terminated: no response')))
  return client
}
