import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { Logger } from 'pino'
import { AppError } from '../errors'
import type { AppContext, AppEnv } from './context'

const UNSAFE = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

export const pageHeaders = (isHttps: boolean) =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      frameSrc: ["'self'"],
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    referrerPolicy: 'no-referrer',
    xFrameOptions: 'DENY',
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: isHttps ? 'max-age=31536000; includeSubDomains' : false,
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [] },
  })

/** A mail is styled inline by its nature: its preview may be, in a frame of our own that runs no script. */
const mailHeaders = (...sandbox: string[]) =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      styleSrc: ["'unsafe-inline'"],
      imgSrc: ['data:'],
      frameAncestors: ["'self'"],
      sandbox,
    },
    referrerPolicy: 'no-referrer',
    xFrameOptions: 'SAMEORIGIN',
  })

export const mailPreviewHeaders = mailHeaders()

/** An empty frame that our own page fills with a mail too long for an address. */
export const mailFrameHeaders = mailHeaders('allow-same-origin')

/**
 * A browser names where an unsafe request comes from; another site's is refused, whatever its content type.
 * Programs that are no browsers send neither header and carry no cookie of somebody else.
 */
export const sameOrigin =
  (publicUrl: string): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    if (UNSAFE.has(c.req.method) && !comesFromHere(c, publicUrl)) throw new AppError('foreign-origin')
    await next()
  }

function comesFromHere(c: AppContext, publicUrl: string): boolean {
  const origin = c.req.header('origin')
  if (origin === undefined) {
    const site = c.req.header('sec-fetch-site')
    return site === undefined || site === 'same-origin' || site === 'none'
  }
  if (!URL.canParse(origin)) return false
  const { origin: ours, protocol } = new URL(publicUrl)
  if (origin === ours) return true
  const { host, protocol: theirs } = new URL(origin)
  // Whoever sits in the line can answer for our name over http: under https that page is not ours.
  return host === c.req.header('host') && (protocol !== 'https:' || theirs === 'https:')
}

/**
 * Tells the address that made a request; forwarded ones are believed only as far as the proxies are ours. Behind a
 * proxy that nobody told us of all people seem to be one: the log says so, once.
 */
export function createIpAddressReader(trustProxy: number, log: Logger): (c: AppContext) => string {
  let isTold = false
  return (c) => {
    const direct = c.env?.incoming?.socket?.remoteAddress ?? 'unknown'
    const forwarded = c.req.header('x-forwarded-for')
    if (trustProxy === 0) {
      if (forwarded !== undefined && !isTold) {
        isTold = true
        log.warn(
          'Requests come through a proxy, but TRUST_PROXY is 0: everyone behind it counts as one address. Set TRUST_PROXY to the number of your proxies.',
        )
      }
      return direct
    }
    const chain = (forwarded ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
    return chain.at(-trustProxy)?.slice(0, 60) ?? direct
  }
}
