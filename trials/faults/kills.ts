import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readPassword } from '../../server/src/db/postgres/cluster'
import { urlOf } from '../../server/src/db/postgres/database-owner'
import { temporaryFolder } from '../../testkit/built-server'
import { freePort } from '../../testkit/free-port.mjs'
import { seedProgramme } from '../lib/programme'
import { expectEqual, type Finding } from '../lib/report'
import { startTrialServer } from '../lib/trial-server'
import { startWriteLoad } from '../lib/write-load'

const TIMEOUT_MS = 120_000

/** The product with its embedded PostgreSQL and real fsync, killed repeatedly while payments are written. */
async function ownDatabase(build: string) {
  const dataDir = temporaryFolder('kills')
  const settings = { DATA_DIR: dataDir, PORT: String(await freePort()) }
  const clusterDir = join(dataDir, 'postgres')
  const pidFile = () => readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')
  const start = () => startTrialServer(build, settings)
  return {
    start,
    postgresPid: () => Number(pidFile()[0]),
    url: () => urlOf(Number(pidFile()[3]), readPassword(clusterDir)),
  }
}

export async function serverKills(build: string, times: number): Promise<Finding> {
  const own = await ownDatabase(build)
  let server = await own.start()
  const programme = await seedProgramme(own.url(), 20)
  const writeLoad = startWriteLoad(programme, () => server.port)
  for (let kill = 0; kill < times; kill += 1) {
    await sleep(300 + Math.random() * 1_200)
    await server.stop('SIGKILL')
    server = await own.start()
  }
  await sleep(1_000)
  await writeLoad.stop()
  const faults: string[] = []
  const figures = await writeLoad.compare(own.url(), faults)
  await server.stop('SIGTERM')
  return { figures: `${times} kills, ${figures}`, faults }
}

export async function postgresKills(build: string, times: number): Promise<Finding> {
  const own = await ownDatabase(build)
  const server = await own.start()
  const programme = await seedProgramme(own.url(), 20)
  const writeLoad = startWriteLoad(programme, () => server.port)
  for (let kill = 0; kill < times; kill += 1) {
    const before = writeLoad.acknowledged()
    await waitFor(() => writeLoad.acknowledged() > before + 20)
    process.kill(own.postgresPid(), 'SIGKILL')
    await sleep(200)
  }
  const before = writeLoad.acknowledged()
  await waitFor(() => writeLoad.acknowledged() > before + 20)
  await writeLoad.stop()
  const faults: string[] = []
  const figures = await writeLoad.compare(own.url(), faults)
  expectEqual(faults, 'ends of the server', server.isRunning() ? 0 : 1, 0)
  expectEqual(faults, 'requests without an answer', writeLoad.statuses.get(0) ?? 0, 0)
  const rejected = writeLoad.statuses.get(503) ?? 0
  await server.stop('SIGTERM')
  return { figures: `${times} kills, ${figures}, ${rejected} answers 503, ${seconds(writeLoad)}`, faults }
}

const seconds = ({ longestGapMs }: { longestGapMs(): number }) =>
  `at most ${(longestGapMs() / 1000).toFixed(1)} s without a write`

async function waitFor(predicate: () => boolean): Promise<void> {
  const end = Date.now() + TIMEOUT_MS
  while (!predicate()) {
    if (Date.now() > end) throw new Error('It never recovered')
    await sleep(50)
  }
}
