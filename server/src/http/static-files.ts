import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
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
  const files = serveStatic<AppEnv>({
    root: relative(process.cwd(), folder) || '.',
    precompressed: true,
    onFound: (path, c) => c.header('Cache-Control', path.includes('/assets/') ? FOREVER : ASK_AGAIN),
  })
  const app = new Hono<AppEnv>()
  app.on(['GET', 'HEAD'], '*', async (c, next) => {
    if (c.req.path === '/' || c.req.path === '/index.html') return next()
    return files(c, next)
  })
  app.on(['GET', 'HEAD'], '*', (c) => {
    if (c.req.path.startsWith('/assets/')) return c.notFound()
    const page = fillPage(template, services)
    const tag = `"${createHash('sha256').update(page.stable).digest('base64url').slice(0, 22)}"`
    c.header('Cache-Control', ASK_AGAIN)
    c.header('ETag', tag)
    if (c.req.header('if-none-match') === tag && !services.config.now) return c.body(null, 304)
    return c.html(page.html)
  })
  return app
}

/** The programme's facts travel in the page, so that the first screen waits for no request. */
function fillPage(template: string, { config, clock }: Services) {
  const program = describeProgram(config, clock)
  const fill = (facts: object) =>
    template
      .replace(/<title>.*?<\/title>/, `<title>${escapeHtml(program.name)}</title>`)
      .replace('</head>', `<meta name="program" content="${escapeHtml(JSON.stringify(facts))}">\n</head>`)
  return { html: fill(program), stable: fill({ ...program, now: '' }) }
}
