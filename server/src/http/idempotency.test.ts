import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { columnsContaining } from '../../testing/columns-containing'
import { storedRows } from '../../testing/rows'
import { type TestClient, testApp } from '../../testing/test-app'
import { createEncryptor } from '../auth/encryption'
import { execute, sql } from '../db/sql'

/** A request whose response was lost is repeated: the repeat gets the first one's response. */

const app = await testApp()
const make = buildersFor(app.services.db)
const staff = await app.as(await make.anAdmin())
const parent = await make.aParent()
const family = await app.as(parent)

const PRICES = { regular_price: '21', special_price: '31' }
const ABOUT = {
  _title: 'About',
  _description: 'We play.',
  _program_hours: '3 to 6',
  _pricing: '$20',
  _contact: 'office@example.com',
}

type Send = (headers: Record<string, string>) => ReturnType<TestClient['post']>

async function auditCount(): Promise<number> {
  const { rows } = await app.services.pool.query('select count(*)::int as n from audit_log')
  return rows[0].n
}

/** Each creates what it needs and returns a function that sends the request. */
const writes: Record<string, () => Promise<Send>> = {
  'a new child': async () => (headers) => family.post('/api/children', { name: 'Lena' }, headers),
  "a child's changes": async () => {
    const { id } = await make.aChild(parent)
    return (headers) => family.patch(`/api/children/${id}`, { name: 'Lena', version: 1 }, headers)
  },
  'a profile': async () => (headers) =>
    family.patch('/api/profile', { phone: '555-0100', version: 1 }, headers),
  'a new month': async () => (headers) =>
    staff.post('/api/admin/months', { month_name: 'March', year: 2027 }, headers),
  "a month's days": async () => {
    const { id } = await make.aMonth()
    const save = { day_types: { 1: 'noon' }, closed_days: [2], version: 1 }
    return (headers) => staff.patch(`/api/admin/months/${id}`, save, headers)
  },
  'an invitation': async () => (headers) =>
    staff.post('/api/admin/admins', { full_name: 'Ines', email: 'ines@example.com' }, headers),
  "an admin's details": async () => {
    const { id, email } = await make.anAdmin()
    return (headers) =>
      staff.patch(`/api/admin/admins/${id}`, { full_name: 'Ines', email, phone: '', version: 1 }, headers)
  },
  "a parent's details": async () => {
    const { id, email } = await make.aParent()
    const change = { full_name: 'Dana', email, status: 'active', version: 1 }
    return (headers) => staff.patch(`/api/admin/parents/${id}`, change, headers)
  },
  "a submission's billing": async () => {
    const month = await make.aMonth({ month_name: 'May', year: 2027 })
    const { id } = await make.aRegistration(await make.aChild(parent), month)
    const change = { billed_status: 'billed', version: 1 }
    return (headers) => staff.patch(`/api/admin/submissions/${id}`, change, headers)
  },
  'an agreement': async () => {
    const path = '/api/admin/site-content/agreements/registration_agreement'
    return (headers) => staff.put(path, { items: ['Be on time'], version: 1 }, headers)
  },
  'the about text': async () => (headers) =>
    staff.post('/api/rpc/update_about_aftercare', { ...ABOUT, version: 1 }, headers),
  'the prices': async () => {
    const { version } = (await staff.get('/api/admin/pricing')).body
    return (headers) => staff.put('/api/admin/pricing', { ...PRICES, version }, headers)
  },
}

describe('sent twice with one key', () => {
  it.each(Object.keys(writes))('%s is stored once and gets the same response', async (name) => {
    const send = await writes[name]?.()
    if (!send) throw new Error(`There is no write called ${name}`)
    const before = await auditCount()
    const headers = { 'idempotency-key': 'one-click' }
    const [first, second] = [await send(headers), await send(headers)]
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    expect(second.status).toBe(200)
    expect(second.body).toEqual(first.body)
    expect(await auditCount()).toBe(before + 1)
  })
})

it('never returns another family’s response for the same key', async () => {
  const headers = { 'idempotency-key': 'shared-key' }
  const first = await family.post('/api/children', { name: 'Otis' }, headers)
  const other = await make.aParent()
  const second = await (await app.as(other)).post('/api/children', { name: 'Otis' }, headers)
  expect(second.body.parent_id).toBe(other.id)
  expect(second.body.id).not.toBe(first.body.id)
})

it('rejects a key reused for another request', async () => {
  const headers = { 'idempotency-key': 'changed-form' }
  await family.post('/api/children', { name: 'Noor' }, headers)
  const { status, body } = await family.post('/api/children', { name: 'Noor B' }, headers)
  expect([status, body.error.code]).toEqual([409, 'key-reused'])
})

describe('what is stored of a request', () => {
  it('cannot be guessed from its hash, nor an email or IP address from the hash of a rate limit', async () => {
    const { db, rateLimiter } = app.services
    const client = await app.as(await make.aParent())
    await client.patch('/api/profile', { phone: '555-0142', version: 1 }, { 'idempotency-key': 'guessed' })
    await rateLimiter.consume('account-mail', 'guessed@example.com')
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)
    const guesses = [
      sha256(JSON.stringify({ phone: '555-0142', version: 1 })),
      sha256(JSON.stringify({ phone: '555-0142' })),
      sha256('guessed@example.com'),
    ]
    expect(await columnsContaining(db, guesses)).toEqual([])
    const other = createEncryptor('k'.repeat(32))
    const [stored] = await storedRows(db, 'idempotency_keys', sql`where key = 'guessed'`)
    expect(stored?.request_hash).toMatch(/^[0-9a-f]{64}$/)
    expect(stored?.request_hash).not.toBe(other.hmac(JSON.stringify({ phone: '555-0142', version: 1 })))
  })

  it('is not compared where its hash had no key yet: the repeat gets the stored response', async () => {
    const repeated = { 'idempotency-key': 'across-the-update' }
    const { status } = await staff.post('/api/admin/months', { month_name: 'June', year: 2027 }, repeated)
    await execute(app.services.db, sql`update idempotency_keys set request_hash = null`)
    const again = await staff.post('/api/admin/months', { month_name: 'June', year: 2027 }, repeated)
    expect([status, again.status]).toEqual([200, 200])
  })
})
