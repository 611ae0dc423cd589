import { readSessionCookie } from '../auth/session-cookie'
import { acceptedEncoding } from '../http/compressed'
import type { AppContext, Services } from '../http/context'
import { describeProgram } from '../program/program'
import { fetchAll, fetchSession, type HandleRequest, requestsOf } from './initial-responses'
import type { PageEntry } from './page-list'
import { type PageTemplate, SESSION_URL } from './page-template'
import { createRenderedPages, pageTag, type RenderedPage, type RenderPage } from './rendered-pages'

const NO_CACHE = 'no-cache'

type PageOptions = {
  services: Services
  template: PageTemplate
  pages: Readonly<Record<string, PageEntry>>
  handle: HandleRequest
  renderPage?: RenderPage
}

/**
 * Responds with the page of an address. A signed-in user's has the session and the first data inside and is stored by
 * nobody; visitors get some pages rendered; everything else is the same page for everybody, filled in by the app.
 */
export function createPageHandler({ services, template, pages, handle, renderPage }: PageOptions) {
  const rendered = createRenderedPages(services)

  /** Null where that is not possible: then the app renders the page. */
  async function render(c: AppContext, page: PageEntry): Promise<RenderedPage | null> {
    if (!renderPage) return null
    const { path } = c.req
    try {
      return await rendered.get(path, async () => {
        const responses = await fetchAll(c, handle, requestsOf(c, page, false))
        const program = describeProgram(services.config, services.clock)
        const html = await renderPage({ path, program, responses })
        return template.fill({ preloads: page.files, responses, rendered: { title: page.title, html } })
      })
    } catch (error) {
      c.var.services.log.error({ err: error, path }, 'page could not be rendered')
      return null
    }
  }

  return (page: PageEntry | undefined) =>
    async (c: AppContext): Promise<Response> => {
      const session = page && readSessionCookie(c) ? await fetchSession(c, handle) : null
      const target = page && session ? (pages[page.signedIn] ?? page) : page
      if (!target) return sendPage(c, template.fill({}))
      const isAllowed = !target.isForStaff || session?.roles.includes('admin')
      if (session && isAllowed && target.requests.signedIn) {
        const responses = await fetchAll(c, handle, requestsOf(c, target, true))
        c.header('Cache-Control', 'no-store')
        return c.html(
          template.fill({ preloads: target.files, responses: { ...responses, [SESSION_URL]: session } }),
        )
      }
      const html = session === null && target.isRendered ? await render(c, target) : null
      if (html) return sendRendered(c, html)
      const preloads = isAllowed ? [...target.files, ...requestsOf(c, target, false)] : []
      return sendPage(c, template.fill({ preloads }))
    }
}

export function sendPage(c: AppContext, page: string) {
  return isUnchanged(c, pageTag(page)) ? c.body(null, 304) : c.html(page)
}

function sendRendered(c: AppContext, { tag, bodies }: RenderedPage) {
  c.header('Vary', 'Accept-Encoding, Cookie')
  if (isUnchanged(c, tag)) return c.body(null, 304)
  const encoding = acceptedEncoding(c)
  if (encoding) c.header('Content-Encoding', encoding)
  c.header('Content-Type', 'text/html; charset=UTF-8')
  return c.body(bodies[encoding ?? 'identity'])
}

function isUnchanged(c: AppContext, tag: string): boolean {
  c.header('Cache-Control', NO_CACHE)
  c.header('ETag', tag)
  return c.req.header('if-none-match') === tag
}
