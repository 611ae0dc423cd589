import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './lib/chromium.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { root } from './lib/paths.mjs'
import { main, run } from './lib/processes.mjs'
import { sumTests, unsteadyTests } from './lib/reports.mjs'

const inModules = (...path) => join(root, 'node_modules', ...path)
const script = (name) => [join(root, 'scripts', name)]
const vitest = (report, ...args) => [
  inModules('vitest', 'vitest.mjs'),
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...args,
]

requireNode()
await main(async () => {
  await ensureInstalled()
  await ensureChromium()
  const reports = mkdtempSync(join(tmpdir(), 'aftercare-reports-'))
  const report = (name) => join(reports, `${name}.json`)
  const steps = [
    [
      'format and lint',
      [inModules('@biomejs', 'biome', 'bin', 'biome'), 'check', '--error-on-warnings', '.'],
    ],
    ['types', script('types.mjs')],
    ['import directions', script('check-imports.mjs')],
    ['migrations', script('check-migrations.mjs')],
    ['dead code', [inModules('knip', 'bin', 'knip.js')]],
    [
      'unit and API tests',
      vitest(report('unit'), '--project=server', '--project=web', '--project=scripts'),
      {},
      report('unit'),
    ],
    ['rules in UTC', vitest(report('utc'), '--project=domain'), { TZ: 'UTC' }, report('utc')],
    [
      'rules in Auckland',
      vitest(report('auckland'), '--project=domain'),
      { TZ: 'Pacific/Auckland' },
      report('auckland'),
    ],
    ['browser tests', script('e2e.mjs'), { AFTERCARE_E2E_REPORT: report('e2e') }, report('e2e')],
  ]
  const results = []
  for (const step of steps) results.push(await runStep(...step))
  rmSync(reports, { recursive: true, force: true })
  printSummary(results)
  return results.every(({ isGreen }) => isGreen) ? 0 : 1
})

/** Later steps run even after a failure: one run shows everything that is wrong. */
async function runStep(name, args, env = {}, reportFile = null) {
  console.log(`\n== ${name}`)
  const startedAt = Date.now()
  const code = await run(process.execPath, args, { env: { ...process.env, ...env } })
  const report = reportFile === null ? null : readReport(reportFile)
  const { passed, failed } = sumTests(report)
  const isGreen = code === 0 && failed === 0
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  console.log(`== ${name}: ${isGreen ? 'ok' : 'FAILED'} after ${seconds} s`)
  // A check that fails without naming tests still counts as one failure.
  return {
    name,
    seconds,
    isGreen,
    passed,
    failed: isGreen ? 0 : Math.max(failed, 1),
    unsteady: unsteadyTests(report),
  }
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

function printSummary(results) {
  console.log('')
  for (const { name, seconds, isGreen } of results) {
    console.log(`${isGreen ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)`)
  }
  const unsteady = results.flatMap((result) => result.unsteady)
  if (unsteady.length > 0) {
    console.log(
      '\nPassed only at the second try. Each is a fault to be found, in the product or in the test:',
    )
    for (const name of unsteady) console.log(`  ${name}`)
  }
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0)
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`)
}
