import { randomUUID } from 'node:crypto'
import { OpenAPIHono } from '@hono/zod-openapi'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { api } from './api'
import { accountLogId } from './auth/auth-log'
import { authenticate } from './auth/authenticate'
import { isTransientError } from './db/transient-error'
import { AppError } from './errors'
import { compressed } from './http/compressed'
import type { AppContext, AppEnv, Services } from './http/context'
import {
  createIpAddressReader,
  mailFrameHeaders,
  mailPreviewHeaders,
  pageHeaders,
  sameOrigin,
} from './http/security'
import { redactSecretUrls } from './redact-secret-urls'
import { VERSION } from './version'
import { MANIFEST_PATH, sendManifest } from './web-app/manifest'
import { staticFiles } from './web-app/static-files'

const LARGEST_BODY = 256 * 1024
/** Their bodies are never read. */
const BODILESS = new Set(['GET', 'HEAD'])
const MAIL_PREVIEW = '/api/admin/mail/preview'
const MAIL_FRAME = '/api/admin/mail/frame'

/** The whole product as one handler: the API under /api, the web app everywhere else. */
export function createApp(services: Services, webFolder?: string) {
  const { config, log } = services
  const app = new OpenAPIHono<AppEnv>()
  const addressOf = createIpAddressReader(config.trustProxy, log)

  app.use('/api/*', compressed)
  const headers = pageHeaders(config.publicUrl.startsWith('https:'))
  app.use((c, next) => {
    if (c.req.path === MAIL_PREVIEW) return mailPreviewHeaders(c, next)
    return c.req.path === MAIL_FRAME ? mailFrameHeaders(c, next) : headers(c, next)
  })
  app.use(async (c, next) => {
    const requestId = randomUUID()
    c.set('services', { ...services, log: log.child({ requestId }) })
    c.set('requestId', requestId)
    c.set('ipAddress', addressOf(c))
    c.header('X-Request-Id', requestId)
    const startedAt = performance.now()
    await next()
    if (!log.isLevelEnabled('debug')) return
    // Path only, a query string can hold a recovery token; and of private addresses not the secret at their end.
    c.var.services.log.debug(
      {
        method: c.req.method,
        path: redactSecretUrls(c.req.path),
        status: c.res.status,
        ms: Math.round(performance.now() - startedAt),
      },
      'request',
    )
  })
  app.use('/api/*', sameOrigin(config.publicUrl))
  const limited = bodyLimit({ maxSize: LARGEST_BODY, onError: () => refuse('too-large') })
  app.use('/api/*', (c, next) => {
    if (BODILESS.has(c.req.method)) return next()
    const length = declaredLength(c)
    if (length === null) return limited(c, next)
    return length > LARGEST_BODY ? refuse('too-large') : next()
  })
  app.use('/api/*', async (c, next) => {
    c.header('Cache-Control', 'no-store')
    await next()
  })
  app.use('/api/*', authenticate(services))
  app.route('/', api)
  app.doc('/api/openapi.json', { openapi: '3.0.3', info: { title: config.programName, version: VERSION } })
  app.all('/api/*', () => refuse('route-not-found'))
  app.get(MANIFEST_PATH, sendManifest)
  if (webFolder) app.route('/', staticFiles(webFolder, services))

  app.onError((error, c) => answerError(error, c))
  return app
}

/**
 * What Node lets in of a body that says how long it is, null for one that does not say. To look into the body, as the
 * middleware would, makes a second request object and a web stream of it, which cost as much as all the checks.
 */
function declaredLength({ req }: AppContext): number | null {
  const length = req.header('content-length')
  return length === undefined || req.header('transfer-encoding') !== undefined ? null : Number(length)
}

function refuse(code: 'too-large' | 'route-not-found'): never {
  throw new AppError(code)
}

function answerError(error: Error, c: AppContext): Response {
  const refusal = asRefusal(error)
  const log = c.var.services?.log
  if (refusal.status >= 500)
    log?.error({ err: error, path: redactSecretUrls(c.req.path) }, 'a request failed')
  else
    log?.info(
      { code: refusal.code, path: redactSecretUrls(c.req.path), ...tryingDoors(refusal, c) },
      'a request was refused',
    )
  if (refusal.retryAfterSeconds) c.header('Retry-After', String(refusal.retryAfterSeconds))
  // The rest of a body that is too long is not read, so nothing can follow it.
  if (refusal.status === 413) c.header('Connection', 'close')
  return c.json(refusal.body, refusal.status)
}

/** A right that was refused is told with whoever asked for it; an account by its mark, never by its name. */
function tryingDoors({ code }: AppError, c: AppContext) {
  if (code !== 'admins-only' && code !== 'forbidden' && code !== 'foreign-origin') return {}
  const { ipAddress, services, viewer } = c.var
  const account = viewer?.account
  return { address: ipAddress, ...(account && { account: accountLogId(services, account.email) }) }
}

function asRefusal(error: Error): AppError {
  if (error instanceof AppError) return error
  if (error instanceof HTTPException) return new AppError(error.status === 413 ? 'too-large' : 'bad-request')
  return isTransientError(error) ? new AppError('unavailable', {}, undefined, 1) : new AppError('failed')
}
