import { matchedRoutes } from 'hono/route'
import type { AppContext } from './context'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The request's path as it may be logged: the route with the ids of rows in it. Everything else that a caller puts into
 * a URL may be private: a guest's page has the email in its path, a search is a name, a link ends in a secret.
 */
export function loggedPath(c: AppContext): string {
  const routes = matchedRoutes(c).map(({ path }) => path)
  const route = routes.find((path) => !path.includes('*'))
  if (route === undefined) return c.req.path.startsWith('/api/') ? '/api/*' : '/*'
  const given = c.req.path.split('/')
  return route
    .split('/')
    .map((part, i) => (part.startsWith(':') && ID.test(given[i] ?? '') ? given[i] : part))
    .join('/')
}
