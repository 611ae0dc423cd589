import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { entryOf, startBuiltServer, temporaryFolder } from '../testkit/built-server'

const root = fileURLToPath(new URL('..', import.meta.url))
const ENTRIES = {
  product: entryOf(root),
  baseline: join(root, '.cache', 'bench-baseline', 'server.js'),
}

export type Contender = {
  name: keyof typeof ENTRIES
  databaseUrl: string
  port: number
  pid: number
  startMs: number
  stop(): Promise<unknown>
}

/** A built server with production settings. */
export async function start(name: Contender['name'], databaseUrl: string): Promise<Contender> {
  const { child, port, startMs, stop } = await startBuiltServer(
    ENTRIES[name],
    {
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      DATA_DIR: temporaryFolder('bench'),
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://127.0.0.1',
      MAIL_TO_FILES: 'allow',
      // Each family has its own IP address, because rate limits are per IP address.
      TRUST_PROXY: '1',
      LOG_LEVEL: 'error',
      SECRETS_KEY: 'a key of the measurements and of nothing else',
    },
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  )
  return { name, databaseUrl, port, pid: child.pid ?? 0, startMs, stop }
}
