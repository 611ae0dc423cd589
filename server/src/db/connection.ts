import pg from 'pg'

/**
 * One connection of a command's own. A connection that breaks between two statements is told as an event, and an
 * event without a listener ends the process: the next statement reports the break in order.
 */
export async function connect(
  config: Omit<pg.ClientConfig, 'application_name'> & { application_name: string },
): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: 5_000, keepAlive: true, ...config })
  client.on('error', () => {})
  await client.connect()
  return client
}
