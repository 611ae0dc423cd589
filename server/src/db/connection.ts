import type { Socket } from 'node:net'
import pg from 'pg'

/** The system's own default is to ask after two hours whether the other end is still there. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 }

/** A statement of a migration or a backup may take long; a connection that is silent for this long is frozen. */
const MAX_SILENCE_MS = 30 * 60_000

/**
 * One connection of a command's own. A connection that breaks between two statements is told as an event, and an
 * event without a listener ends the process: the next statement reports the break in order.
 */
export async function connect(
  config: Omit<pg.ClientConfig, 'application_name'> & { application_name: string },
  maxSilenceMs = MAX_SILENCE_MS,
): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: 5_000, ...KEEP_ALIVE, ...config })
  client.on('error', () => {})
  await client.connect()
  // The driver's own query timeout does not see the streams of COPY.
  const { stream } = (client as pg.Client & { connection: { stream: Socket } }).connection
  stream.setTimeout(maxSilenceMs, () => stream.destroy(new Error('Connection terminated: no answer')))
  return client
}
