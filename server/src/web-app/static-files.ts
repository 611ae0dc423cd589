import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { readSessionCookie } from '../auth/session-cookie'
import type { AppContext, AppEnv, Services } from '../http/context'
import { describeProgram } from '../program/program'
import { escapeHtml } from './escape-html'

const FOREVER = 'public, max-age=31536000, immutable'
const A_WEEK = 'public, max-age=604800'
const ASK_AGAIN = 'no-cache'

/** Stands in the pages where the programme's own name belongs. */
const USUAL_NAME = 'Preschool Aftercare'
const OFFLINE_PAGE = '/offline.html'

/** The built web app: hashed files are kept for ever, the page itself is asked for each time and answered by its tag. */
export function staticFiles(folder: string, services: Services) {
  const files = serveStatic<AppEnv>({ root: folder, precompressed: true })
  const app = new Hono<AppEnv>()
  const offline = join(folder, OFFLINE_PAGE)
  if (existsSync(offline)) {
    const page = named(readFileSync(offline, 'utf8'), services)
    app.on(['GET', 'HEAD'], OFFLINE_PAGE, (c) => sendPage(c, page))
  }
  app.on(['GET', 'HEAD'], '*', async (c, next) => {
    if (c.req.path === '/' || c.req.path === '/index.html') return next()
    c.header('Cache-Control', freshnessOf(c.req.path))
    return files(c, next)
  })
  const template = named(readFileSync(join(folder, 'index.html'), 'utf8'), services)
  const sendApp = (ahead: readonly string[]) => (c: AppContext) => {
    // What is no file by now was one of another build.
    if (/^\/(assets|icons)\//.test(c.req.path)) {
      c.header('Cache-Control', ASK_AGAIN)
      return c.notFound()
    }
    const mayRead = readSessionCookie(c) !== undefined
    return sendPage(c, fillPage(template, services, mayRead ? ahead : ahead.filter((name) => !isRead(name))))
  }
  for (const [path, ahead] of Object.entries(readPreloads(folder)))
    app.on(['GET', 'HEAD'], path, sendApp(ahead))
  app.on(['GET', 'HEAD'], '*', sendApp([]))
  return app
}

const freshnessOf = (path: string): string => {
  if (path.startsWith('/assets/')) return FOREVER
  return path.startsWith('/icons/') ? A_WEEK : ASK_AGAIN
}

function sendPage(c: AppContext, page: string) {
  const tag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`
  c.header('Cache-Control', ASK_AGAIN)
  c.header('ETag', tag)
  if (c.req.header('if-none-match') === tag) return c.body(null, 304)
  return c.html(page)
}

/**
 * What the build wrote down: for each address, the files that its page needs besides the start of the app, and what
 * it reads first. Without the list, as from an older build, pages work all the same.
 */
function readPreloads(folder: string): Record<string, string[]> {
  const list = join(folder, 'preloads.json')
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {}
}

const named = (template: string, { config }: Services): string =>
  template.replaceAll(USUAL_NAME, () => escapeHtml(config.programName))

/**
 * The programme's facts travel in the page, so that the first screen waits for no request.
 * The time does so only where the clock was set by hand: a page out of the cache must not bring an old one.
 * What the page asked for needs is named too: without that, it is fetched only once the start of the app has run.
 * Every page first asks who is signed in.
 */
function fillPage(template: string, { config, clock }: Services, ahead: readonly string[]): string {
  const program = describeProgram(config, clock)
  const facts = { ...program, now: program.is_clock_set ? program.now : null }
  const links = ['/api/auth/session', ...ahead].map((name) => `${linkTo(name)}\n`)
  const meta = `<meta name="program" content="${escapeHtml(JSON.stringify(facts))}">\n${links.join('')}</head>`
  return template.replace('</head>', () => meta)
}

const isRead = (name: string) => name.startsWith('/api/')

function linkTo(name: string): string {
  if (isRead(name)) return `<link rel="preload" as="fetch" crossorigin href="${escapeHtml(name)}">`
  const kind = name.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"'
  return `<link ${kind} crossorigin href="/${escapeHtml(name)}">`
}
