import { chosenLanguage, LANGUAGE_PARAM, type Language } from '@aftercare/domain/lib/language'
import { readLanguageCookie } from '../auth/language-cookie'
import { readSessionCookie } from '../auth/session-cookie'
import type { SessionResponse } from '../auth/session-response'
import { acceptedEncoding, compress } from '../http/compressed'
import type { AppContext, Services } from '../http/context'
import { loggedPath } from '../http/logged-path'
import { describeProgram } from '../program/program'
import { fetchAll, fetchSession, type HandleRequest, pageUrlOf, requestsOf } from './initial-responses'
import type { PageEntry, PageList } from './page-list'
import { type PageTemplate, SESSION_URL } from './page-template'
import { type CompressedPage, createVisitorPages, pageTag, type RenderPage } from './rendered-pages'

const NO_CACHE = 'no-cache'
const HTML = 'text/html; charset=UTF-8'

type PageOptions = PageList & {
  services: Services
  template: PageTemplate
  handle: HandleRequest
  renderPage?: RenderPage
}

type Responses = Record<string, unknown>

/**
 * Responds with the page of an address. A signed-in user's has the session and the first data inside and is stored by
 * nobody; a visitor's may be rendered, and is then cached here; everything else is the same page for everybody. What is
 * not rendered here the app renders.
 */
export function createPageHandler(options: PageOptions) {
  const { services, template, pages, translations, handle, renderPage } = options
  const visitorPages = createVisitorPages(services)

  /** Null where something fails, or the URL names a month that is not on offer. */
  const visitorPage = (
    c: AppContext,
    page: PageEntry,
    language: Language,
    url: string,
  ): Promise<CompressedPage | null> =>
    visitorPages.get(language, url, async () => {
      const urls = requestsOf(c, page, false)
      const responses: Responses = { ...(await fetchAll(c, handle, urls)), [SESSION_URL]: null }
      // The app would wait in vain for what is missing.
      if (!renderPage || !urls.every((url) => url in responses)) return null
      try {
        const program = describeProgram(services.config, services.clock)
        const html = await renderPage({ url, language, program, responses })
        const rendered = { title: page.title?.[language] ?? null, url, html }
        return template.fill({ language, preloads: filesOf(page, language), responses, rendered })
      } catch (error) {
        c.var.services.log.error({ err: error, path: loggedPath(c) }, 'page could not be rendered')
        return null
      }
    })

  /** The texts come with the page's own code: neither is of use without the other. */
  const filesOf = (page: PageEntry | undefined, language: Language): readonly string[] => [
    ...(translations[language] ?? []),
    ...(page?.files ?? []),
  ]

  async function personalPage(
    c: AppContext,
    page: PageEntry,
    language: Language,
    session: NonNullable<SessionResponse>,
  ) {
    const responses: Responses = {
      ...(await fetchAll(c, handle, requestsOf(c, page, true))),
      [SESSION_URL]: session,
    }
    return template.fill({ language, preloads: filesOf(page, language), responses })
  }

  return (page: PageEntry | undefined) =>
    async (c: AppContext): Promise<Response> => {
      const session = page && readSessionCookie(c) ? await fetchSession(c, handle) : null
      const target = page && session ? (pages[page.signedIn] ?? page) : page
      const language = languageOf(c, session)
      c.header('Vary', 'Cookie')
      if (!target) return sendPage(c, template.fill({ language, preloads: filesOf(target, language) }))
      const isAllowed = target.access !== 'admin' || session?.roles.includes('admin')
      if (session && isAllowed && target.requests.signedIn)
        return sendPersonalPage(c, await personalPage(c, target, language, session))
      const url = session === null && target.isRendered ? pageUrlOf(c, target) : null
      const rendered = url === null ? null : await visitorPage(c, target, language, url)
      if (rendered) return sendVisitorPage(c, rendered)
      const preloads = isAllowed ? [...filesOf(target, language), ...requestsOf(c, target, false)] : []
      return sendPage(c, template.fill({ language, preloads }))
    }
}

/** What was chosen; staff's pages are English. */
function languageOf(c: AppContext, session: SessionResponse | undefined): Language {
  if (/^\/admin(\/|$)/.test(c.req.path)) return 'en'
  const link = c.req.query(LANGUAGE_PARAM)
  return chosenLanguage({ account: session?.language, browser: readLanguageCookie(c), link }) ?? 'en'
}

export function sendPage(c: AppContext, page: string) {
  return isUnchanged(c, pageTag(page)) ? c.body(null, 304) : c.html(page)
}

/** Compressed, though personal: it contains no secret, and nothing of the request. */
async function sendPersonalPage(c: AppContext, page: string) {
  c.header('Cache-Control', 'no-store')
  c.header('Vary', 'Accept-Encoding, Cookie')
  const encoding = acceptedEncoding(c)
  if (!encoding) return c.html(page)
  c.header('Content-Encoding', encoding)
  return c.body(new Uint8Array(await compress(Buffer.from(page), encoding)), 200, { 'Content-Type': HTML })
}

function sendVisitorPage(c: AppContext, { tag, bodies }: CompressedPage) {
  c.header('Vary', 'Accept-Encoding, Cookie')
  if (isUnchanged(c, tag)) return c.body(null, 304)
  const encoding = acceptedEncoding(c)
  if (encoding) c.header('Content-Encoding', encoding)
  return c.body(bodies[encoding ?? 'identity'], 200, { 'Content-Type': HTML })
}

function isUnchanged(c: AppContext, tag: string): boolean {
  c.header('Cache-Control', NO_CACHE)
  c.header('ETag', tag)
  return c.req.header('if-none-match') === tag
}
