import { setTimeout as sleep } from 'node:timers/promises'
import { checkRunOnce, compareRuns, type JobRun } from '../lib/job-runs'
import { type Programme, query, registerFamily, seedProgramme } from '../lib/programme'
import { expectEqual, type Finding } from '../lib/report'
import { startWriteLoad, type WriteLoad } from '../lib/write-load'
import { startBackups } from './backups'
import { startDirectWrites } from './direct-writes'
import type { ClusterEvent, Scene } from './events'
import { startExports } from './exports'
import { waitUntil } from './members'
import type { Machine } from './network'
import { makeNewerBuild, migrationsOf } from './newer-build'
import { startReads } from './reads'
import { type Cluster, databaseUrlOf, type Host, startCluster, superuserUrlOf } from './start-cluster'
import { watchFamily } from './watched-family'

const FAMILIES = 150
const REGISTER_EVERY_MS = 3_000
/** Of the mail worker: mails in the hands of an instance that is killed may go out twice, with one Message-ID. */
const MAILS_AT_ONCE = 4
const MAX_SILENCE_MS = 90_000
/** Of a registration: for longer than any failover. */
const MAX_ATTEMPTS = 400

export type EventResult = { name: string; gapMs: number; figures: string; faults: string[] }

export type RunOptions = {
  build: string
  machines: Machine[]
  events: readonly ClusterEvent[]
  withPgbouncer: boolean
  /** A scheduled job is due twenty seconds later, during the first event. */
  startAt: string
  jobs: readonly JobRun[]
  logs: string
}

/** All events, one after the other, under one load; returns a line for each and the totals. */
export async function runEvents(options: RunOptions): Promise<{ results: EventResult[]; totals: Finding }> {
  const { build, machines, withPgbouncer, logs } = options
  const cluster = await startCluster({ machines, migrations: migrationsOf(build), withPgbouncer, logs })
  const newer = makeNewerBuild(build)
  let current = build
  const offsetMs = Date.parse(options.startAt) - Date.now()
  let kills = 0
  const startInstance = (host: Host) => cluster.startInstance(host, current, new Date(Date.now() + offsetMs))
  const stopInstance: Cluster['stopInstance'] = (host, signal) => {
    if (signal === 'SIGKILL') kills += 1
    return cluster.stopInstance(host, signal)
  }
  const programme = await seedProgramme(databaseUrlOf(await cluster.primary()), FAMILIES)
  await Promise.all(cluster.hosts.map(startInstance))
  await waitUntil(cluster.error)

  const port = cluster.webPort
  const writes = startWriteLoad(programme, () => port, { count: 4, pauseMs: 40 })
  const watched = watchFamily(programme, port)
  const reading = startReads(programme, port)
  const exporting = startExports(programme, () => port, 2)
  const backups = startBackups(async () => databaseUrlOf(await cluster.primary()))
  const direct = startDirectWrites(cluster.hosts)
  const registering = startRegistrations(programme, port)
  const results: EventResult[] = []
  for (const event of options.events) {
    console.log(`-- ${event.name}`)
    const result = await runEvent(
      event,
      { writes, watched, direct },
      {
        cluster: { ...cluster, stopInstance },
        startInstance,
        upgrade: () => {
          current = newer
        },
      },
    )
    console.log(`   ${describe(result)}`)
    results.push(result)
  }

  const faults: string[] = []
  await writes.stop()
  await watched.stop()
  await direct.stop()
  const registered = await registering.stop(faults)
  const read = await reading.stop(faults)
  const exported = await exporting.stop(faults)
  const primary = await cluster.primary()
  const url = databaseUrlOf(primary)
  const figures = `${await writes.compare(url, faults)}, ${writes.statuses.get(503) ?? 0} answers 503, ${writes.statuses.get(0) ?? 0} without a response`
  await checkRegistrations(url, registered, faults)
  expectEqual(faults, 'direct writes acknowledged and lost', await direct.countLost(primary), 0)
  faults.push(...(await compareRuns(url, options.jobs)))
  faults.push(...(await checkRunOnce(url, cluster.logsOfInstances(), true)))
  const mails = await checkMails(cluster, url, kills * MAILS_AT_ONCE, faults)
  const backedUp = await backups.stop(superuserUrlOf(primary), migrationsOf(current), faults)
  await cluster.stop()
  return {
    results,
    totals: {
      figures: `${figures}; ${read} dashboards read; ${registered} families registered once each; ${mails}; ${options.jobs.join(', ')} once; ${exported} exports whole; ${backedUp}`,
      faults,
    },
  }
}

const describe = ({ gapMs, figures, faults }: EventResult) =>
  `${(gapMs / 1000).toFixed(1)} s without writes; ${figures}${faults.map((fault) => `; FAILED: ${fault}`).join('')}`

type Load = {
  writes: WriteLoad
  watched: ReturnType<typeof watchFamily>
  direct: ReturnType<typeof startDirectWrites>
}

async function runEvent(
  event: ClusterEvent,
  { writes, watched, direct }: Load,
  scene: Pick<Scene, 'cluster' | 'startInstance' | 'upgrade'>,
): Promise<EventResult> {
  const { cluster } = scene
  const faults: string[] = []
  const primary = await cluster.primary()
  const standby = cluster.hosts.find(({ name }) => name !== primary.name)
  if (!standby) throw new Error('There is no standby')
  const startedAt = Date.now()
  const attempt = async (work: () => Promise<void>) => {
    await work().catch((error: Error) => faults.push(error.message))
  }
  let caughtUpMs = 0
  const resumed = async () => {
    await waitForWrites(writes)
    caughtUpMs = Math.max(caughtUpMs, await watched.catchUpMs())
  }
  await attempt(() => event.run({ ...scene, primary, standby, resumed }))
  await attempt(() => waitUntil(cluster.error, 180_000))
  const repairedMs = Date.now() - startedAt
  await attempt(resumed)
  // Writes to a server that has just become a standby are worth a look as well.
  await sleep(2_000)
  const now = await cluster.primary()
  const hasMoved = now.name !== primary.name
  if (event.movesPrimary !== undefined && event.movesPrimary !== hasMoved)
    faults.push(hasMoved ? 'the primary moved' : 'the primary did not move')
  const former = direct.atFormerPrimary(primary, startedAt)
  if (hasMoved) expectEqual(faults, 'writes acknowledged by the former primary', former.acknowledged, 0)
  await writes.compare(databaseUrlOf(now), faults)
  const figures = [
    hasMoved ? `new primary, the former one refused ${former.attempts} direct writes` : 'same primary',
    `whole after ${(repairedMs / 1000).toFixed(0)} s`,
    `pages caught up in ${(caughtUpMs / 1000).toFixed(1)} s`,
  ].join('; ')
  return { name: event.name, gapMs: writes.longestGapMs(startedAt), figures, faults }
}

async function waitForWrites(writes: WriteLoad): Promise<void> {
  const before = writes.acknowledged()
  await waitUntil(
    () => (writes.acknowledged() > before + 20 ? null : 'writes did not resume'),
    MAX_SILENCE_MS,
  )
}

/** One family after the other registers both children, and retries until it succeeds. */
function startRegistrations(programme: Programme, port: number) {
  let isStopped = false
  let isRejected = false
  const run = async () => {
    let registered = 0
    for (const family of programme.families.slice(1)) {
      if (isStopped) break
      let attempts = 0
      while ((await registerFamily(port, programme, family)).status !== 200) {
        attempts += 1
        if (attempts === MAX_ATTEMPTS) {
          isRejected = true
          return registered
        }
        await sleep(250)
      }
      registered += 1
      await sleep(REGISTER_EVERY_MS)
    }
    return registered
  }
  const running = run()
  return {
    stop: async (faults: string[]): Promise<number> => {
      isStopped = true
      const registered = await running
      if (isRejected) faults.push('a registration was never accepted')
      return registered
    },
  }
}

async function checkRegistrations(url: string, families: number, faults: string[]): Promise<void> {
  const [counts] = await query<Record<'rows' | 'children', string>>(
    url,
    'select count(*) as rows, count(distinct child_id) as children from submissions',
  )
  expectEqual(faults, 'registrations', Number(counts?.rows), families * 2)
  expectEqual(faults, 'registered children', Number(counts?.children), families * 2)
}

/** A mail leased by a killed instance is sent when the lease expires, after at most three minutes. */
async function checkMails(
  { mailbox }: Cluster,
  url: string,
  maxDoubled: number,
  faults: string[],
): Promise<string> {
  const count = async () => {
    const [row] = await query<Record<'waiting' | 'sent', string>>(
      url,
      `select count(*) filter (where state <> 'sent') as waiting, count(*) filter (where state = 'sent') as sent from outbox`,
    )
    return { waiting: Number(row?.waiting), sent: Number(row?.sent) }
  }
  await waitUntil(async () => {
    const { waiting } = await count()
    return waiting === 0 ? null : `${waiting} mails wait`
  }, 220_000).catch((error: Error) => faults.push(error.message))
  const { sent } = await count()
  const arrived = new Set(mailbox.received.map(({ mail }) => mail.messageId))
  const lost = sent - arrived.size
  expectEqual(faults, 'mails lost', lost, 0)
  const doubled = mailbox.received.length - arrived.size
  if (doubled > maxDoubled) faults.push(`${doubled} mails arrived twice`)
  return `${arrived.size} mails, ${lost} lost, ${doubled} twice`
}
