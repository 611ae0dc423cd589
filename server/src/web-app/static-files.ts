import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import { readSessionCookie } from '../auth/session-cookie'
import type { AppContext, AppEnv, Services } from '../http/context'
import { describeProgram } from '../program/program'
import { escapeHtml } from './escape-html'
import { isHashedName, replacedAssetsFolder } from './replaced-assets'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const ONE_WEEK = 'public, max-age=604800'
const NO_CACHE = 'no-cache'

/** The placeholder for the programme's own name in the built pages. */
const DEFAULT_NAME = 'Preschool Aftercare'
const OFFLINE_PAGE = '/offline.html'
const ASSETS = '/assets/'

/** The built web app: hashed files are immutable; the page itself is revalidated each time by its ETag. */
export function staticFiles(folder: string, services: Services) {
  const files = serveStatic<AppEnv>({ root: folder, precompressed: true })
  const app = new Hono<AppEnv>()
  const offline = join(folder, OFFLINE_PAGE)
  if (existsSync(offline)) {
    const page = withProgramName(readFileSync(offline, 'utf8'), services)
    app.on(['GET', 'HEAD'], OFFLINE_PAGE, (c) => sendPage(c, page))
  }
  app.on(['GET', 'HEAD'], '*', async (c, next) => {
    if (c.req.path === '/' || c.req.path === '/index.html') return next()
    c.header('Cache-Control', cacheControlOf(c.req.path))
    return files(c, next)
  })
  app.on(['GET', 'HEAD'], `${ASSETS}*`, replacedAssets(services))
  const template = withProgramName(readFileSync(join(folder, 'index.html'), 'utf8'), services)
  const sendApp = (preloads: readonly string[]) => (c: AppContext) => {
    // A missing file belonged to another build.
    if (/^\/(assets|icons)\//.test(c.req.path)) {
      c.header('Cache-Control', NO_CACHE)
      return c.notFound()
    }
    const hasSession = readSessionCookie(c) !== undefined
    return sendPage(
      c,
      fillPage(template, c, hasSession ? preloads : preloads.filter((name) => !isApiPath(name))),
    )
  }
  for (const [path, preloads] of Object.entries(readPreloads(folder)))
    app.on(['GET', 'HEAD'], path, sendApp(preloads))
  app.on(['GET', 'HEAD'], '*', sendApp([]))
  return app
}

/** Files of earlier builds, for pages that were open during a deployment. */
function replacedAssets({ config }: Services): MiddlewareHandler<AppEnv> {
  const folder = replacedAssetsFolder(config.dataDir)
  const rewriteRequestPath = (path: string) => join(folder, path.slice(ASSETS.length))
  const files = serveStatic<AppEnv>({ rewriteRequestPath, precompressed: true })
  return (c, next) => (isHashedName(c.req.path.slice(ASSETS.length)) ? files(c, next) : next())
}

const cacheControlOf = (path: string): string => {
  if (path.startsWith(ASSETS)) return IMMUTABLE
  return path.startsWith('/icons/') ? ONE_WEEK : NO_CACHE
}

function sendPage(c: AppContext, page: string) {
  const tag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`
  c.header('Cache-Control', NO_CACHE)
  c.header('ETag', tag)
  if (c.req.header('if-none-match') === tag) return c.body(null, 304)
  return c.html(page)
}

/**
 * Written by the build: for each route, the files that its page needs besides the entry point, and its first queries.
 * Pages also work without the list, e.g. from an older build.
 */
function readPreloads(folder: string): Record<string, string[]> {
  const list = join(folder, 'preloads.json')
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {}
}

const withProgramName = (template: string, { config }: Services): string =>
  template.replaceAll(DEFAULT_NAME, () => escapeHtml(config.programName))

/**
 * Embeds the programme in the page, so that the first screen waits for no request; the time only if the clock was set
 * with NOW, because a cached page must not bring an old one. Adds preload links for what the page needs, which would
 * otherwise be fetched only after the entry point has run. Every page first requests the session.
 */
function fillPage(template: string, c: AppContext, preloads: readonly string[]): string {
  const { services, buildId } = c.var
  const program = describeProgram(services.config, services.clock)
  const embedded = { ...program, now: program.is_clock_set ? program.now : null }
  const links = ['/api/auth/session', ...preloads].map((name) => `${linkTo(name)}\n`)
  const metas = [
    `<meta name="program" content="${escapeHtml(JSON.stringify(embedded))}">\n`,
    `<meta name="build" content="${buildId}">\n`,
  ]
  return template.replace('</head>', () => `${[...metas, ...links].join('')}</head>`)
}

const isApiPath = (name: string) => name.startsWith('/api/')

function linkTo(name: string): string {
  if (isApiPath(name)) return `<link rel="preload" as="fetch" crossorigin href="${escapeHtml(name)}">`
  const attributes = name.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"'
  return `<link ${attributes} crossorigin href="/${escapeHtml(name)}">`
}
