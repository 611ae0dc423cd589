import { buildForTests } from '../scripts/lib/test-build.mjs'
import { backupsUnderLoad } from './faults/backups'
import { clockChanges } from './faults/clock-changes'
import { clockJumps } from './faults/clock-jumps'
import { connectionsExhausted, databaseAway, hangingQuery } from './faults/database-down'
import { flakySmtp } from './faults/flaky-smtp'
import { frozenConnections } from './faults/frozen-connections'
import { fullDisk } from './faults/full-disk'
import { fullOutbox } from './faults/full-outbox'
import { postgresKills, serverKills } from './faults/kills'
import { informationEvening } from './information-evening'
import { longForm } from './lib/long-form'
import { runTrials, type Trial } from './lib/report'
import { tearDown } from './lib/setup'
import { loadSpike } from './load-spike'

/** Everything that takes minutes: load, faults, races and attacks on the built product, on this machine's loopback alone. */
// Everything started has a hand on this process's end.
process.setMaxListeners(0)
const build = await buildForTests()
const trials: Trial[] = [
  {
    name: 'opening rush: 500 families, 100 guests, 20 staff',
    run: () => loadSpike(build, { families: 500, guests: 100, staff: 20 }),
  },
  {
    name: 'information evening: 200 sign-ins at once behind one address',
    run: () => informationEvening(build, 200),
  },
  { name: '20 kills of the server under payments', run: () => serverKills(build, 20) },
  { name: '10 kills of PostgreSQL under payments', run: () => postgresKills(build, 10) },
  { name: 'the database away for 10 s', run: () => databaseAway(build, 10_000) },
  { name: 'the database away for 2 minutes', run: () => databaseAway(build, 120_000) },
  { name: "all of the database's connections taken", run: () => connectionsExhausted(build) },
  { name: 'a query that hangs', run: () => hangingQuery(build) },
  { name: 'frozen connections', run: () => frozenConnections(build) },
  { name: 'a mail server refusing, hanging, dropping', run: () => flakySmtp(build) },
  { name: 'a full disk', run: () => fullDisk(build) },
  { name: 'a full outbox folder', run: () => fullOutbox(build) },
  { name: 'both clock changes', run: () => clockChanges(build) },
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
const didHold = await runTrials(trials.filter(({ name }) => name.includes(wanted)))
await tearDown()
process.exit(didHold ? 0 : 1)
