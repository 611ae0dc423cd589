import { timingSafeEqual } from 'node:crypto'
import { z } from '@hono/zod-openapi'
import type { AppContext } from '../http/context'
import { route, routes } from '../http/route'
import { hashSecret } from '../secrets'
import { VERSION } from '../version'
import { describeDatabase, describeProcess } from './state.queries'
import { CONTENT_TYPE, formatMetrics, type Metric } from './text-format'

const read = route('metrics.read', {
  method: 'get',
  path: '/api/metrics',
  responses: {
    200: { description: "Prometheus' text format", content: { 'text/plain': { schema: z.string() } } },
    401: { description: 'The token is missing or wrong', content: { 'text/plain': { schema: z.string() } } },
  },
})

/** Only where METRICS_TOKEN is set. */
export const metricsRoutes = (token: string) =>
  routes().openapi(read, async (c) => {
    if (!isToken(c, token)) {
      const headers = { 'WWW-Authenticate': 'Bearer' }
      return c.text('The token is missing or wrong.\n', 401, headers)
    }
    return c.text(formatMetrics(await collect(c)), 200, { 'Content-Type': CONTENT_TYPE })
  })

/** Compared as hashes, which have one length, in constant time. */
function isToken(c: AppContext, token: string): boolean {
  const [, given] = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? []
  const digest = (secret: string) => Buffer.from(hashSecret(secret))
  return given !== undefined && timingSafeEqual(digest(given), digest(token))
}

async function collect(c: AppContext): Promise<Metric[]> {
  const { services, buildId } = c.var
  const info: Metric = {
    name: 'build_info',
    help: 'What runs.',
    type: 'gauge',
    values: [{ labels: { version: VERSION, build: buildId ?? '' }, value: 1 }],
  }
  const state = await describeDatabase(services).catch((error) => {
    services.log.warn({ err: error }, 'the metrics of the database could not be read')
    return null
  })
  const up: Metric = {
    name: 'db_up',
    help: '1 if the database responded.',
    type: 'gauge',
    values: [{ value: state ? 1 : 0 }],
  }
  return [info, up, ...services.metrics.collect(), ...describeProcess(services), ...(state ?? [])]
}
