import { framesOf, redactErrorText } from '@aftercare/domain/client-errors/redact'
import { z } from '@hono/zod-openapi'
import { body, route, routes } from '../http/route'

/** The browser of a page in which something failed; longer names are cut. */
const MAX_BROWSER = 200
const MAX_FRAMES = 20
/** What an error is counted as. */
const KINDS = ['error', 'rejection', 'load', 'render']

/** What a declared route looks like, and an id, a secret or a name does not. Each part ends in one way, or this took for ever. */
const ROUTE = /^\/(?:(?:[a-z-]{1,40}|:[a-zA-Z]{1,40}\??|\*)(?:\/|$))*$/
const BUILD = /^[\w-]{1,40}$/

const text = z.string().nullish()

const report = route('client-errors.report', {
  method: 'post',
  path: '/client-errors',
  request: {
    body: body(z.object({ message: z.string(), stack: text, route: text, build: text, kind: text })),
  },
  responses: { 204: { description: 'Logged' } },
})

/** Errors in browsers, for the operator's log. Anybody can send anything: only what has the expected form is logged. */
export const clientErrorsRoutes = routes().openapi(report, async (c) => {
  const { services, ipAddress, resolveFrame } = c.var
  await services.rateLimiter.consume('client-errors', ipAddress)
  const sent = c.req.valid('json')
  const kind = KINDS.find((known) => known === sent.kind) ?? 'other'
  const frames = framesOf(sent.stack ?? '').slice(0, MAX_FRAMES)
  const at: string[] = []
  for (const frame of frames) at.push(await resolveFrame(frame))
  services.metrics.countClientError(kind)
  services.log.warn(
    {
      kind,
      error: redactErrorText(sent.message),
      at,
      route: ROUTE.test(sent.route ?? '') ? sent.route : null,
      build: BUILD.test(sent.build ?? '') ? sent.build : null,
      browser: c.req.header('user-agent')?.slice(0, MAX_BROWSER) ?? null,
    },
    'an error in a browser',
  )
  return c.body(null, 204)
})
