import { createSession } from '../../server/src/auth/sessions.queries'
import { STAFF_SESSION } from '../../server/src/auth/staff-session'
import { type HttpRequest, type HttpResponse, httpRequest } from '../../testkit/http-client'
import type { RunningServer } from './server'

export type ApiClient = {
  get(path: string): Promise<HttpResponse>
  post(path: string, body?: unknown): Promise<HttpResponse>
  put(path: string, body?: unknown): Promise<HttpResponse>
  patch(path: string, body?: unknown): Promise<HttpResponse>
  delete(path: string): Promise<HttpResponse>
}

/** HTTP requests outside the browser, to set up a journey or check its result. */
export function apiOf({ port }: RunningServer, cookie?: string): ApiClient {
  const send = (method: HttpRequest['method']) => (path: string, body?: unknown) =>
    httpRequest(port, path, { method, body, cookie })
  return {
    get: send('GET'),
    post: send('POST'),
    put: send('PUT'),
    patch: send('PATCH'),
    delete: send('DELETE'),
  }
}

/** By the server's clock, which goes on through all tests: the password counts as entered now. */
export async function openSession(server: RunningServer, accountId: string): Promise<string> {
  const { body } = await apiOf(server).get('/api/program')
  const now = new Date((body as { now: string }).now)
  return createSession(server.database.db, accountId, now, STAFF_SESSION)
}
