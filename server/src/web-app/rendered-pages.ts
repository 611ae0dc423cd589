import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib'
import type { Language } from '@aftercare/domain/lib/language'
import type { Services } from '../http/context'
import type { Program } from '../program/program'

const toBrotli = promisify(brotliCompress) as (
  body: Buffer,
  options: BrotliOptions,
) => Promise<Buffer<ArrayBuffer>>
const toGzip = promisify(gzip) as (body: Buffer) => Promise<Buffer<ArrayBuffer>>

/** The best takes twenty times as long for a tenth less, and every change of a seat clears the cache. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** The web app's entry point for the server (web/src/render-page.tsx), which the build puts beside the server. */
export type RenderPage = (page: {
  url: string
  language: Language
  program: Program
  responses: Readonly<Record<string, unknown>>
}) => Promise<string>

export type CompressedPage = { tag: string; bodies: Record<'br' | 'gzip' | 'identity', Buffer<ArrayBuffer>> }

/** The tables that visitors' pages show. */
const SHOWN_TABLES = new Set(['site_content', 'months', 'month_seats', 'settings'])

/**
 * The pages that are the same for all visitors, by language and URL, until something they show changes or the day ends. Each is
 * compressed once. With a clock set by NOW nothing is cached: the page shows the time.
 */
export function createVisitorPages({ live, config, clock }: Services) {
  const cache = new Map<string, Promise<CompressedPage | null>>()
  let day = clock.today()
  let programVersion = config.program.version
  live.subscribe((message) => {
    if (message === 'closing') return
    if (message === 'resync' || SHOWN_TABLES.has(message.table)) cache.clear()
  })
  return {
    /** Null if `create` fails to; then the next request tries again. */
    get(
      language: Language,
      url: string,
      create: () => Promise<string | null>,
    ): Promise<CompressedPage | null> {
      const key = `${language} ${url}`
      if (day !== clock.today() || programVersion !== config.program.version) cache.clear()
      day = clock.today()
      programVersion = config.program.version
      const cached = cache.get(key)
      if (cached) return cached
      const page = create().then((html) => (html === null ? null : compressPage(html)))
      if (config.now !== undefined) return page
      // A change meanwhile removes it again.
      cache.set(key, page)
      const forget = () => cache.get(key) === page && cache.delete(key)
      page.then((created) => created || forget(), forget)
      return page
    },
  }
}

async function compressPage(html: string): Promise<CompressedPage> {
  const identity = Buffer.from(html)
  const [br, gz] = await Promise.all([toBrotli(identity, QUALITY), toGzip(identity)])
  return { tag: pageTag(html), bodies: { br, gzip: gz, identity } }
}

export const pageTag = (html: string) =>
  `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
