import { Hono } from 'hono'
import type { AppEnv, Services } from '../http/context'
import type { HandleRequest } from './initial-responses'
import { readPageList } from './page-list'
import { createPageTemplate } from './page-template'
import { createPageHandler } from './pages'
import type { RenderPage } from './rendered-pages'
import { staticFiles } from './static-files'

/** The built web app: its files, and a page for every other address. */
export function createWebApp(
  folder: string,
  services: Services,
  { handle, renderPage }: { handle: HandleRequest; renderPage?: RenderPage },
) {
  const template = createPageTemplate(folder, services)
  const { pages, translations } = readPageList(folder)
  const sendPageOf = createPageHandler({ services, template, pages, translations, handle, renderPage })
  const routes = new Hono<AppEnv>()
  routes.route('/', staticFiles(folder, services))
  for (const [path, page] of Object.entries(pages)) routes.on(['GET', 'HEAD'], path, sendPageOf(page))
  routes.on(['GET', 'HEAD'], '*', sendPageOf(undefined))
  return { routes, inlineHashes: template.inlineHashes }
}
