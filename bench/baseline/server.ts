import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verify } from '@node-rs/argon2'
import pg from 'pg'
import * as statements from './statements'

/**
 * The minimal server for this programme in Node: node:http, pg, prepared statements, one session query. No framework,
 * no validation, no rate limits.
 */
const NUMERIC = 1700
pg.types.setTypeParser(NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 })
pool.on('error', () => {})

type Row = Record<string, unknown>
type User = { id: string; full_name: string; email: string; roles: string[] }
const queries = { ...statements }
type Name = keyof typeof queries

const run = async <R extends Row = Row>(name: Name, values: unknown[], on: pg.Pool | pg.PoolClient = pool) =>
  (await on.query<R>({ name, text: queries[name], values })).rows

const digest = (secret: string) => createHash('sha256').update(secret).digest('hex')

async function bodyOf(request: IncomingMessage): Promise<Row> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return JSON.parse(text)
}

async function authenticate(request: IncomingMessage): Promise<User | undefined> {
  const secret = /session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1]
  return secret ? (await run<User>('SESSION', [digest(secret)]))[0] : undefined
}

type Context = {
  request: IncomingMessage
  response: ServerResponse
  query: URLSearchParams
  user?: User | undefined
}

async function dashboard({ user, query }: Context) {
  const [children, submissions, months] = await Promise.all([
    run('CHILDREN', [user?.id]),
    run('SUBMISSIONS', [user?.id, query.get('submissions')]),
    run('MONTHS', []),
  ])
  return { profile: user, children, submissions, months }
}

async function register({ user, request }: Context) {
  const input = (await bodyOf(request)) as { month_id: string; child_ids: string[]; selected_days: number[] }
  const client = await pool.connect()
  try {
    await client.query('begin')
    const [month] = await run('MONTH', [input.month_id], client)
    const children = await run('OWN_CHILDREN', [user?.id, input.child_ids], client)
    const fee = input.selected_days.length * Number(month?.regular_price)
    const ids = children.map(({ id }) => id)
    const rows = await run('REGISTER', [user?.id, ids, input.month_id, input.selected_days, fee], client)
    const detail = JSON.stringify({ month: month?.month_name, days: input.selected_days, fee })
    await run('AUDIT', [user?.id, rows.map(({ id }) => id), detail], client)
    await run('QUEUE', [rows.flatMap(() => [user?.email, 'staff@example.com']), detail], client)
    await run('KEY', [user?.id, request.headers['idempotency-key'], JSON.stringify(rows)], client)
    await client.query('commit')
    return { rows }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function signIn({ request, response }: Context) {
  const { email, password } = await bodyOf(request)
  const [user] = await run<{ id: string; password_hash: string }>('PERSON', [email])
  if (!user || !(await verify(user.password_hash, String(password)))) {
    response.statusCode = 401
    return {}
  }
  const secret = randomBytes(20).toString('base64url')
  await run('START_SESSION', [digest(secret), user.id])
  response.setHeader('set-cookie', `session=${secret}; HttpOnly; Path=/`)
  return { id: user.id }
}

const adminRoutes: Record<string, (context: Context) => Promise<unknown>> = {
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

const parentRoutes: Record<string, (context: Context) => Promise<unknown>> = {
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
  const url = new URL(request.url ?? '/', 'http://baseline')
  if (url.pathname === '/api/live') return listen(response)
  const context = { request, response, query: url.searchParams }
  try {
    const body = JSON.stringify(await handle(url.pathname, context))
    response.writeHead(response.statusCode, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    })
    response.end(body)
  } catch (error) {
    response.writeHead(error instanceof Error && 'code' in error && error.code === '23505' ? 409 : 500).end()
  }
})

async function handle(path: string, context: Context): Promise<unknown> {
  if (path === '/api/health') return (await pool.query('select 1')).rows
  if (path === '/api/auth/sign-in') return signIn(context)
  const user = await authenticate(context.request)
  const handler = user?.roles.includes('admin') ? adminRoutes[path] : parentRoutes[path]
  if (user && handler) return handler({ ...context, user })
  context.response.statusCode = user ? 404 : 401
  return {}
}

const live = new pg.Client({ connectionString: process.env.DATABASE_URL })
live.on('error', () => {})
await live.connect()
await live.query('listen baseline')
live.on('notification', ({ payload }) => {
  const frame = Buffer.from(`event: site_content\ndata: ${payload}\n\n`)
  for (const listener of listeners) listener.write(frame)
})
process.on('SIGTERM', () => process.exit(0))
server.listen(0, '127.0.0.1', () =>
  process.send?.({ ready: true, port: (server.address() as AddressInfo).port }),
)
