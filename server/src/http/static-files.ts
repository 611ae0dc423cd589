import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { describeProgram } from '../program/program'
import type { AppEnv, Services } from './context'
import { escapeHtml } from './escape-html'

const FOREVER = 'public, max-age=31536000, immutable'
const ASK_AGAIN = 'no-cache'

/** The built web app: hashed files are kept for ever, the page itself is asked for each time and answered by its tag. */
export function staticFiles(folder: string, services: Services) {
  const template = readFileSync(join(folder, 'index.html'), 'utf8')
  const files = serveStatic<AppEnv>({ root: folder, precompressed: true })
  const app = new Hono<AppEnv>()
  app.on(['GET', 'HEAD'], '*', async (c, next) => {
    if (c.req.path === '/' || c.req.path === '/index.html') return next()
    c.header('Cache-Control', c.req.path.startsWith('/assets/') ? FOREVER : ASK_AGAIN)
    return files(c, next)
  })
  app.on(['GET', 'HEAD'], '*', (c) => {
    c.header('Cache-Control', ASK_AGAIN)
    if (c.req.path.startsWith('/assets/')) return c.notFound()
    const page = fillPage(template, services)
    const tag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`
    c.header('ETag', tag)
    if (c.req.header('if-none-match') === tag) return c.body(null, 304)
    return c.html(page)
  })
  return app
}

/**
 * The programme's facts travel in the page, so that the first screen waits for no request.
 * The time does so only where the clock was set by hand: a page out of the cache must not bring an old one.
 */
function fillPage(template: string, { config, clock }: Services): string {
  const program = describeProgram(config, clock)
  const facts = { ...program, now: program.is_clock_set ? program.now : null }
  return template
    .replace(/<title>.*?<\/title>/, `<title>${escapeHtml(program.name)}</title>`)
    .replace('</head>', `<meta name="program" content="${escapeHtml(JSON.stringify(facts))}">\n</head>`)
}
