import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import type { AppContext, AppEnv, Services } from '../http/context'
import { withProgramName } from './page-template'
import { sendPage } from './pages'
import { isHashedName, replacedAssetsFolder } from './replaced-assets'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const ONE_WEEK = 'public, max-age=604800'
const NO_CACHE = 'no-cache'

const OFFLINE_PAGE = '/offline.html'
const ASSETS = '/assets/'

/** The files of the built web app: hashed ones are immutable, others are revalidated each time. */
export function staticFiles(folder: string, services: Services) {
  const files = serveStatic<AppEnv>({ root: folder, precompressed: true })
  const app = new Hono<AppEnv>()
  const offline = join(folder, OFFLINE_PAGE)
  if (existsSync(offline)) {
    const page = readFileSync(offline, 'utf8')
    app.on(['GET', 'HEAD'], OFFLINE_PAGE, (c) => sendPage(c, withProgramName(page, services)))
  }
  app.on(['GET', 'HEAD'], '*', async (c, next) => {
    if (c.req.path === '/' || c.req.path === '/index.html') return next()
    c.header('Cache-Control', cacheControlOf(c.req.path))
    return files(c, next)
  })
  app.on(['GET', 'HEAD'], `${ASSETS}*`, replacedAssets(services))
  app.on(['GET', 'HEAD'], [`${ASSETS}*`, '/icons/*'], sendMissing)
  return app
}

/** It belonged to another build. */
function sendMissing(c: AppContext) {
  c.header('Cache-Control', NO_CACHE)
  return c.notFound()
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
