import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** The variables in .env; real environment variables take precedence. */
export function loadDotEnv(environment: Record<string, string | undefined>, path = '.env') {
  return existsSync(path) ? { ...parseEnv(readFileSync(path, 'utf8')), ...environment } : environment
}
