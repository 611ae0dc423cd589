import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Services } from '../http/context'
import type { Program } from '../program/program'

const toBrotli = promisify(brotliCompress) as (body: Buffer) => Promise<Buffer<ArrayBuffer>>
const toGzip = promisify(gzip) as (body: Buffer) => Promise<Buffer<ArrayBuffer>>

/** The web app's entry point for the server (web/src/render-page.tsx), which the build puts beside the server. */
export type RenderPage = (page: {
  path: string
  program: Program
  responses: Readonly<Record<string, unknown>>
}) => Promise<string>

export type RenderedPage = { tag: string; bodies: Record<'br' | 'gzip' | 'identity', Buffer<ArrayBuffer>> }

/** The tables that rendered pages show. */
const SHOWN_TABLES = new Set(['site_content'])

/**
 * Rendered pages, until something they show changes. Each is compressed once. With a clock set by NOW nothing is cached:
 * the page shows the time.
 */
export function createRenderedPages({ live, config }: Services) {
  const cache = new Map<string, Promise<RenderedPage>>()
  live.subscribe((message) => {
    if (message === 'closing') return
    if (message === 'resync' || SHOWN_TABLES.has(message.table)) cache.clear()
  })
  return {
    get(path: string, render: () => Promise<string>): Promise<RenderedPage> {
      const cached = cache.get(path)
      if (cached) return cached
      const page = render().then(compressPage)
      if (config.now === undefined) {
        // A change during the rendering removes it again; so does an error.
        cache.set(path, page)
        page.catch(() => cache.get(path) === page && cache.delete(path))
      }
      return page
    },
  }
}

async function compressPage(html: string): Promise<RenderedPage> {
  const identity = Buffer.from(html)
  const [br, gz] = await Promise.all([toBrotli(identity), toGzip(identity)])
  return { tag: pageTag(html), bodies: { br, gzip: gz, identity } }
}

export const pageTag = (html: string) =>
  `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
