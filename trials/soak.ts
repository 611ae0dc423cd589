import { buildForTests } from '../scripts/lib/test-build.mjs'
import { backupsUnderLoad } from './faults/backups'
import { clockChanges } from './faults/clock-changes'
import { clockJumps } from './faults/clock-jumps'
import { connectionsExhausted, databaseDown, hangingQuery } from './faults/database-down'
import { flakySmtp } from './faults/flaky-smtp'
import { frozenConnections } from './faults/frozen-connections'
import { fullDisk } from './faults/full-disk'
import { fullOutbox } from './faults/full-outbox'
import { postgresKills, serverKills } from './faults/kills'
import { longForm } from './lib/long-form'
import { runTrials, type Trial } from './lib/report'
import { tearDown } from './lib/setup'
import { informationEvening } from './load/information-evening'
import { loadSpike } from './load/load-spike'

/** Tests that take minutes: load, faults, races and fuzzing of the built product, on loopback only. */
// Every child process adds an exit listener.
process.setMaxListeners(0)
const build = await buildForTests()
const trials: Trial[] = [
  {
    name: 'load spike: 500 families, 100 guests, 20 staff',
    run: () => loadSpike(build, { families: 500, guests: 100, staff: 20, signInShare: 1 }),
  },
  {
    name: 'information evening: 200 sign-ins at once behind one IP address',
    run: () => informationEvening(build, 200),
  },
  { name: 'server killed 20 times under payments', run: () => serverKills(build, 20) },
  { name: 'PostgreSQL killed 10 times under payments', run: () => postgresKills(build, 10) },
  { name: 'database down for 10 s', run: () => databaseDown(build, 10_000) },
  { name: 'database down for 2 minutes', run: () => databaseDown(build, 120_000) },
  { name: 'all database connections taken', run: () => connectionsExhausted(build) },
  { name: 'hanging query', run: () => hangingQuery(build) },
  { name: 'frozen connections', run: () => frozenConnections(build) },
  { name: 'flaky SMTP: refusing, hanging, dropping', run: () => flakySmtp(build) },
  { name: 'full disk', run: () => fullDisk(build) },
  { name: 'full outbox folder', run: () => fullOutbox(build) },
  { name: 'DST changes', run: () => clockChanges(build) },
  { name: 'clock jumps under a running server', run: () => clockJumps(build) },
  { name: 'backups under payments, damaged backups', run: () => backupsUnderLoad(build, 5) },
  {
    name: 'registering against closing a day, 200 rounds',
    run: () => longForm('server/src/registration/closing-race.test.ts', { RACE_ROUNDS: '200' }),
  },
  {
    name: '50,000 generated requests',
    run: () => longForm('server/fuzz/fuzz.test.ts', { FUZZ_REQUESTS: '50000' }),
  },
]
const wanted = process.argv[2] ?? ''
const chosen = trials.filter(({ name }) => name.includes(wanted))
if (chosen.length === 0)
  console.error(`No trial is called "${wanted}": ${trials.map(({ name }) => name).join(', ')}`)
const passed = chosen.length > 0 && (await runTrials(chosen))
await tearDown()
process.exit(passed ? 0 : 1)
