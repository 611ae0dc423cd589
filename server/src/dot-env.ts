import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** What stands in .env, overruled by what the environment really has. */
export function loadDotEnv(environment: Record<string, string | undefined>, path = '.env') {
  return existsSync(path) ? { ...parseEnv(readFileSync(path, 'utf8')), ...environment } : environment
}
