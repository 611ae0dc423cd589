import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './context'

/** Below this the head of the answer weighs as much as what could be saved. */
const WORTH_IT_BYTES = 4 * 1024

/**
 * Answers about sign-in stay as they are: an answer's size must never tell of a secret that stands beside text which
 * somebody else has chosen. The others hold no secret; the session's lives in the cookie only.
 */
const NEVER = '/api/auth/'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** Large JSON answers leave compressed where the reader can read that. Streams and files are left alone. */
export const compressed: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  const accepted = c.req.header('accept-encoding') ?? ''
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null
  if (!encoding || c.req.path.startsWith(NEVER)) return
  const isJson = c.res.headers.get('content-type')?.startsWith('application/json')
  if (!isJson || c.res.headers.has('content-encoding')) return
  const body = Buffer.from(await c.res.arrayBuffer())
  const isLarge = body.length >= WORTH_IT_BYTES
  const bytes = !isLarge ? body : encoding === 'br' ? await toBrotli(body, QUALITY) : await toGzip(body)
  const headers = new Headers(c.res.headers)
  headers.append('Vary', 'Accept-Encoding')
  headers.delete('content-length')
  if (isLarge) headers.set('Content-Encoding', encoding)
  c.res = new Response(new Uint8Array(bytes), { status: c.res.status, headers })
}
