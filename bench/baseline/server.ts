import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verify } from '@node-rs/argon2'
import pg from 'pg'
import * as statements from './statements'

/**
 * The least that a server of this programme can do in Node: node:http, pg, prepared statements, one look at the
 * session. No framework, no validation, no limits. What the product costs more, it costs for what it does more.
 */
const NUMERIC = 1700
pg.types.setTypeParser(NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 })
pool.on('error', () => {})

type Row = Record<string, unknown>
type Person = { id: string; full_name: string; email: string; roles: string[] }
const texts = { ...statements }
type Name = keyof typeof texts

const run = async <R extends Row = Row>(name: Name, values: unknown[], on: pg.Pool | pg.PoolClient = pool) =>
  (await on.query<R>({ name, text: texts[name], values })).rows

const digest = (secret: string) => createHash('sha256').update(secret).digest('hex')

async function bodyOf(request: IncomingMessage): Promise<Row> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return JSON.parse(text)
}

async function personOf(request: IncomingMessage): Promise<Person | undefined> {
  const secret = /session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1]
  return secret ? (await run<Person>('SESSION', [digest(secret)]))[0] : undefined
}

type Asked = {
  request: IncomingMessage
  response: ServerResponse
  query: URLSearchParams
  person?: Person | undefined
}

async function dashboard({ person, query }: Asked) {
  const [children, submissions, months] = await Promise.all([
    run('CHILDREN', [person?.id]),
    run('SUBMISSIONS', [person?.id, query.get('submissions')]),
    run('MONTHS', []),
  ])
  return { profile: person, children, submissions, months }
}

async function register({ person, request }: Asked) {
  const wish = (await bodyOf(request)) as { month_id: string; child_ids: string[]; selected_days: number[] }
  const client = await pool.connect()
  try {
    await client.query('begin')
    const [month] = await run('MONTH', [wish.month_id], client)
    const children = await run('OWN_CHILDREN', [person?.id, wish.child_ids], client)
    const fee = wish.selected_days.length * Number(month?.regular_price)
    const ids = children.map(({ id }) => id)
    const rows = await run('REGISTER', [person?.id, ids, wish.month_id, wish.selected_days, fee], client)
    const told = JSON.stringify({ month: month?.month_name, days: wish.selected_days, fee })
    await run('AUDIT', [person?.id, rows.map(({ id }) => id), told], client)
    await run('QUEUE', [rows.flatMap(() => [person?.email, 'staff@example.com']), told], client)
    await run('KEY', [person?.id, request.headers['idempotency-key'], JSON.stringify(rows)], client)
    await client.query('commit')
    return { rows }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function signIn({ request, response }: Asked) {
  const { email, password } = await bodyOf(request)
  const [person] = await run<{ id: string; password_hash: string }>('PERSON', [email])
  if (!person || !(await verify(person.password_hash, String(password)))) {
    response.statusCode = 401
    return {}
  }
  const secret = randomBytes(20).toString('base64url')
  await run('START_SESSION', [digest(secret), person.id])
  response.setHeader('set-cookie', `session=${secret}; HttpOnly; Path=/`)
  return { id: person.id }
}

const staffs: Record<string, (asked: Asked) => Promise<unknown>> = {
  '/api/admin/submissions': async ({ query }) => {
    const rows = await run('SEARCH', [`%${query.get('search')}%`, query.get('size')])
    return { rows, total: rows[0]?.total ?? 0 }
  },
  '/api/admin/attendance': async ({ query }) => ({ rows: await run('DAY', [query.get('date')]) }),
  '/api/rpc/update_about_aftercare': async ({ request }) => {
    await run('SAVE_TEXT', [await bodyOf(request)])
    return {}
  },
}

const families: Record<string, (asked: Asked) => Promise<unknown>> = {
  '/api/dashboard': dashboard,
  '/api/submissions': register,
}

const listeners = new Set<ServerResponse>()

function listen(response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n')
  listeners.add(response)
  response.on('close', () => listeners.delete(response))
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://floor')
  if (url.pathname === '/api/live') return listen(response)
  const asked = { request, response, query: url.searchParams }
  try {
    const answer = JSON.stringify(await answerTo(url.pathname, asked))
    response.writeHead(response.statusCode, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(answer),
    })
    response.end(answer)
  } catch (error) {
    response.writeHead(error instanceof Error && 'code' in error && error.code === '23505' ? 409 : 500).end()
  }
})

async function answerTo(path: string, asked: Asked): Promise<unknown> {
  if (path === '/api/health') return (await pool.query('select 1')).rows
  if (path === '/api/auth/sign-in') return signIn(asked)
  const person = await personOf(asked.request)
  const found = person?.roles.includes('admin') ? staffs[path] : families[path]
  if (person && found) return found({ ...asked, person })
  asked.response.statusCode = person ? 404 : 401
  return {}
}

const live = new pg.Client({ connectionString: process.env.DATABASE_URL })
live.on('error', () => {})
await live.connect()
await live.query('listen floor')
live.on('notification', ({ payload }) => {
  const frame = Buffer.from(`event: site_content\ndata: ${payload}\n\n`)
  for (const listener of listeners) listener.write(frame)
})
process.on('SIGTERM', () => process.exit(0))
server.listen(0, '127.0.0.1', () =>
  process.send?.({ ready: true, port: (server.address() as AddressInfo).port }),
)
