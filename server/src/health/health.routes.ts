import { JOB_NAMES } from '@aftercare/domain/lib/enums'
import { z } from '@hono/zod-openapi'
import type { Services } from '../http/context'
import { route, routes } from '../http/route'
import { listFailingJobs, listJobTimes } from '../jobs/job-runs.queries'
import { scheduledJobs } from '../jobs/jobs'
import { VERSION } from '../version'

const health = z.object({
  status: z.enum(['ok', 'unavailable']),
  database: z.boolean(),
  /** For monitoring. Why a job failed is in the log only: anybody can read this. */
  jobs: z.enum(['ok', 'failing', 'unknown']),
  last_failures: z.array(z.object({ job: z.enum(JOB_NAMES), failed_at: z.string() })),
  /** Null if this server makes none; an age of null means none yet. */
  backup: z.object({ age_seconds: z.number().int().nullable() }).nullable(),
  version: z.string(),
})

const readHealth = route('health.read', {
  method: 'get',
  path: '/health',
  responses: {
    200: { description: 'The database is reachable', content: { 'application/json': { schema: health } } },
    503: {
      description: 'The database is not reachable',
      content: { 'application/json': { schema: health } },
    },
  },
})

export const healthRoutes = routes().openapi(readHealth, async (c) => {
  try {
    const jobs = await findJobHealth(c.var.services)
    return c.json({ status: 'ok' as const, database: true, ...jobs, version: VERSION }, 200)
  } catch (error) {
    c.var.services.log.error({ err: error }, 'the database is not reachable')
    const jobs = { jobs: 'unknown' as const, last_failures: [], backup: null }
    return c.json({ status: 'unavailable' as const, database: false, ...jobs, version: VERSION }, 503)
  }
})

async function findJobHealth({ db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>) {
  const now = clock.now()
  const scheduled = scheduledJobs(config)
  const failing = await listFailingJobs(db, now, scheduled)
  const times = await listJobTimes(db, now, scheduled)
  const lastBackup = times.find(({ job }) => job === 'backup')?.finished_at
  const ageSeconds = lastBackup ? Math.floor((now.getTime() - Date.parse(lastBackup)) / 1_000) : null
  return {
    jobs: failing.length > 0 ? ('failing' as const) : ('ok' as const),
    last_failures: times.flatMap(({ job, failed_at }) => (failed_at ? [{ job, failed_at }] : [])),
    backup: scheduled.includes('backup') ? { age_seconds: ageSeconds } : null,
  }
}
