import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import type { AppContext, AppEnv } from './context'

/** Below this the headers weigh as much as compression could save. */
const MIN_BYTES = 4 * 1024

/**
 * Never compressed, against BREACH: the size of a compressed response could reveal a secret next to attacker-chosen text.
 * Other responses contain no secrets; the session's is only in the cookie.
 */
const UNCOMPRESSED_PATH = '/api/auth/'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** The best encoding that the client accepts. */
export function acceptedEncoding(c: AppContext): 'br' | 'gzip' | null {
  const accepted = c.req.header('accept-encoding') ?? ''
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null
}

export const compress = (body: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> =>
  encoding === 'br' ? toBrotli(body, QUALITY) : toGzip(body)

/** Compresses large JSON responses if the client accepts it. Streams and files are left alone. */
export const compressed: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  const encoding = acceptedEncoding(c)
  if (!encoding || c.req.path.startsWith(UNCOMPRESSED_PATH)) return
  const isJson = c.res.headers.get('content-type')?.startsWith('application/json')
  if (!isJson || c.res.headers.has('content-encoding')) return
  const body = Buffer.from(await c.res.arrayBuffer())
  const isLarge = body.length >= MIN_BYTES
  const bytes = isLarge ? await compress(body, encoding) : body
  const headers = new Headers(c.res.headers)
  headers.append('Vary', 'Accept-Encoding')
  headers.delete('content-length')
  if (isLarge) headers.set('Content-Encoding', encoding)
  c.res = new Response(new Uint8Array(bytes), { status: c.res.status, headers })
}
