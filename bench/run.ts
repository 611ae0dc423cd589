import { loadavg } from 'node:os'
import { startTemporaryPostgres } from '../server/src/db/postgres/temporary-postgres'
import { type Databases, databasesOn } from './databases'
import { FULL, QUICK } from './profile'
import { say } from './progress'
import { type Measured, SECTIONS, type SectionName } from './sections'
import { machine, print, type Table, writeInto } from './tables'

/**
 * How much work it is, as ratios within one run: machines differ and are noisy, the relation between two figures of
 * the same minute is not. Writes docs/performance.md when all of it was measured in full.
 */
const isQuick = process.argv.includes('--quick')
const only = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length)
const names = process.argv.includes('--felt') ? ['felt'] : (only?.split(',') ?? Object.keys(SECTIONS))
const unknown = names.filter((name) => !(name in SECTIONS))
if (unknown.length > 0)
  throw new Error(`There is no ${unknown.join(', ')}; there are ${Object.keys(SECTIONS).join(', ')}.`)
const intro = machine(loadavg()[0] ?? Number.NaN)
// The servers and their folders go when this process ends in order, which a signal alone is not.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

const postgres = await startTemporaryPostgres()
try {
  const { measured, failed } = await measureAll(databasesOn(postgres.url))
  const tables = tablesOf(measured)
  print(tables)
  const whole = measured.flatMap((part) => part.whole ?? [])
  if (whole.length > 0) console.error(`Read from end to end: ${whole.join(', ')}`)
  if (failed.length > 0) console.error(`Not measured: ${failed.join(', ')}. The reasons stand above.`)
  if (whole.length + failed.length > 0) process.exitCode = 1
  const isAll = names.length === Object.keys(SECTIONS).length && failed.length === 0
  if (isAll && !isQuick) writeInto(new URL('../docs/performance.md', import.meta.url), intro, tables)
} finally {
  await postgres.stop()
}

/** One part that fails does not take the minutes of the others along. */
async function measureAll(databases: Databases) {
  const [measured, failed]: [Measured[], string[]] = [[], []]
  for (const name of names as SectionName[]) {
    say(`${name} ...`)
    try {
      measured.push(await SECTIONS[name](databases, isQuick ? QUICK : FULL))
    } catch (error) {
      console.error(error)
      failed.push(name)
    }
  }
  say('done')
  return { measured, failed }
}

function tablesOf(measured: readonly Measured[]): Table[] {
  const lines = measured.flatMap((part) => part.lines ?? [])
  const rest = { title: 'Plans, memory of the server, start-up', head: ['what', 'measured'], lines }
  const tables = measured.flatMap((part) => part.tables ?? [])
  return lines.length > 0 ? [...tables, rest] : tables
}
