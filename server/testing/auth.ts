import { execute, rows, sql } from '../src/db/sql'
import { composeDueEvents } from './mails'
import type { TestApp, TestClient, TestResponse } from './test-app'

/** Helpers for sign-in tests: sent mails, and browsers with a cookie jar. */

type StoredMail = { template: string; subject: string; text: string; to_name: string | null }

export async function mailsTo(app: TestApp, email: string) {
  await composeDueEvents(app.services)
  return rows<StoredMail>(
    app.services.db,
    sql`select template, subject, text, to_name from outbox where to_email = ${email}
      order by created_at desc`,
  )
}

export type MailedLink = { url: URL; access_token: string; refresh_token: string; type: string }

/** The link in the newest mail with the template, and its tokens from fragment or query string. */
export async function linkMailedTo(app: TestApp, email: string, template: string): Promise<MailedLink> {
  const mail = (await mailsTo(app, email)).find((each) => each.template === template)
  const found = mail?.text.match(/https?:\/\/\S+access_token=\S+/)?.[0]
  if (!found) throw new Error(`No ${template} mail with a link was sent to ${email}`)
  return readLink(found)
}

export function readLink(link: string): MailedLink {
  const url = new URL(link)
  const values = new URLSearchParams(url.hash ? url.hash.slice(1) : url.search)
  const value = (name: string) => values.get(name) ?? ''
  return {
    url,
    access_token: value('access_token'),
    refresh_token: value('refresh_token'),
    type: value('type'),
  }
}

export const tokensOf = ({ access_token, refresh_token }: MailedLink) => ({ access_token, refresh_token })

export async function givePassword(app: TestApp, account: { id: string }, password: string) {
  const password_hash = await app.services.passwords.hash(password)
  await execute(
    app.services.db,
    sql`update accounts set password_hash = ${password_hash} where id = ${account.id}`,
  )
}

/** The session cookie, or an empty string. */
export const cookieOf = (response: TestResponse) =>
  response.headers.getSetCookie().find((cookie) => cookie.includes('aftercare_session=')) ?? ''

/** A browser with its own cookie jar. */
export function browserOf(app: TestApp, extraHeaders: Record<string, string> = {}) {
  const jar = new Map<string, string>()
  const send = async (method: 'get' | 'post' | 'patch' | 'put' | 'delete', path: string, body?: unknown) => {
    const cookie = [...jar.values()].join('; ')
    const headers = { ...extraHeaders, ...(cookie && { cookie }) }
    const client: TestClient = app.visitor
    const response =
      method === 'get' || method === 'delete'
        ? await client[method](path, headers)
        : await client[method](path, body, headers)
    for (const given of response.headers.getSetCookie()) storeCookie(given)
    return response
  }
  const storeCookie = (given: string) => {
    const pair = given.split(';')[0] ?? ''
    const name = pair.split('=')[0] ?? ''
    if (/max-age=0/i.test(given)) jar.delete(name)
    else jar.set(name, pair)
  }
  return {
    get: (path: string) => send('get', path),
    post: (path: string, body?: unknown) => send('post', path, body),
    patch: (path: string, body?: unknown) => send('patch', path, body),
    put: (path: string, body?: unknown) => send('put', path, body),
    delete: (path: string) => send('delete', path),
    signIn: (email: string, password: string) => send('post', '/api/auth/sign-in', { email, password }),
    session: async () => (await send('get', '/api/auth/session')).body,
    /** As a page of ours does: `language=es`. */
    setCookie: storeCookie,
    cookieNamed: (name: string) => jar.get(name),
    get cookie() {
      return jar.get('aftercare_session')
    },
    set cookie(value: string | undefined) {
      if (value === undefined) jar.delete('aftercare_session')
      else jar.set('aftercare_session', value)
    },
  }
}
