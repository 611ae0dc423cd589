import { z } from '@hono/zod-openapi'
import { route, routes } from '../http/route'
import { VERSION } from '../version'

const health = z.object({ status: z.enum(['ok', 'unavailable']), database: z.boolean(), version: z.string() })

const readHealth = route('health.read', {
  method: 'get',
  path: '/health',
  responses: {
    200: { description: 'The database answers', content: { 'application/json': { schema: health } } },
    503: { description: 'The database does not answer', content: { 'application/json': { schema: health } } },
  },
})

export const healthRoutes = routes().openapi(readHealth, async (c) => {
  try {
    await c.var.services.pool.query('select 1')
    return c.json({ status: 'ok' as const, database: true, version: VERSION }, 200)
  } catch (error) {
    c.var.services.log.error({ err: error }, 'the database does not answer')
    return c.json({ status: 'unavailable' as const, database: false, version: VERSION }, 503)
  }
})
