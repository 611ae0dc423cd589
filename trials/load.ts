import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { describeMachine, markdown, writeInto } from '../bench/tables'
import { buildForTests } from '../scripts/lib/test-build.mjs'
import { tearDown } from './lib/setup'
import { drawChart } from './load/chart'
import { curvesOf, findKnee, reconnectTableOf, tableOf } from './load/figures'
import { type Measured, openingMinute } from './load/opening-minute'
import { type Reconnected, reconnectStorm } from './load/reconnect-storm'

/**
 * load.ts [--families=500,1000,…]: opens the registration for ever more families, until responses take longer than a
 * second and beyond; then deploys while each has a page open. A run of all steps writes docs/performance.md and its picture.
 */
const STEPS = [500, 1_000, 2_000, 3_500, 5_000]
const SIGN_IN_SHARE = 0.1

const { values } = parseArgs({ options: { families: { type: 'string' } } })
const steps = values.families?.split(',').map(Number) ?? STEPS
// Every child process adds an exit listener, and exit handlers do not run on a signal alone.
process.setMaxListeners(0)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
const build = await buildForTests()
const intro = describeMachine(loadavg()[0] ?? Number.NaN)

const measured: Measured[] = []
const reconnected: Reconnected[] = []
for (const families of steps) {
  console.log(`${families} families ...`)
  measured.push(await openingMinute(build, { families, signInShare: SIGN_IN_SHARE }))
  reconnected.push(await reconnectStorm(build, families))
}
await tearDown()

const knee = findKnee(measured)
const tables = [markdown(tableOf(measured)), markdown(reconnectTableOf(reconnected))]
console.log(`\n${[intro, ...tables].join('\n\n')}\n`)
console.log(knee ? `p95 passes one second at about ${knee} families.` : 'p95 stays below one second.')
for (const { families, faults } of measured)
  for (const fault of new Set(faults)) console.error(`${families} families: ${fault}`)
for (const { pages, faults } of reconnected)
  for (const fault of new Set(faults)) console.error(`${pages} pages after a deployment: ${fault}`)
if (!values.families) {
  const title = 'p95 in the opening minute by the number of families'
  const picture = new URL('../docs/pictures/opening-minute.svg', import.meta.url)
  writeFileSync(picture, drawChart(curvesOf(measured), knee, title))
  const image = `<img src="pictures/opening-minute.svg" width="760" alt="${title}">`
  writeInto(new URL('../docs/performance.md', import.meta.url), 'load', [intro, image, ...tables])
}
process.exit([...measured, ...reconnected].some(({ faults }) => faults.length > 0) ? 1 : 0)
