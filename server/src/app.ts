import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { MAX_REPORT_BYTES } from '@aftercare/domain/client-errors/redact'
import { MAX_FILE_BYTES } from '@aftercare/domain/imports/import-limits'
import type { ErrorCode } from '@aftercare/domain/lib/errors'
import { MAX_LOGO_BYTES } from '@aftercare/domain/program/logo-limit'
import { OpenAPIHono } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { api } from './api'
import { accountLogId } from './auth/auth-log'
import { authenticate } from './auth/authenticate'
import { createFrameResolver } from './client-errors/source-maps'
import { isTransientError } from './db/transient-error'
import { AppError } from './errors'
import { compressed } from './http/compressed'
import type { AppContext, AppEnv, Services } from './http/context'
import { loggedPath, measuredPath } from './http/logged-path'
import {
  createIpAddressReader,
  mailFrameHeaders,
  mailPreviewHeaders,
  pageHeaders,
  pictureHeaders,
  sameOrigin,
} from './http/security'
import { metricsRoutes } from './metrics/metrics.routes'
import { VERSION } from './version'
import { buildIdOf } from './web-app/build-id'
import type { HandleRequest } from './web-app/initial-responses'
import { MANIFEST_PATH, sendManifest } from './web-app/manifest'
import type { RenderPage } from './web-app/rendered-pages'
import { createWebApp } from './web-app/web-app'

const MAX_BODY_BYTES = 256 * 1024
/** Whose body may be larger or only smaller, and the error otherwise. */
const BODY_LIMITS: Readonly<Record<string, MiddlewareHandler<AppEnv>>> = {
  'POST /api/admin/payment-imports/review': bodyLimiter(MAX_FILE_BYTES, 'import-too-large'),
  'POST /api/admin/family-imports/review': bodyLimiter(MAX_FILE_BYTES, 'import-too-large'),
  'POST /api/client-errors': bodyLimiter(MAX_REPORT_BYTES, 'too-large'),
  'PUT /api/admin/program/logo': bodyLimiter(MAX_LOGO_BYTES, 'logo-too-large'),
}
/** Methods without a request body. */
const BODILESS = new Set(['GET', 'HEAD'])
const MAIL_PREVIEW = '/api/admin/mail/preview'
const MAIL_FRAME = '/api/admin/mail/frame'
const LOGO_PATH = '/api/program/logo/'
const NOTHING_INLINE = { scripts: [], styles: [] }

/** The Hono app: the API under /api, the web app everywhere else. */
export function createApp(services: Services, webFolder?: string, renderPage?: RenderPage) {
  const { config, log } = services
  const app = new OpenAPIHono<AppEnv>()
  const buildId = webFolder === undefined ? null : buildIdOf(webFolder)
  const resolveFrame = createFrameResolver(webFolder === undefined ? null : join(webFolder, '..', 'maps'))
  const handle: HandleRequest = (request, env) => app.fetch(request, env)
  const ipAddressOf = createIpAddressReader(config.trustProxy, log)

  app.use('/api/*', compressed)
  const web = webFolder === undefined ? null : createWebApp(webFolder, services, { handle, renderPage })
  const headers = pageHeaders(config.publicUrl.startsWith('https:'), web?.inlineHashes ?? NOTHING_INLINE)
  app.use((c, next) => {
    if (c.req.path === MAIL_PREVIEW) return mailPreviewHeaders(c, next)
    if (c.req.path.startsWith(LOGO_PATH)) return pictureHeaders(c, next)
    return c.req.path === MAIL_FRAME ? mailFrameHeaders(c, next) : headers(c, next)
  })
  app.use(async (c, next) => {
    const requestId = randomUUID()
    c.set('services', servicesOf(services, requestId))
    c.set('requestId', requestId)
    c.set('ipAddress', ipAddressOf(c))
    c.set('buildId', buildId)
    c.set('resolveFrame', resolveFrame)
    c.header('X-Request-Id', requestId)
    const startedAt = performance.now()
    await next()
    const { method } = c.req
    const { status } = c.res
    const ms = performance.now() - startedAt
    services.metrics.countRequest({ method, route: measuredPath(c), status, seconds: ms / 1_000 })
    if (!log.isLevelEnabled('debug')) return
    c.var.services.log.debug({ method, path: loggedPath(c), status, ms: Math.round(ms) }, 'request')
  })
  app.use('/api/*', sameOrigin(config.publicUrl))
  const limitBody = bodyLimiter(MAX_BODY_BYTES, 'too-large')
  app.use('/api/*', (c, next) => {
    if (BODILESS.has(c.req.method)) return next()
    return (BODY_LIMITS[`${c.req.method} ${c.req.path}`] ?? limitBody)(c, next)
  })
  app.use('/api/*', async (c, next) => {
    c.header('Cache-Control', 'no-store')
    await next()
  })
  app.use('/api/*', authenticate(services))
  app.route('/', api)
  if (config.metricsToken) app.route('/', metricsRoutes(config.metricsToken))
  app.doc('/api/openapi.json', () => ({
    openapi: '3.0.3',
    info: { title: config.program.name, version: VERSION },
  }))
  app.all('/api/*', () => throwError('route-not-found'))
  app.get(MANIFEST_PATH, sendManifest)
  if (web) app.route('/', web.routes)

  app.onError(errorResponse)
  return app
}

/** Logs with the request's id. That logger is created on first use: most requests log nothing. */
function servicesOf(services: Services, requestId: string): Services {
  let log: Services['log'] | undefined
  return {
    ...services,
    get log() {
      log ??= services.log.child({ requestId })
      return log
    },
  }
}

function bodyLimiter(maxSize: number, error: ErrorCode): MiddlewareHandler<AppEnv> {
  const limitStreamed = bodyLimit({ maxSize, onError: () => throwError(error) })
  return (c, next) => {
    const length = declaredLength(c)
    if (length === null) return limitStreamed(c, next)
    return length > maxSize ? throwError(error) : next()
  }
}

/**
 * The Content-Length, which Node enforces; null for a chunked body. Hono's bodyLimit always reads the body through a
 * second Request and a web stream, which costs as much as all the other checks together.
 */
function declaredLength({ req }: AppContext): number | null {
  const length = req.header('content-length')
  return length === undefined || req.header('transfer-encoding') !== undefined ? null : Number(length)
}

function throwError(code: ErrorCode): never {
  throw new AppError(code)
}

function errorResponse(error: Error, c: AppContext): Response {
  const appError = toAppError(error)
  const log = c.var.services?.log
  if (appError.status >= 500) log?.error({ err: error, path: loggedPath(c) }, 'request failed')
  else
    log?.info({ code: appError.code, path: loggedPath(c), ...callerForLog(appError, c) }, 'request rejected')
  if (appError.retryAfterSeconds) c.header('Retry-After', String(appError.retryAfterSeconds))
  // The rest of an oversized body is not read, so the connection cannot be reused.
  if (appError.status === 413) c.header('Connection', 'close')
  return c.json(appError.body, appError.status)
}

/** Access denials are logged with the caller's IP address and account hash, never the email or name. */
function callerForLog({ code }: AppError, c: AppContext) {
  if (code !== 'admins-only' && code !== 'forbidden' && code !== 'foreign-origin') return {}
  const { ipAddress, services, viewer } = c.var
  const account = viewer?.account
  return { ipAddress, ...(account && { account: accountLogId(services, account.email) }) }
}

function toAppError(error: Error): AppError {
  if (error instanceof AppError) return error
  if (error instanceof HTTPException) return new AppError(error.status === 413 ? 'too-large' : 'bad-request')
  return isTransientError(error)
    ? new AppError('unavailable', {}, { retryAfterSeconds: 1 })
    : new AppError('failed')
}
