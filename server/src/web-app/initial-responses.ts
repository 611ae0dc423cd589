import type { SessionResponse } from '../auth/session-response'
import type { AppContext } from '../http/context'
import type { PageEntry } from './page-list'
import { SESSION_URL } from './page-template'

/** Handles a request within the process. */
export type HandleRequest = (request: Request, env: AppContext['env']) => Response | Promise<Response>

const FORWARDED_HEADERS = ['cookie', 'user-agent', 'x-forwarded-for', 'host']

/**
 * Requests what the page would request, with the same cookies and through the same routes, so that access rules, limits
 * and what counts as use of a session are the same.
 */
function request(c: AppContext, handle: HandleRequest, url: string): Response | Promise<Response> {
  const headers = new Headers()
  for (const name of FORWARDED_HEADERS) {
    const value = c.req.header(name)
    if (value !== undefined) headers.set(name, value)
  }
  return handle(new Request(new URL(url, 'http://localhost'), { headers }), c.env)
}

/** Null for visitors, and for a session that has ended. Undefined if the database does not respond. */
export async function fetchSession(
  c: AppContext,
  handle: HandleRequest,
): Promise<SessionResponse | undefined> {
  const response = await request(c, handle, SESSION_URL)
  return response.ok ? ((await response.json()) as SessionResponse) : undefined
}

/** The successful responses, by URL; the page itself requests the others again. */
export async function fetchAll(
  c: AppContext,
  handle: HandleRequest,
  urls: readonly string[],
): Promise<Record<string, unknown>> {
  const found = await Promise.all(
    urls.map(async (url): Promise<[string, unknown][]> => {
      const response = await request(c, handle, url)
      return response.ok ? [[url, await response.json()]] : []
    }),
  )
  return Object.fromEntries(found.flat())
}

/** With the month of the page's URL; without one, what is about a month is not requested. */
export function requestsOf(c: AppContext, { requests }: PageEntry, isSignedIn: boolean): string[] {
  const month = c.req.query('month') || c.req.param('month') || ''
  const urls = [...(requests.anyone ?? []), ...(isSignedIn ? (requests.signedIn ?? []) : [])]
  return urls
    .filter((url) => MONTH_ID.test(month) || !url.includes(':month'))
    .map((url) => url.replace(':month', month))
}

const MONTH_ID = /^[\w-]{1,64}$/

const isAboutMonth = ({ requests }: PageEntry) =>
  Object.values(requests).some((urls) => urls.some((url) => url.includes(':month')))

/**
 * Path and query of a visitor's page. It is cached by it, so nothing in it can be chosen freely:
 * of the query only the month counts, on a page about one. Null if that is not an id, or named twice.
 */
export function pageUrlOf(c: AppContext, page: PageEntry): string | null {
  if (!isAboutMonth(page)) return c.req.path
  const [inQuery, inPath] = [c.req.query('month'), c.req.param('month')]
  const month = inQuery || inPath
  if (!month) return c.req.path
  if (!MONTH_ID.test(month) || (inQuery && inPath)) return null
  return inQuery ? `${c.req.path}?month=${inQuery}` : c.req.path
}
