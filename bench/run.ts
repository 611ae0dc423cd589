import { loadavg } from 'node:os'
import { startThrowawayPostgres } from '../server/src/db/postgres/throwaway'
import { floorDatabase, productDatabase, undoWrites } from './databases'
import { feltTable } from './felt'
import { compareSizes } from './growth'
import { exportLine, listenersLine, startLine } from './memory'
import { FULL, type Pace, QUICK } from './pace'
import { readWhole } from './plans'
import { type Contender, start } from './processes'
import { compareWorks } from './six-works'
import { machine, print, type Table, writeInto } from './tables'
import { verify } from './verify'

/**
 * How much work it is, as ratios within one run: machines differ and are noisy, the relation between two figures of
 * the same minute is not. Writes docs/performance.md, unless it is only a try.
 */
const isFeltOnly = process.argv.includes('--felt')
const isQuick = process.argv.includes('--quick')
const pace = isQuick ? QUICK : FULL
const intro = machine(loadavg()[0] ?? Number.NaN)
const postgres = await startThrowawayPostgres()
try {
  const { tables, whole } = isFeltOnly
    ? await measureFelt(postgres.url)
    : await measureAll(postgres.url, pace)
  print(tables)
  if (!isQuick && !isFeltOnly) writeInto(new URL('../docs/performance.md', import.meta.url), intro, tables)
  if (whole.length > 0) {
    console.error(`Read from end to end: ${whole.join(', ')}`)
    process.exitCode = 1
  }
} finally {
  await postgres.stop()
}

async function measureFelt(serverUrl: string) {
  const product = await start('product', await productDatabase(serverUrl, 1))
  const tables = [await feltTable(product)]
  await product.stop()
  return { tables, whole: [] }
}

async function measureAll(serverUrl: string, { sizes, listeners }: Pace) {
  const productUrl = await productDatabase(serverUrl, 1)
  const floorUrl = await floorDatabase(serverUrl, productUrl)
  const [product, floor] = [await start('product', productUrl), await start('floor', floorUrl)]
  await verify(product, floor)
  for (const { name, databaseUrl } of [product, floor]) await undoWrites(name, databaseUrl)
  console.log('Both answer the same.')
  const works = await compareWorks(serverUrl, product, floor, pace)
  await floor.stop()
  const felt = await feltTable(product)

  const bySize = new Map<number, Contender>([[1, product]])
  for (const size of sizes.filter((times) => times > 1))
    bySize.set(size, await start('product', await productDatabase(serverUrl, size)))
  const largest = [...bySize.values()].at(-1) ?? product
  let growth: Table | undefined
  const whole = await readWhole(largest.databaseUrl, async () => {
    growth = await compareSizes(serverUrl, bySize, pace)
  })
  const lines = [
    ['large tables read from end to end by these reads', whole.length === 0 ? 'none' : whole.join(', ')],
    await listenersLine(productUrl, listeners),
    await exportLine(largest),
  ]
  for (const contender of bySize.values()) await contender.stop()
  lines.push(await startLine(productUrl, floorUrl, pace))
  const rest = { title: 'Plans, memory of the server, start-up', head: ['what', 'measured'], lines }
  return { tables: [works, ...(growth ? [growth] : []), rest, felt], whole }
}
