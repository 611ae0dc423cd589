import { matchedRoutes } from 'hono/route'
import type { AppContext } from './context'

/** Undefined for files and unknown addresses. */
const declaredRoute = (c: AppContext): string | undefined =>
  matchedRoutes(c)
    .map(({ path }) => path)
    .find((path) => !path.includes('*'))

/** The route as declared; all files are one, and all unknown addresses. */
export const measuredPath = (c: AppContext): string =>
  declaredRoute(c) ?? (c.req.path.startsWith('/assets/') ? '/assets/*' : 'other')

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The request's path as it may be logged: the route with the ids of rows in it. Everything else that a caller puts into
 * a URL may be private: a guest's page has the email in its path, a search is a name, a link ends in a secret.
 */
export function loggedPath(c: AppContext): string {
  const route = declaredRoute(c)
  if (route === undefined) return c.req.path.startsWith('/api/') ? '/api/*' : '/*'
  const given = c.req.path.split('/')
  return route
    .split('/')
    .map((part, i) => (part.startsWith(':') && ID.test(given[i] ?? '') ? given[i] : part))
    .join('/')
}
