import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createPasswordHasher } from '../../server/src/auth/passwords'
import { urlFor } from '../../server/testing/databases'
import { startMailbox } from '../../server/testing/mailbox'
import { type BuiltServer, temporaryFolder } from '../../testkit/built-server'
import { type HttpRequest, type HttpResponse, httpRequest } from '../../testkit/http-client'
import { query } from '../lib/programme'
import { aDatabase } from '../lib/setup'
import { startTrialServer } from '../lib/trial-server'
import { type Adult, type Link, STAFF_EMAIL } from './model'

// biome-ignore lint/suspicious/noExplicitAny: what the product answers is compared field by field, whatever it is.
export type Answer = any

/** The built product on a database of its own, with a clock that can be set and a server that can be killed. */
export type Product = {
  databaseUrl: string
  request(path: string, request?: HttpRequest): Promise<HttpResponse<Answer>>
  /** As staff. */
  staff(path: string, request?: HttpRequest): Promise<HttpResponse<Answer>>
  setClock(instant: string): Promise<void>
  /** SIGKILL, then a new process on the same database. */
  restart(): Promise<void>
  log(): string
  stop(): Promise<void>
}

export const PASSWORD = 'a year of afternoons'
/** Emails and names that contain one another, two families with the same surname. */
const PEOPLE = [
  ['Dana Okafor', 'dana@example.com'],
  ['Adana Okafor', 'adana@example.com'],
  ['Dana Okafor-Lee', 'dana@example.com.au'],
  ['Sam Lee', 'sam.lee@example.com'],
  ['Sam Lee', 'lee@example.com'],
  ['Ana Silva', 'ana@example.com'],
  ["Zoë O'Brien", 'zoe+aftercare@example.com'],
  ['Kemi Ade', 'kemi@example.com'],
  ['Akemi Ade', 'akemi@example.com'],
  ['Bo Li', 'bo@example.com'],
] as const

/** Of people who are nobody yet. Within one another and those of families and guests. */
export const NEW_EMAILS = [
  'new@example.com',
  'anew@example.com',
  'new@example.com.au',
  'grace@example.com',
  'race@example.com',
  'xdana@example.com',
]

const PRELOAD = fileURLToPath(new URL('../lib/jumping-clock.cjs', import.meta.url))
/** The preloaded clock reads its file at most this often. */
const CLOCK_READ_MS = 25

type Person = Pick<Adult, 'id' | 'name' | 'email' | 'cookie'>
export type Template = { url: string; people: Person[]; staffCookie: string; smtpUrl: string }

/** A database with accounts only, which every run copies. Sessions outlast the year. */
export async function createTemplate(): Promise<Template> {
  const url = await aDatabase()
  const passwordHash = await createPasswordHasher().hash(PASSWORD)
  const all = [['Rosa Medina', STAFF_EMAIL] as const, ...PEOPLE]
  const people: Person[] = []
  for (const [name, email] of all) {
    const secret = randomBytes(32).toString('base64url')
    const [row] = await query<{ id: string }>(
      url,
      `with made as (insert into accounts (email, password_hash, email_verified_at) values ($1, $2, '2026-01-01') returning id),
        named as (insert into profiles (id, full_name, email) select id, $3, $1 from made),
        ranked as (insert into user_roles (user_id, role) select id, $4 from made),
        signed_in as (insert into sessions (id, account_id, created_at, seen_at, expires_at)
          select $5, id, '2027-07-01', '2028-07-01', '2028-07-01' from made)
        select id from made`,
      [email, passwordHash, name, email === STAFF_EMAIL ? 'admin' : 'parent', digest(secret)],
    )
    people.push({ id: row?.id ?? '', name, email, cookie: `aftercare_session=${secret}` })
  }
  const [staff, ...families] = people
  // Reads mails and keeps none.
  const { url: smtpUrl } = await startMailbox({
    onData: (stream, _, done) => void stream.resume().on('end', () => done()),
  })
  return { url, people: families, staffCookie: staff?.cookie ?? '', smtpUrl }
}

/** As the product stores secrets. */
export const digest = (secret: string) => createHash('sha256').update(secret).digest('hex')

export async function startProduct(build: string, template: Template, instant: string): Promise<Product> {
  const databaseUrl = await aDatabase(template.url)
  const folder = temporaryFolder('year')
  const jumpFile = join(folder, 'jump')
  let [clock, wanted, wantedAt, startedAt, ipAddresses] = [instant, instant, Date.now(), 0, 0]
  let server: BuiltServer
  const start = async () => {
    clock = wanted
    writeFileSync(jumpFile, '0')
    server = await startTrialServer(build, {
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      PORT: '0',
      PUBLIC_URL: 'http://localhost',
      NOW: clock,
      SMTP_URL: template.smtpUrl,
      NODE_OPTIONS: `--require ${PRELOAD}`,
      JUMP_FILE: jumpFile,
      STAFF_SESSION_IDLE_HOURS: '720',
      STAFF_SESSION_DAYS: '90',
    })
    startedAt = Date.now()
  }
  await start()
  const request: Product['request'] = (path, options = {}) => {
    // Rate limits per IP address are not what is tried here.
    ipAddresses += 1
    const ipAddress = `10.${(ipAddresses >> 16) & 255}.${(ipAddresses >> 8) & 255}.${ipAddresses & 255}`
    return httpRequest(server.port, `/api${path}`, { ipAddress, ...options })
  }
  return {
    databaseUrl,
    request,
    staff: (path, options = {}) => request(path, { cookie: template.staffCookie, ...options }),
    async setClock(next) {
      const runMs = Date.now() - startedAt
      writeFileSync(jumpFile, String(Date.parse(next) - Date.parse(clock) - runMs))
      await sleep(CLOCK_READ_MS)
      ;[wanted, wantedAt] = [next, Date.now()]
    },
    async restart() {
      await server.stop('SIGKILL')
      await endLeases(databaseUrl)
      // What is done after the kill is later than what was done before it.
      ;[wanted, wantedAt] = [new Date(Date.parse(wanted) + Date.now() - wantedAt).toISOString(), Date.now()]
      await start()
    },
    log: () => server.output(),
    async stop() {
      await server.stop('SIGKILL')
      const { pathname } = new URL(databaseUrl)
      await query(urlFor(databaseUrl, 'postgres'), `drop database ${pathname.slice(1)} with (force)`)
    },
  }
}

/** Of mails that a killed server was composing or sending: the next one takes them over after three minutes of real time. */
async function endLeases(databaseUrl: string) {
  await query(
    databaseUrl,
    `update outbox set next_attempt_at = now(), lease_until = now() where state = 'sending'`,
  )
}

/** Another private link of what a guest sent, as after a resent mail. Returns its secret. */
export async function addGuestLink(product: Product, submissionId: string): Promise<string> {
  const secret = randomBytes(20).toString('base64url')
  await query(
    product.databaseUrl,
    `insert into guest_links (id, submission_id, created_at, expires_at) values ($1, $2, '2026-08-01', '2028-07-01')`,
    [digest(secret), submissionId],
  )
  return secret
}

/** Sessions outlast the year, also those that people start. */
export async function extendSession(product: Product, cookie: string) {
  await query(
    product.databaseUrl,
    `update sessions set created_at = '2027-07-01', expires_at = '2028-07-01' where id = $1`,
    [digest(cookie.replace(/^.*?=/, ''))],
  )
}

/** Rate limits go by the real clock, and a year takes a minute. */
export async function clearRateLimits(product: Product): Promise<Record<string, unknown>> {
  await query(product.databaseUrl, 'delete from rate_limits')
  return {}
}

export async function findAccountId(product: Product, email: string): Promise<string> {
  const [row] = await query<{ id: string }>(product.databaseUrl, 'select id from accounts where email = $1', [
    email,
  ])
  return row?.id ?? ''
}

/**
 * The link of a mail is a secret that leaves with it: the trial replaces it by one that it knows. It ends at a whole minute:
 * the product's clock goes on while a step is done, and a step at the minute in which a link ends must find it expired.
 */
export async function setInvitationToken(
  product: Product,
  familyId: string,
  email: string,
  token: string,
): Promise<string> {
  const [row] = await query<{ id: string }>(
    product.databaseUrl,
    `update family_invitations set token_hash = $3, expires_at = date_trunc('minute', expires_at) where id = (select id from family_invitations
      where parent_id = $1 and email = $2 and ended_at is null order by sent_at desc limit 1) returning id`,
    [familyId, email, digest(token)],
  )
  return row?.id ?? ''
}

/** The same for the link of a mail about an account. */
export async function setLinkToken(
  product: Product,
  accountId: string,
  purpose: Link['purpose'],
  token: string,
) {
  await query(
    product.databaseUrl,
    `update tokens set id = $3, expires_at = date_trunc('minute', expires_at) where account_id = $1 and purpose = $2`,
    [accountId, purpose, digest(token)],
  )
}

/** The same for the private calendar link that replaced another. */
export async function setFeedSecret(product: Product, parentId: string, secret: string) {
  await query(product.databaseUrl, 'update calendar_feeds set secret_digest = $2 where parent_id = $1', [
    parentId,
    digest(secret),
  ])
}
