import { buildForTests } from '../scripts/lib/test-build.mjs'
import { failover } from './cluster/failover'
import { findPrograms } from './cluster/packages'
import { runTrials } from './lib/report'

/** Several machines' worth of programs on this one's loopback: what an operator gets who follows docs/scaling.md. */
const programs = findPrograms()
// Everything started has a hand on this process's end.
process.setMaxListeners(0)
const build = await buildForTests()
const trials = [
  { name: 'failover', run: () => failover(build, programs, false) },
  { name: 'failover behind PgBouncer', run: () => failover(build, programs, true) },
]
const wanted = process.argv[2] ?? ''
const didHold = await runTrials(trials.filter(({ name }) => name.includes(wanted)))
process.exit(didHold ? 0 : 1)
