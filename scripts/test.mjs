import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureHeadlessShell } from './lib/chromium.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { root } from './lib/paths.mjs'
import { main, runQuietly } from './lib/processes.mjs'
import { failedTests, sumTests } from './lib/reports.mjs'
import { buildForTests } from './lib/test-build.mjs'

const inModules = (...path) => join(root, 'node_modules', ...path)
const script = (name) => [join(root, 'scripts', name)]

requireNode()
await main(async () => {
  await ensureInstalled()
  await ensureHeadlessShell()
  const reports = mkdtempSync(join(tmpdir(), 'aftercare-reports-'))
  const unit = join(reports, 'unit.json')
  const e2e = join(reports, 'e2e.json')
  const startedAt = Date.now()
  // Two lanes need it.
  const built = await runStep('build', build)
  // The lanes use each other's idle time.
  const lanes = await Promise.all([
    runLane([['browser tests', script('e2e.mjs'), { env: { AFTERCARE_E2E_REPORT: e2e }, report: e2e }]]),
    runLane([
      [
        'format and lint',
        [inModules('@biomejs', 'biome', 'bin', 'biome'), 'check', '--error-on-warnings', '.'],
      ],
      ['types', script('types.mjs')],
      ['import directions', script('check-imports.mjs')],
      ['migrations', script('check-migrations.mjs')],
      ['dead code', [inModules('knip', 'bin', 'knip.js')]],
    ]),
    runLane([['unit and API tests', vitest(unit), { report: unit }]]),
  ])
  rmSync(reports, { recursive: true, force: true })
  const results = [built, ...lanes.flat()]
  printSummary(results, Date.now() - startedAt)
  return results.every(({ isGreen }) => isGreen) ? 0 : 1
})

function build() {
  return buildForTests().then(
    () => ({ code: 0, output: '' }),
    (error) => ({ code: 1, output: `${error.message}\n` }),
  )
}

function vitest(report) {
  return [
    inModules('vitest', 'vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
}

/** Later steps run even after a failure: one run shows everything that is wrong. */
async function runLane(steps) {
  const results = []
  for (const step of steps) results.push(await runStep(...step))
  return results
}

/** Prints its output at the end, so that the lanes do not mix theirs. */
async function runStep(name, work, { env = {}, report = null } = {}) {
  console.log(`== ${name}: started`)
  const startedAt = Date.now()
  const { code, output } = await (typeof work === 'function'
    ? work()
    : runQuietly(process.execPath, work, { env: { ...process.env, ...env } }))
  const tests = report === null ? null : readReport(report)
  const { passed, failed } = sumTests(tests)
  const isGreen = code === 0 && failed === 0
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  console.log(`\n${output}== ${name}: ${isGreen ? 'ok' : 'FAILED'} after ${seconds} s`)
  // A check that fails without naming tests still counts as one failure.
  return {
    name,
    seconds,
    isGreen,
    passed,
    failed: isGreen ? 0 : Math.max(failed, 1),
    failures: failedTests(tests),
  }
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

function printSummary(results, ms) {
  console.log('')
  for (const { name, seconds, isGreen, failures } of results) {
    console.log(`${isGreen ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)`)
    for (const test of failures) console.log(`          ${test}`)
  }
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0)
  console.log(`\nafter ${(ms / 60_000).toFixed(1)} minutes`)
  console.log(`${total('passed')} passed, ${total('failed')} failed`)
}
