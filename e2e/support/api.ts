import { createSession } from '../../server/src/auth/sessions.queries'
import type { RunningServer } from './server'

type Answer = { status: number; body: unknown }

export type ApiClient = {
  get(path: string): Promise<Answer>
  post(path: string, body?: unknown): Promise<Answer>
  put(path: string, body?: unknown): Promise<Answer>
  patch(path: string, body?: unknown): Promise<Answer>
  delete(path: string): Promise<Answer>
}

/** Requests over HTTP, beside the browser: to arrange what a journey needs, or to see what it left behind. */
export function apiOf(server: RunningServer, cookie?: string): ApiClient {
  const send = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(server.url + path, {
      method,
      headers: {
        origin: server.url,
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, body: isJson ? JSON.parse(text) : text }
  }
  return {
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    put: (path, body) => send('PUT', path, body),
    patch: (path, body) => send('PATCH', path, body),
    delete: (path) => send('DELETE', path),
  }
}

export async function openSession(server: RunningServer, accountId: string, now: string): Promise<string> {
  const { secret } = await createSession(server.database.db, accountId, new Date(now))
  return secret
}
