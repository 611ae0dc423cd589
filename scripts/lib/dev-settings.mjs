import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** Settings for the server of `npm run dev`: the environment overrides `.env`, as in the server itself. */
export function devSettings(environment, webPort, file = '.env') {
  const written = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  // Links in emails open Vite's pages, which reload.
  return { PORT: '3000', PUBLIC_URL: `http://localhost:${webPort}`, ...written, ...environment }
}
