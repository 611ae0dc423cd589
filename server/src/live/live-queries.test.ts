import { AsyncLocalStorage } from 'node:async_hooks'
import { LIVE_QUERIES, type LiveKey, type StaticKey } from '@aftercare/domain/live/live-queries'
import type { LiveTopic } from '@aftercare/domain/live/live-topics'
import { beforeAll, expect, it } from 'vitest'
import { DEMO_ACCOUNTS } from '../../demo/demo-families'
import { seedDemo } from '../../demo/seed-demo'
import { buildersFor } from '../../testing/builders'
import { testApp } from '../../testing/test-app'
import type { Viewer } from '../auth/viewer'
import type { Queryable } from '../db/client'
import { maybeOne, rows, sql } from '../db/sql'
import type { Change } from './change'
import { maySee, topicOf } from './change-audience'

/**
 * What an open page shows must follow every table that its response reads. This sends each GET route a request, records
 * the SQL statements, and compares the tables in them with `LIVE_QUERIES`: a join without a line there fails.
 */

/** Under which query key the browser caches the response of each GET route. */
const CACHED_AS: Record<string, LiveKey | StaticKey> = {
  '/api/calendar-feed': ['calendar-feed'],
  '/api/children': ['children'],
  '/api/drop-ins/availability': ['drop-in-availability'],
  '/api/family': ['family'],
  '/api/guest-claims': ['guest-claims'],
  '/api/guest-confirmation': ['guest-confirmation'],
  '/api/admin/drop-in-approval': ['admin', 'drop-in-approval'],
  '/api/admin/guest-confirmation': ['admin', 'guest-confirmation'],
  '/api/months': ['months'],
  '/api/months/{id}': ['months'],
  '/api/profile': ['profile'],
  '/api/seat-watches': ['seat-watches'],
  '/api/sessions': ['sessions'],
  '/api/site-content/{section}': ['site-content'],
  '/api/statement': ['statement'],
  '/api/balance': ['balance'],
  '/api/admin/family-balances': ['admin', 'family-balances'],
  '/api/submissions': ['submissions'],
  '/api/submissions/earlier': ['submissions'],
  '/api/submissions/registered': ['submissions'],
  '/api/submissions/{id}': ['submissions'],
  '/api/today': ['today'],
  '/api/admin/activity': ['admin', 'activity'],
  '/api/admin/admins': ['admin', 'admins'],
  '/api/admin/attendance': ['admin', 'attendance'],
  '/api/admin/board': ['admin', 'board'],
  '/api/admin/board/late': ['admin', 'late-pickups'],
  '/api/admin/children': ['admin', 'children'],
  '/api/admin/dashboard': ['admin', 'dashboard'],
  '/api/admin/dashboard/charts': ['admin', 'dashboard'],
  '/api/admin/default-seats': ['admin', 'default-seats'],
  '/api/admin/drop-ins': ['admin', 'drop-ins'],
  '/api/admin/family-imports': ['admin', 'imports'],
  '/api/admin/family-imports/review': ['admin', 'imports'],
  '/api/admin/family-messages': ['admin', 'family-messages'],
  '/api/admin/family-messages/audience': ['admin', 'family-messages'],
  '/api/admin/forget-families': ['admin', 'forget-families'],
  '/api/admin/forget-families/families': ['admin', 'former-families'],
  '/api/admin/mail': ['admin', 'mail'],
  '/api/admin/months': ['admin', 'months'],
  '/api/admin/months/{id}/days/{day}/fees': ['admin', 'months'],
  '/api/admin/months/{id}/registrations': ['admin', 'months'],
  '/api/admin/months/{id}/registrations/{day}': ['admin', 'months'],
  '/api/admin/outdated-texts': ['admin', 'site-content'],
  '/api/admin/parents': ['admin', 'parents'],
  '/api/admin/parents/{id}': ['admin', 'parents'],
  '/api/admin/parents/{id}/family-invitations': ['admin', 'parents'],
  '/api/admin/parents/{id}/earlier-registrations': ['admin', 'submissions'],
  '/api/admin/parents/{id}/payments': ['admin', 'parents'],
  '/api/admin/parents/{id}/registered': ['admin', 'submissions'],
  '/api/admin/payments/{id}/application': ['admin', 'parents'],
  '/api/admin/parents/{id}/statement': ['statement'],
  '/api/admin/parents/{id}/submissions': ['admin', 'parents'],
  '/api/admin/payment-imports': ['admin', 'imports'],
  '/api/admin/payment-imports/families': ['admin', 'imports'],
  '/api/admin/payment-imports/payments': ['admin', 'imports'],
  '/api/admin/payment-imports/review': ['admin', 'imports'],
  '/api/admin/pickup-times': ['admin', 'pickup-times'],
  '/api/admin/pricing': ['admin', 'pricing'],
  '/api/admin/profile': ['profile'],
  '/api/admin/program': ['admin', 'program'],
  '/api/admin/program/logo': ['admin', 'program'],
  '/api/admin/role': ['admin-role'],
  '/api/admin/sessions': ['admin', 'sessions'],
  '/api/admin/site-content/{section}': ['admin', 'site-content'],
  '/api/admin/statement-details': ['admin', 'statement-details'],
  '/api/admin/submissions': ['admin', 'submissions'],
  '/api/admin/submissions/{id}': ['admin', 'submissions'],
  '/api/admin/two-factor': ['admin', 'two-factor'],
}

/** Routes whose response no open page shows for long. */
const NOT_CACHED = new Set([
  // A dialog, which asks again when it is refused.
  '/api/admin/parents/{id}/erasure',
  // A dialog before an undo, which decides anew.
  '/api/admin/family-imports/{id}',
  // Files, which show the moment of their download.
  '/api/admin/family-imports/review/left-out',
  '/api/own-data',
  '/api/calendar-feeds/{file}',
  '/api/program/logo/{id}',
  '/api/admin/activity/export',
  '/api/admin/attendance/export',
  '/api/admin/board/late/export',
  '/api/admin/submissions/export',
  // Made of what the other routes return, and cached under their keys.
  '/api/dashboard',
  // Examples of mails.
  '/api/admin/mail/preview',
  '/api/admin/mail/frame',
  // Followed by other means: the stream itself, the session check, the programme's own event.
  '/api/live',
  '/api/auth/session',
  '/api/program',
  '/api/health',
])

/** Tables without a live topic, and why none is needed. */
const WITHOUT_TOPIC: Record<string, string> = {
  agreement_texts: 'is never changed',
  calendar_feeds: 'is changed by its owner alone, on the page that shows it',
  import_reviews: 'has a version: a decision on an older one is rejected, and the page refetches',
  recovery_codes: 'is changed by its owner alone: by signing in, and on the page that shows it',
}

/** Tables that a route reads besides one whose topic covers their changes. */
const NOT_SHOWN: Record<string, readonly string[]> = {
  // That a month was ever published, which changes the month too.
  '/api/admin/dashboard': ['audit_log'],
  // Whoever changes one of these also writes to the log, whose topic refetches it.
  '/api/admin/activity': [
    'accounts',
    'children',
    'months',
    'payments',
    'profiles',
    'removed_drop_ins',
    'submissions',
  ],
}

const app = await testApp()
const { db } = app.services

type Statement = Parameters<Queryable['query']>[0]
/** Those of the current request: the live stream and the jobs have statements of their own. */
const statements = new AsyncLocalStorage<Statement[]>()

function record<Q extends Queryable>(queryable: Q): Q {
  const { query, transaction } = queryable
  return Object.assign(queryable, {
    query: (statement: Statement) => {
      statements.getStore()?.push(statement)
      return query(statement)
    },
    transaction: ((work) => transaction((tx) => work(record(tx)))) as Q['transaction'],
  })
}

async function statementsOf(request: () => Promise<unknown>): Promise<Statement[]> {
  const recorded: Statement[] = []
  await statements.run(recorded, request)
  return recorded
}

let tables: Set<string>
let routes: string[]

beforeAll(async () => {
  const { body } = await app.visitor.get<{ paths: Record<string, object> }>('/api/openapi.json')
  routes = Object.keys(body.paths).filter((path) => 'get' in (body.paths[path] ?? {}))
  const stored = await rows<{ name: string }>(
    db,
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  )
  tables = new Set(stored.map(({ name }) => name))
  record(db)
})

type Read = Pick<Change, 'table' | 'key'>

/** The tables of a statement; a setting with its key. */
const readBy = ({ text, values = [] }: Statement): Read[] =>
  [...text.matchAll(/\b(?:from|join)\s+(\w+)(?:\s+where key = (?:'(\w+)'|\$(\d+)))?/g)]
    .filter(([, table = '']) => tables.has(table))
    .map(([, table, key, parameter]) => ({
      table: table as LiveTopic,
      ...(table === 'settings' && { key: key ?? values[Number(parameter) - 1] }),
    }))

/** What visitors see too. */
const VISITOR_KEYS = ['drop-in-availability', 'guest-confirmation', 'months', 'site-content']

const isStaffRoute = (path: string) => path.startsWith('/api/admin/')

type People = { parentId: string; staffId: string }

/** What each route's response reads, beyond who is signed in, which every request reads by the same statements. */
async function readsOf({ parentId, staffId }: People, status: 'found' | 'found or not') {
  const [family, staff] = [await app.as({ id: parentId }), await app.as({ id: staffId })]
  const months = (await family.get('/api/months')).body.rows
  const submissions = (await family.get('/api/submissions')).body.rows
  const payments = (await staff.get(`/api/admin/parents/${parentId}/payments`)).body.rows
  const NOBODY = '00000000-0000-4000-8000-000000000000'
  const idFor = (path: string): string => {
    if (path.includes('/parents/')) return parentId
    const rows = path.includes('/months/') ? months : path.includes('/payments/') ? payments : submissions
    return rows[0]?.id ?? NOBODY
  }
  const query = `month_id=${months[0]?.id ?? NOBODY}&date=${app.services.clock.today()}&family_id=${parentId}&amount=5&audience=month`
  const reads: (Read & { path: string })[] = []
  for (const path of Object.keys(CACHED_AS)) {
    const client = isStaffRoute(path) ? staff : family
    const url = path
      .replace('{id}', idFor(path))
      .replace('{day}', '12')
      .replace('{section}', 'about_aftercare')
    const ofEveryRequest = (await statementsOf(() => client.get('/api/auth/session'))).map(({ text }) => text)
    const ofThisOne = await statementsOf(async () => {
      const response = await client.get(`${url}?${query}`)
      if (status === 'found') expect([path, response.status]).toEqual([path, 200])
    })
    const own = ofThisOne.filter(({ text }) => !ofEveryRequest.includes(text))
    reads.push(...own.flatMap(readBy).map((read) => ({ path, ...read })))
  }
  return reads
}

/** In a new programme, which shows what is still to do, and in the demo, which has something of everything. */
async function allReads() {
  const build = buildersFor(db)
  const newcomers = { parentId: (await build.aParent()).id, staffId: (await build.anAdmin()).id }
  const first = await readsOf(newcomers, 'found or not')
  await seedDemo(app.services)
  const idOf = async ({ email }: { email: string }) =>
    (await maybeOne<{ id: string }>(db, sql`select id from accounts where email = ${email}`))?.id ?? ''
  const { parent, admin } = DEMO_ACCOUNTS
  const people = { parentId: await idOf(parent), staffId: await idOf(admin) }
  return [...first, ...(await readsOf(people, 'found'))]
}

/** Of the family whose row it is. */
const changeOf = ({ table, key }: Read): Change => ({
  table,
  ...(key && { key }),
  type: 'UPDATE',
  id: FAMILY,
  parent_id: FAMILY,
  account_id: FAMILY,
  is_public: true,
  section_name: 'about_aftercare',
})
const FAMILY = 'the parent who signed up'
const PARENT = { account: { id: FAMILY, familyId: FAMILY, roles: ['parent'] }, roles: ['parent'] }
const VISITOR = { account: null, roles: [] }

it('every GET route is either cached under a query key or needs no live updates', () => {
  expect(routes.filter((path) => !(path in CACHED_AS) && !NOT_CACHED.has(path))).toEqual([])
  expect([...Object.keys(CACHED_AS), ...NOT_CACHED].filter((path) => !routes.includes(path))).toEqual([])
})

it('a change to any table that a response reads makes the cached response stale, for whoever may see it', async () => {
  const missing = new Set<string>()
  for (const { path, ...read } of await allReads()) {
    if (read.table in WITHOUT_TOPIC || NOT_SHOWN[path]?.includes(read.table)) continue
    const change = changeOf(read)
    const topic = topicOf(change)
    const stale: readonly LiveKey[] = LIVE_QUERIES[topic] ?? []
    const key = CACHED_AS[path]?.join(', ')
    if (!stale.some((one) => one.join(', ') === key))
      missing.add(`${topic}: [${key}], because GET ${path} reads it`)
    if (!isStaffRoute(path) && !maySee(change, PARENT as unknown as Viewer))
      missing.add(`${topic} does not reach families, who see it by GET ${path}`)
    if (VISITOR_KEYS.includes(key ?? '') && !maySee(change, VISITOR as unknown as Viewer))
      missing.add(`${topic} does not reach visitors, who see it by GET ${path}`)
  }
  expect([...missing]).toEqual([])
})

it('the program’s own event reaches visitors', () => {
  const keys = ['program', 'program_logo']
  const seen = keys.map((key) => maySee(changeOf({ table: 'settings', key }), VISITOR as unknown as Viewer))
  expect(seen).toEqual([true, true])
})
