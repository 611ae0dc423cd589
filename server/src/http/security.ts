import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { Logger } from 'pino'
import { AppError } from '../errors'
import type { AppContext, AppEnv } from './context'

const UNSAFE_METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Of the pages' inline scripts and styles, as sources: `'sha256-…'`. */
export type InlineHashes = { scripts: readonly string[]; styles: readonly string[] }

export const pageHeaders = (isHttps: boolean, { scripts, styles }: InlineHashes) =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...scripts],
      styleSrc: ["'self'", ...styles],
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

/** A picture of ours that emails show too, on other sites. */
export const pictureHeaders = secureHeaders({
  contentSecurityPolicy: { defaultSrc: ["'none'"] },
  crossOriginResourcePolicy: 'cross-origin',
  referrerPolicy: 'no-referrer',
  xFrameOptions: 'DENY',
})

/** Emails need inline styles: allowed for previews, in a sandboxed frame without scripts. */
const mailHeaders = (...sandbox: string[]) =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      styleSrc: ["'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      frameAncestors: ["'self'"],
      sandbox,
    },
    referrerPolicy: 'no-referrer',
    xFrameOptions: 'SAMEORIGIN',
  })

export const mailPreviewHeaders = mailHeaders()

/** An empty frame that our own page fills with a mail too long for a URL. */
export const mailFrameHeaders = mailHeaders('allow-same-origin')

/**
 * CSRF protection: rejects unsafe cross-origin requests, whatever their content type. Clients other than browsers send
 * neither header, and no cookies of somebody else.
 */
export const sameOrigin =
  (publicUrl: string): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    if (UNSAFE_METHODS.has(c.req.method) && !isSameOrigin(c, publicUrl)) throw new AppError('foreign-origin')
    await next()
  }

function isSameOrigin(c: AppContext, publicUrl: string): boolean {
  const origin = c.req.header('origin')
  if (origin === undefined) {
    const site = c.req.header('sec-fetch-site')
    return site === undefined || site === 'same-origin' || site === 'none'
  }
  if (!URL.canParse(origin)) return false
  const { origin: ours, protocol } = new URL(publicUrl)
  if (origin === ours) return true
  const { host, protocol: theirs } = new URL(origin)
  // A man in the middle can serve our host over http: if we use https, such a page is not ours.
  return host === c.req.header('host') && (protocol !== 'https:' || theirs === 'https:')
}

/**
 * The client's IP address. X-Forwarded-For is trusted for TRUST_PROXY hops only. Behind a proxy with TRUST_PROXY=0 all
 * clients seem to be one: that is logged once.
 */
export function createIpAddressReader(trustProxy: number, log: Logger): (c: AppContext) => string {
  let hasWarned = false
  return (c) => {
    const direct = c.env?.incoming?.socket?.remoteAddress ?? 'unknown'
    const forwarded = c.req.header('x-forwarded-for')
    if (trustProxy === 0) {
      if (forwarded !== undefined && !hasWarned) {
        hasWarned = true
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
