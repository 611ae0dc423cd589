import { loadavg } from 'node:os'
import { startTemporaryPostgres } from '../server/src/db/postgres/temporary-postgres'
import { type Databases, databasesOn } from './databases'
import { FULL, QUICK } from './profile'
import { log } from './progress'
import { type Measured, SECTIONS, type SectionName } from './sections'
import { describeMachine, markdown, print, type Table, writeInto } from './tables'

/**
 * Compares the product with a baseline by ratios within one run, because absolute figures depend on the machine.
 * Writes docs/performance.md after a full run of all sections.
 */
const isQuick = process.argv.includes('--quick')
const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice('--only='.length)
const names = only?.split(',') ?? Object.keys(SECTIONS)
const unknown = names.filter((name) => !(name in SECTIONS))
if (unknown.length > 0)
  throw new Error(`Unknown section: ${unknown.join(', ')}. Sections: ${Object.keys(SECTIONS).join(', ')}.`)
const intro = describeMachine(loadavg()[0] ?? Number.NaN)
// Exit handlers, which stop the servers and delete their folders, do not run on a signal alone.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

const postgres = await startTemporaryPostgres()
try {
  const { measured, failed } = await measureAll(databasesOn(postgres.url))
  const tables = tablesOf(measured)
  print(tables)
  const seqScans = measured.flatMap((part) => part.seqScans ?? [])
  if (seqScans.length > 0) console.error(`Sequential scans: ${seqScans.join(', ')}`)
  if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}. The errors are above.`)
  if (seqScans.length + failed.length > 0) process.exitCode = 1
  const isAll = names.length === Object.keys(SECTIONS).length && failed.length === 0
  if (isAll && !isQuick)
    writeInto(new URL('../docs/performance.md', import.meta.url), 'bench', [intro, ...tables.map(markdown)])
} finally {
  await postgres.stop()
}

/** A failing section does not discard the others. */
async function measureAll(databases: Databases) {
  const [measured, failed]: [Measured[], string[]] = [[], []]
  for (const name of names as SectionName[]) {
    log(`${name} ...`)
    try {
      measured.push(await SECTIONS[name](databases, isQuick ? QUICK : FULL))
    } catch (error) {
      console.error(error)
      failed.push(name)
    }
  }
  log('done')
  return { measured, failed }
}

function tablesOf(measured: readonly Measured[]): Table[] {
  const lines = measured.flatMap((part) => part.lines ?? [])
  const rest = { title: 'Plans, memory of the server, start-up', head: ['what', 'measured'], lines }
  const tables = measured.flatMap((part) => part.tables ?? [])
  return lines.length > 0 ? [...tables, rest] : tables
}
