import { ERRORS } from '@aftercare/domain/lib/errors'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../src/app'
import { createSession } from '../src/auth/sessions.queries'
import { execute, rows, sql } from '../src/db/sql'
import { type HttpServerHandle, listen } from '../src/http/listen'
import { type MailWorker, startMailWorker } from '../src/mail/worker'
import { givePassword } from '../testing/auth'
import { buildersFor } from '../testing/builders'
import { joinInto } from '../testing/family'
import { startTestApp, type TestApp } from '../testing/test-app'
import type { Known } from './from-schema'
import { findViolations } from './invariants'
import { anyRequest, type Bodies, type Document, type FuzzRequest } from './requests'
import { openWire, type WireResponse } from './wire'

/**
 * Requests generated from the OpenAPI document, over real connections, by every role. FUZZ_REQUESTS sets how many,
 * FUZZ_SEED repeats a run.
 */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1_200)
const SEED = Number(process.env.FUZZ_SEED ?? (process.env.FUZZ_REQUESTS ? Date.now() % 2 ** 31 : 20_261_116))
const CONCURRENCY = 8

type Person = { id: string; email: string }

let app: TestApp
let server: HttpServerHandle
/** The server's error log. */
const logged: string[] = []
let wire: ReturnType<typeof openWire>
let mails: MailWorker
let requests: (staffShare: number) => fc.Arbitrary<FuzzRequest>
let parent: Person
let member: Person
let bystander: Person
let admin: Person

beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) })
  app = await startTestApp({ log })
  const { services } = app
  server = await listen(createApp(services), { port: 0, host: '127.0.0.1' })
  wire = openWire(server.port)
  mails = startMailWorker({ ...services, transport: { send: async () => {}, close: () => {} } })
  const response = await wire.send({ method: 'GET', path: '/api/openapi.json', headers: {}, body: undefined })
  if ('broken' in response) throw new Error(response.broken)
  const { known, bodies } = await seed()
  const document = JSON.parse(response.text) as Document
  requests = (staffShare) => anyRequest(document, known, bodies, staffShare)
})
afterAll(async () => {
  wire.close()
  await mails.stop()
  await server.close()
  await app.stop()
})

/** A programme with two families, one of two adults, one of which makes no requests, and the values that requests may use. */
async function seed(): Promise<{ known: Known; bodies: Bodies }> {
  const build = buildersFor(app.services.db)
  parent = await build.aParent()
  member = await build.aParent()
  await joinInto(app, parent, member)
  bystander = await build.aParent()
  admin = await build.anAdmin()
  const other = await build.anAdmin()
  await givePassword(app, parent, 'late afternoon')
  const month = await build.aMonth()
  const draft = await build.aMonth({ month_name: 'January', year: 2027, is_active: false })
  const child = await build.aChild(parent)
  const foreign = await build.aChild(bystander, { notes: 'Only for the family' })
  const registration = await build.aRegistration(child, month)
  const foreignRegistration = await build.aRegistration(foreign, month)
  const payment = await build.aPayment(bystander, admin, { submission_id: foreignRegistration.id })
  const dropIn = await build.aDropIn('2026-11-18')
  const today = await build.aDropIn('2026-11-16', { parent_id: parent.id, child_id: child.id })
  const waiting = await build.aDropIn('2026-11-17', {
    parent_id: parent.id,
    child_id: child.id,
    status: 'waiting',
    total_fee_cents: 0,
    approval: { fee: 25, decided_at: null, message: null },
  })
  const removed = await build.aParent()
  await joinInto(app, bystander, removed)
  const ids = [
    removed,
    month,
    draft,
    child,
    foreign,
    registration,
    foreignRegistration,
    payment,
    dropIn,
    today,
    waiting,
    other,
  ].map(({ id }) => id)
  const emails = [
    parent.email,
    member.email,
    bystander.email,
    admin.email,
    'new@example.com',
    'guest@example.com',
  ]
  const days = ['2026-11-18', '2026-12-02', '2026-12-25']
  const byName: Known['byName'] = {
    email: emails,
    testEmail: emails,
    guest_parent_email: emails,
    dropin_date: days,
    payment_date: days,
    date: days,
    amount: ['0', '20', '22.50', 1.5],
    regular_price: ['20', 25],
    special_price: ['30', 35],
    version: [0, 1, 1, 1, 2, 3],
    agreed: [true],
    password: ['late afternoon', 'sunset', 'another one'],
    current_password: ['late afternoon', 'sunset', 'another one'],
    parent_id: [parent.id, bystander.id],
    submission_id: [registration.id, foreignRegistration.id, today.id],
    day: ['2026-11-16', '2026-11-16', '2026-11-18', 2, 30],
    at: ['2026-11-16T08:15:00-05:00', '2026-11-16T08:45:00-05:00', '2026-11-15T12:00:00Z'],
    left_at: ['2026-11-16T08:50:00-05:00', '2026-11-16T08:10:00-05:00'],
    selected_days: [1, 2, 3, 4, 30, 31],
    page: [1, 2, 3],
    size: [1, 25, 100],
  }
  return {
    known: { ids: [...ids, parent.id, member.id, bystander.id, admin.id], byName },
    bodies: bodiesOf(ids, emails, days),
  }
}

/** Registrations and drop-ins accept a family's or a guest's body. */
function bodiesOf(ids: string[], emails: string[], days: string[]): Bodies {
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  const id = fc.constantFrom(...ids)
  const guest = {
    guest_parent_name: name,
    guest_parent_email: fc.constantFrom(...emails),
    guest_parent_phone: fc.constant('555 0100'),
    guest_child_name: name,
    guest_child_allergies: fc.option(name),
    guest_child_notes: fc.option(name),
    agreed: fc.constant(true),
  }
  const selected_days = fc.uniqueArray(fc.integer({ min: 1, max: 31 }), { minLength: 1, maxLength: 5 })
  const dropin_date = fc.constantFrom(...days)
  return {
    'post /api/submissions': fc.oneof(
      fc.record({
        month_id: id,
        child_ids: fc.array(id, { minLength: 1, maxLength: 3 }),
        selected_days,
        agreed: fc.constant(true),
      }),
      fc.record({ month_id: id, selected_days, ...guest }),
    ),
    'post /api/drop-ins': fc.oneof(
      fc.record({
        child_id: id,
        dropin_date,
        dismissal_type: fc.constantFrom('regular', 'noon', 'early'),
        agreed: fc.constant(true),
      }),
      fc.record({
        child_ids: fc.array(id, { minLength: 1, maxLength: 3 }),
        dropin_date,
        agreed: fc.constant(true),
      }),
      fc.record({ dropin_date, dismissal_type: fc.constantFrom('regular', 'noon', 'early'), ...guest }),
    ),
  }
}

/** A new session for each request: signing out is one of them. */
async function cookieOf(person: Person | null): Promise<string | undefined> {
  if (!person) return undefined
  const { db, clock, config } = app.services
  const secret = await createSession(db, person.id, clock.now(), config.staffSession)
  return `aftercare_session=${secret}`
}

/** SQL is matched within one JSON string only: "select" in one field and "from" in the next are no leak. */
const LEAK =
  /node_modules|\bat \S+ \(|\.ts:\d+|\bselect\b(?:[^"\\]|\\.)+\bfrom\b|insert into|syntax error|pg_|violates|relation "/i

/** What is wrong with a response, or null. */
function faultOf(response: WireResponse): string | null {
  if ('broken' in response) return `the connection broke: ${response.broken}`
  if (response.status >= 500)
    return `returned ${response.status}: ${response.text.slice(0, 200)}\n  ${logged.at(-1)?.slice(0, 1_000)}`
  if (response.status < 400) return null
  if (LEAK.test(response.text)) return `leaks internals: ${response.text.slice(0, 300)}`
  if (!response.contentType.includes('json')) return `error with content type ${response.contentType}`
  const { error } = JSON.parse(response.text) as { error?: { code?: string } }
  return error?.code && error.code in ERRORS
    ? null
    : `error without a known code: ${response.text.slice(0, 200)}`
}

type Tally = { faults: string[]; statuses: Record<string, number> }

async function fuzz(people: (Person | null)[], count: number, seed: number): Promise<Tally> {
  const staffShare = people.includes(admin) ? 4 : 1
  const generated = fc.sample(fc.tuple(requests(staffShare), fc.constantFrom(...people)), {
    numRuns: count,
    seed,
  })
  const tally: Tally = { faults: [], statuses: {} }
  const worker = async () => {
    for (let next = generated.pop(); next; next = generated.pop()) {
      const [request, person] = next
      // Rate limits would slow the run and hide what lies behind them.
      if (generated.length % 40 === 0) await execute(app.services.db, sql`delete from rate_limits`)
      const response = await wire.send(request, await cookieOf(person))
      const status = 'broken' in response ? 'broken' : String(response.status)
      tally.statuses[status] = (tally.statuses[status] ?? 0) + 1
      const fault = faultOf(response)
      if (fault) tally.faults.push(`${fault}\n  ${JSON.stringify(request).slice(0, 1_500)}`)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return tally
}

/** For long runs, whose figures are read. */
function print(who: string, statuses: Tally['statuses']) {
  if (process.env.FUZZ_REQUESTS) process.stdout.write(`figures: ${who}: ${JSON.stringify(statuses)}\n`)
}

const rowsOfBystander = () =>
  Promise.all([
    rows(app.services.db, sql`select * from children where parent_id = ${bystander.id}`),
    rows(
      app.services.db,
      sql`select to_jsonb(submissions) from submissions where parent_id = ${bystander.id}`,
    ),
    rows(app.services.db, sql`select to_jsonb(payments) from payments where parent_id = ${bystander.id}`),
    rows(app.services.db, sql`select * from profiles where id = ${bystander.id}`),
    rows(
      app.services.db,
      sql`select password_hash, email, disabled_at from accounts where id = ${bystander.id}`,
    ),
    rows(app.services.db, sql`select * from user_roles where user_id = ${bystander.id}`),
    rows(app.services.db, sql`select * from family_members where parent_id = ${bystander.id}`),
    rows(app.services.db, sql`select * from family_invitations where parent_id = ${bystander.id}`),
    rows(app.services.db, sql`select to_jsonb(months) from months`),
    rows(app.services.db, sql`select * from site_content`),
    rows(app.services.db, sql`select * from settings`),
  ])

describe(`${REQUESTS} requests of all kinds (seed ${SEED})`, () => {
  const timeout = 60_000 + REQUESTS * 60

  it(
    'by visitors and the adults of a family cause no server error and change nothing of another family or the programme',
    async () => {
      const before = await rowsOfBystander()
      const { faults, statuses } = await fuzz([null, parent, member], Math.ceil(REQUESTS / 2), SEED)
      expect(faults).toEqual([])
      // If all requests failed validation, the test would prove nothing.
      expect(statuses['200'] ?? 0).toBeGreaterThan(REQUESTS / 40)
      expect(await rowsOfBystander()).toEqual(before)
      expect(await findViolations(app.services.db)).toEqual({})
      print('visitors and the adults of a family', statuses)
    },
    timeout,
  )

  it(
    'by staff cause no server error',
    async () => {
      const { faults, statuses } = await fuzz([admin], Math.floor(REQUESTS / 2), SEED + 1)
      expect(faults).toEqual([])
      expect(statuses['200'] ?? 0).toBeGreaterThan(REQUESTS / 10)
      expect(await findViolations(app.services.db)).toEqual({})
      print('staff', statuses)
    },
    timeout,
  )
})
