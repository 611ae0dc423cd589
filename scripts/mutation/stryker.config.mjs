import { currentPart } from './parts.mjs'

const { name, folder, mutate, minScore } = currentPart()
const inFolder = (pattern) =>
  pattern.startsWith('!') ? `!${folder}/${pattern.slice(1)}` : `${folder}/${pattern}`
const cache = '.cache/mutation'

export default {
  mutate: mutate.map(inFolder),
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'scripts/mutation/vitest.config.mjs' },
  coverageAnalysis: 'perTest',
  // Each mutant in a module's top level would load the server again and run all tests: a minute.
  ignoreStatic: folder === 'server',
  thresholds: { high: 95, low: minScore, break: minScore },
  // A busy machine must not count slowness as a killed mutant.
  concurrency: 2,
  timeoutMS: 60_000,
  timeoutFactor: 4,
  dryRunTimeoutMinutes: 30,
  // Only what changed since the last run is tested again. All files are in `.cache/`, which git ignores.
  incremental: true,
  incrementalFile: `${cache}/${name}.json`,
  tempDirName: `${cache}/sandbox-${name}`,
  jsonReporter: { fileName: `${cache}/${name}-report.json` },
  reporters: ['progress-append-only', 'clear-text', 'json'],
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
  // What the tests read.
  ignorePatterns: [
    '**',
    '!domain/**',
    '!server/**',
    '!docs/rules/**',
    '!scripts/mutation/**',
    '!tsconfig.base.json',
    '!package.json',
  ],
  // Stryker would read it with an API that TypeScript 7 does not have; vitest needs none.
  tsconfigFile: 'none',
  warnings: { slow: false },
}
