import { buildForTests } from '../scripts/lib/test-build.mjs'
import { failover } from './cluster/failover'
import { findPrograms } from './cluster/packages'
import { runTrials } from './lib/report'

/** The setup of docs/scaling.md, with all its processes on this machine's loopback. */
const programs = findPrograms()
// Every child process adds an exit listener.
process.setMaxListeners(0)
const build = await buildForTests()
const trials = [
  { name: 'failover', run: () => failover(build, programs, false) },
  { name: 'failover behind PgBouncer', run: () => failover(build, programs, true) },
]
const wanted = process.argv[2] ?? ''
const passed = await runTrials(trials.filter(({ name }) => name.includes(wanted)))
process.exit(passed ? 0 : 1)
