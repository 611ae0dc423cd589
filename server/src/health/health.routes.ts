import { z } from '@hono/zod-openapi'
import { route, routes } from '../http/route'
import { listFailingJobs } from '../jobs/job-runs.queries'
import { VERSION } from '../version'

const health = z.object({
  status: z.enum(['ok', 'unavailable']),
  database: z.boolean(),
  /** For monitoring; which job and why is shown to staff and in the log. */
  jobs: z.enum(['ok', 'failing', 'unknown']),
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
  const { db, clock } = c.var.services
  try {
    const jobs = (await listFailingJobs(db, clock.now())).length > 0 ? ('failing' as const) : ('ok' as const)
    return c.json({ status: 'ok' as const, database: true, jobs, version: VERSION }, 200)
  } catch (error) {
    c.var.services.log.error({ err: error }, 'the database is not reachable')
    const jobs = 'unknown' as const
    return c.json({ status: 'unavailable' as const, database: false, jobs, version: VERSION }, 503)
  }
})
