import { appendFileSync, cpSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../testkit/built-server'

export const migrationsOf = (build: string) => join(build, 'server', 'dist', 'migrations')

/** The same program with another web app and one migration more. */
export function makeNewerBuild(build: string): string {
  const folder = temporaryFolder('newer-build')
  cpSync(build, folder, { recursive: true })
  const migrations = migrationsOf(folder)
  const files = readdirSync(migrations).filter((name) => name.endsWith('.sql'))
  const next = String(files.length + 1).padStart(4, '0')
  const statement = 'create index payments_newer on payments (payment_date, notes);\n'
  writeFileSync(join(migrations, `${next}_newer.sql`), statement)
  appendFileSync(join(folder, 'web', 'dist', 'index.html'), '<!-- newer -->\n')
  return folder
}
