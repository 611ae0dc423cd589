import { desc, eq } from 'drizzle-orm'
import { accounts, outbox } from '../db/schema'
import type { Answer, TestApp, TestClient } from '../testing/test-app'
import { hashPassword } from './passwords'

/** Helpers of the sign-in tests: mails as their reader gets them, and browsers that keep their cookie. */

export async function mailsTo(app: TestApp, address: string) {
  return app.services.db
    .select({
      template: outbox.template,
      subject: outbox.subject,
      text: outbox.text,
      to_name: outbox.to_name,
    })
    .from(outbox)
    .where(eq(outbox.to_address, address))
    .orderBy(desc(outbox.created_at))
}

export type MailedLink = { url: URL; access_token: string; refresh_token: string; type: string }

/** The link of the newest mail with the template, and its tokens wherever they stand. */
export async function linkMailedTo(app: TestApp, address: string, template: string): Promise<MailedLink> {
  const mail = (await mailsTo(app, address)).find((each) => each.template === template)
  const found = mail?.text.match(/https?:\/\/\S+access_token=\S+/)?.[0]
  if (!found) throw new Error(`No ${template} mail with a link went to ${address}`)
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
  const password_hash = await hashPassword(password)
  await app.services.db.update(accounts).set({ password_hash }).where(eq(accounts.id, account.id))
}

export const cookieOf = (answer: Answer) => answer.headers.get('set-cookie') ?? ''

/** A browser of its own: keeps the cookie it is given and sends it along. */
export function browserOf(app: TestApp) {
  let cookie: string | undefined
  const send = async (method: 'get' | 'post' | 'patch', path: string, body?: unknown) => {
    const headers: Record<string, string> = cookie ? { cookie } : {}
    const client: TestClient = app.visitor
    const answer =
      method === 'get' ? await client.get(path, headers) : await client[method](path, body, headers)
    const given = cookieOf(answer)
    if (given) cookie = /max-age=0/i.test(given) ? undefined : given.split(';')[0]
    return answer
  }
  return {
    get: (path: string) => send('get', path),
    post: (path: string, body?: unknown) => send('post', path, body),
    patch: (path: string, body?: unknown) => send('patch', path, body),
    signIn: (email: string, password: string) => send('post', '/api/auth/sign-in', { email, password }),
    session: async () => (await send('get', '/api/auth/session')).body,
    get cookie() {
      return cookie
    },
    set cookie(value: string | undefined) {
      cookie = value
    },
  }
}
