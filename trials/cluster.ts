import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../testkit/built-server'
import { EVENTS } from './cluster/events'
import { createMachines } from './cluster/network'
import { type EventResult, type RunOptions, runEvents } from './cluster/run-events'
import type { Finding } from './lib/report'

/** docs/scaling.md in three network namespaces; started by scripts/cluster.mjs. */
const { values, positionals } = parseArgs({ options: { logs: { type: 'string' } }, allowPositionals: true })
const wanted = positionals.length > 0 ? positionals : ['']
const logs = values.logs ?? temporaryFolder('logs')
mkdirSync(logs, { recursive: true })
// Every child process adds an exit listener.
process.setMaxListeners(0)
const machines = createMachines(['one', 'two', 'three'])
const build = process.env.AFTERCARE_BUILD ?? ''
const shared = { build, machines, logs }
const RUNS: (Pick<RunOptions, 'withPgbouncer' | 'startAt' | 'jobs'> & { title: string })[] = [
  {
    title: 'direct',
    withPgbouncer: false,
    startAt: '2026-11-16T11:59:40-05:00',
    jobs: [
      'daily-attendance-report 2026-11-16',
      'retention 2026-11-16',
      'forget-families 2026-11-16',
      'backup 2026-11-16',
    ],
  },
  {
    title: 'behind PgBouncer',
    withPgbouncer: true,
    startAt: '2026-11-16T02:29:40-05:00',
    jobs: ['retention 2026-11-15', 'forget-families 2026-11-15', 'backup 2026-11-15', 'backup 2026-11-16'],
  },
]

const finished: { title: string; results: EventResult[]; totals: Finding }[] = []
for (const run of RUNS) {
  const isWanted = (name: string) => wanted.some((part) => `${run.title}: ${name}`.includes(part))
  const events = EVENTS.filter(({ name }) => isWanted(name))
  if (events.length === 0) continue
  console.log(`\n== ${run.title}`)
  finished.push({ title: run.title, ...(await runEvents({ ...shared, ...run, events })) })
}
for (const { title, results, totals } of finished) {
  console.log(`\n${title}: ${totals.figures}`)
  for (const fault of totals.faults) console.log(`FAILED  ${fault}`)
  for (const { name, gapMs, figures, faults } of results) {
    const state = faults.length === 0 ? 'ok' : 'FAILED'
    const seconds = (gapMs / 1000).toFixed(1).padStart(5)
    console.log(`${state.padEnd(8)}${name.padEnd(46)}${seconds} s  ${[...faults, figures].join('; ')}`)
  }
}
if (finished.length === 0) console.error(`No event is called ${wanted.join(' or ')}`)
const hasFaults = finished.some(
  ({ results, totals }) => totals.faults.length > 0 || results.some(({ faults }) => faults.length > 0),
)
process.exit(finished.length > 0 && !hasFaults ? 0 : 1)
