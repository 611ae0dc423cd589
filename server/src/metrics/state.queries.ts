import type { Queryable } from '../db/client'
import { rows, sql } from '../db/sql'
import type { OutboxRow } from '../db/tables'
import type { Services } from '../http/context'
import { listFailingJobs, listJobTimes } from '../jobs/job-runs.queries'
import { scheduledJobs } from '../jobs/jobs'
import type { Metric } from './text-format'

type Gauge = Omit<Metric, 'type'>
const gauge = (metric: Gauge): Metric => ({ ...metric, type: 'gauge' })

/** Of this process. */
export const describeProcess = ({ pool, streams }: Pick<Services, 'pool' | 'streams'>): Metric[] => [
  gauge({
    name: 'db_pool_connections',
    help: 'Connections to the database.',
    values: [
      { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
    ],
  }),
  gauge({
    name: 'db_pool_max_connections',
    help: 'As many connections the pool opens at most.',
    values: [{ value: pool.options.max }],
  }),
  gauge({
    name: 'db_pool_waiting',
    help: 'Work that waits for a connection.',
    values: [{ value: pool.waitingCount }],
  }),
  gauge({ name: 'live_streams', help: 'Open event streams: pages.', values: [{ value: streams.count() }] }),
]

/** Of the database, the same from every instance. */
export async function describeDatabase(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
): Promise<Metric[]> {
  return [...(await describeOutbox(services)), ...(await describeJobs(services))]
}

const STATES: readonly OutboxRow['state'][] = ['queued', 'sending', 'held', 'sent', 'failed']
const UNSENT = STATES.slice(0, 3)

async function describeOutbox({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<Metric[]> {
  const found = await countMails(db, clock.now())
  const of = (state: string) => found.find((row) => row.state === state)
  return [
    gauge({
      name: 'outbox_mails',
      help: 'Mails and events of which mails are composed.',
      values: STATES.map((state) => ({ labels: { state }, value: of(state)?.mails ?? 0 })),
    }),
    gauge({
      name: 'outbox_oldest_age_seconds',
      help: 'How long the oldest one has been due; 0 if there is none.',
      values: UNSENT.map((state) => ({ labels: { state }, value: Math.max(0, of(state)?.age_seconds ?? 0) })),
    }),
  ]
}

const countMails = (db: Queryable, now: Date) =>
  rows<{ state: string; mails: number; age_seconds: number }>(
    db,
    sql`select state, count(*)::int as mails,
        extract(epoch from ${now.toISOString()}::timestamptz - min(greatest(created_at, send_after)))::float8 as age_seconds
      from outbox group by state`,
  )

const secondsOf = (instant: string) => Date.parse(instant) / 1_000

async function describeJobs({
  db,
  clock,
  config,
}: Pick<Services, 'db' | 'clock' | 'config'>): Promise<Metric[]> {
  const now = clock.now()
  const scheduled = scheduledJobs(config)
  const times = await listJobTimes(db, now, scheduled)
  const failing = await listFailingJobs(db, now, scheduled)
  const finished = times.flatMap(({ job, finished_at }) =>
    finished_at ? [{ labels: { job }, value: secondsOf(finished_at) }] : [],
  )
  return [
    gauge({
      name: 'job_failing',
      help: '1 while the last run of a job failed.',
      values: scheduled.map((job) => ({
        labels: { job },
        value: failing.some((one) => one.job === job) ? 1 : 0,
      })),
    }),
    gauge({
      name: 'job_last_success_timestamp_seconds',
      help: 'When a job last succeeded; none if it never did.',
      values: finished,
    }),
    gauge({
      name: 'backup_last_success_timestamp_seconds',
      help: 'When the last nightly backup succeeded; none before the first.',
      values: finished.flatMap(({ labels, value }) => (labels.job === 'backup' ? [{ value }] : [])),
    }),
  ]
}
