import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** What the server of `npm run dev` is given: the environment goes before `.env`, as the server itself reads them. */
export function devSettings(environment, webPort, file = '.env') {
  const written = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  // Links in mails lead to the pages that reload.
  return { PORT: '3000', PUBLIC_URL: `http://localhost:${webPort}`, ...written, ...environment }
}
