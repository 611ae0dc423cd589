import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { columnsContaining } from '../../testing/columns-containing'
import { recordingLog } from '../../testing/mail-samples'
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app'
import { execute, maybeOne, rows, sql } from '../db/sql'
import { retentionJob } from '../jobs/retention'
import type { OutgoingMail } from '../mail/outgoing-mail'
import { startMailWorker } from '../mail/worker'

const NOW = '2026-11-16T09:00:00-05:00'
const GUEST = {
  guest_parent_name: 'Grace Whitfield',
  guest_parent_email: 'grace@example.com',
  guest_child_name: 'Otis Whitfield',
  guest_child_allergies: 'Peanuts',
}

let app: TestApp
let make: ReturnType<typeof buildersFor>
let staff: TestClient
let admin: { id: string }
let month: { id: string }
const lines: string[] = []

beforeAll(async () => {
  const sink = new Writable({ write: (chunk, _, done) => done(void lines.push(String(chunk))) })
  app = await startTestApp({
    env: { PUBLIC_URL: 'http://aftercare.example.org' },
    log: pino({ level: 'trace' }, sink),
  })
  make = buildersFor(app.services.db)
  admin = await make.anAdmin({ email: 'rosa@example.com' })
  month = await make.aMonth()
  await make.aMonth({ month_name: 'November' })
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.setNow(NOW)
  await execute(app.services.db, sql`delete from rate_limits`)
  staff = await app.as(admin)
  for (const table of [sql`outbox`, sql`submissions`])
    await execute(app.services.db, sql`delete from ${table}`)
})

/** What leaves when the worker runs, with the first answers of the mail server failing in these words. */
async function send(...failures: string[]): Promise<OutgoingMail[]> {
  const sent: OutgoingMail[] = []
  const transport = {
    send: async (mail: OutgoingMail) => {
      const failure = failures.shift()
      if (failure !== undefined) throw new Error(failure.replace('{link}', linkIn(mail) ?? ''))
      sent.push(mail)
    },
    close: () => undefined,
  }
  const log = recordingLog()
  const worker = startMailWorker({ ...app.services, transport, log, backOffMs: () => 0 })
  const waiting = sql`select count(*) as n from outbox where state <> 'sent'`
  await expect.poll(() => maybeOne(app.services.db, waiting)).toEqual({ n: 0 })
  await worker.stop()
  lines.push(...log.lines)
  return sent
}

const linkIn = (mail: OutgoingMail | undefined) =>
  mail?.text.match(/http:\/\/aftercare\.example\.org\/guest-registration\/(\S+)/)?.[0]
const secretOf = (link: string | undefined) => link?.split('/').at(-1) ?? ''
const toGuest = (mails: OutgoingMail[]) => mails.find(({ to }) => to.address === GUEST.guest_parent_email)

const register = (values: object = {}) =>
  app.visitor.post('/api/submissions', {
    ...GUEST,
    month_id: month.id,
    selected_days: [1, 3],
    agreed: true,
    ...values,
  })
const follow = (secret: string) => app.visitor.post('/api/guest-registration', { secret })

describe("a guest's private link", () => {
  it('shows the month, days, fee and agreement of the registration and nothing else', async () => {
    expect((await register()).status).toBe(200)
    const link = linkIn(toGuest(await send()))
    const { status, body, headers } = await follow(secretOf(link))
    expect(status).toBe(200)
    expect(body).toEqual({
      month_name: 'December',
      year: 2026,
      dropin_date: null,
      selected_days: [1, 3],
      cancelled_days: [],
      total_fee: 40,
      day_prices: { 1: 20, 3: 20 },
      agreed_at: expect.stringContaining('2026-11-16T14:00'),
      agreed_by_phone: false,
      cancellation: null,
      cancel_request: null,
      status: 'submitted',
      approval: null,
      may_withdraw: false,
      edit: expect.objectContaining({ version: 1 }),
      is_claimed: false,
    })
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('shows a drop-in likewise', async () => {
    const asked = { ...GUEST, dropin_date: '2026-11-17', additional_notes: 'Late', agreed: true }
    expect((await app.visitor.post('/api/drop-ins', asked)).status).toBe(200)
    const mail = toGuest(await send())
    expect(mail?.text).toContain('See the request:')
    expect((await follow(secretOf(linkIn(mail)))).body).toEqual({
      month_name: null,
      year: null,
      dropin_date: '2026-11-17',
      selected_days: [17],
      cancelled_days: [],
      total_fee: 25,
      day_prices: null,
      agreed_at: expect.stringContaining('2026-11-16T14:00'),
      agreed_by_phone: false,
      cancellation: null,
      cancel_request: null,
      status: 'pending',
      approval: null,
      may_withdraw: true,
      edit: null,
      is_claimed: false,
    })
  })

  it('says that it belongs to an account by now, and not whose', async () => {
    await register()
    const secret = secretOf(linkIn(toGuest(await send())))
    const parent = await make.aParent({ email: 'other@example.com', full_name: 'Somebody Else' })
    const child = await make.aChild(parent)
    await execute(
      app.services.db,
      sql`update submissions set parent_id = ${parent.id}, child_id = ${child.id}`,
    )
    const { status, body } = await follow(secret)
    expect([status, body.is_claimed]).toEqual([200, true])
    for (const told of [parent.id, child.id, parent.email, 'Somebody Else'])
      expect(JSON.stringify(body)).not.toContain(told)
  })

  it('names the days that the programme cancelled', async () => {
    app.setNow('2027-01-11T09:00:00-05:00')
    staff = await app.as(admin)
    const january = await make.aMonth({ month_name: 'January', year: 2027 })
    await register({ month_id: january.id, selected_days: [13, 14] })
    const registered = secretOf(linkIn(toGuest(await send())))
    await execute(app.services.db, sql`delete from outbox`)
    await app.visitor.post('/api/drop-ins', { ...GUEST, dropin_date: '2027-01-12', agreed: true })
    const droppedIn = secretOf(linkIn(toGuest(await send())))
    const message = { subject: 'Snow', text: 'Stay home.', cancelled: true, fees: 'credit' }
    for (const date of ['2027-01-12', '2027-01-13'])
      await staff.post('/api/admin/family-messages', { ...message, date })
    expect((await follow(registered)).body).toMatchObject({ cancelled_days: [13], total_fee: 20 })
    expect((await follow(droppedIn)).body).toMatchObject({ cancelled_days: [12], total_fee: 0 })
  })

  it('is only in the guest’s email, HTML and text; the database has only its hash', async () => {
    await register()
    const before = await rows<{ text: string }>(app.services.db, sql`select text, content from outbox`)
    expect(before.length).toBeGreaterThan(2)
    expect(JSON.stringify(before)).not.toContain('guest-registration')
    const mails = await send()
    const mail = toGuest(mails)
    const link = linkIn(mail) ?? 'none'
    expect(mail?.html).toContain(link)
    expect(mail?.text).toContain('for 365 days')
    const others = mails.filter((each) => each !== mail)
    expect(others.map(({ to }) => to.address)).toContain('rosa@example.com')
    expect(JSON.stringify(others)).not.toContain('guest-registration')
    expect(await columnsContaining(app.services.db, [secretOf(link)])).toEqual([])
    const log = JSON.stringify((await staff.get('/api/admin/mail')).body)
    expect(log).toContain('grace@example.com')
    expect(log).not.toContain('guest-registration')
  })

  it('is in no log, neither when its page is opened nor when a mail server quotes it', async () => {
    await register({ guest_parent_email: 'grace@example.com' })
    const link = linkIn(toGuest(await send('550 refused: {link}', '550 {link} looks odd')))
    const secret = secretOf(link)
    expect((await follow(secret)).status).toBe(200)
    await app.visitor.get(`/guest-registration/${secret}`)
    await app.visitor.get(`/api/guest-registration/${secret}`)
    await app.visitor.post('/api/guest-registration', { secret: `${secret}x` })
    expect(lines.some((line) => line.includes('"/api/guest-registration"'))).toBe(true)
    expect(lines.filter((line) => line.includes(secret))).toEqual([])
    // The failed tries made links of their own.
    const { rows: listed } = (await staff.get('/api/admin/mail')).body
    expect(JSON.stringify(listed)).not.toMatch(/guest-registration\/[^[]/)
  })

  it('works for exactly 365 days, and is then deleted', async () => {
    await register()
    const secret = secretOf(linkIn(toGuest(await send())))
    app.setNow('2027-11-16T08:59:00-05:00')
    expect((await follow(secret)).status).toBe(200)
    app.setNow('2027-11-16T09:01:00-05:00')
    const { status, body } = await follow(secret)
    expect(status).toBe(404)
    expect(body.error.message).toBe('This link is invalid or has expired.')
    const { db, clock, config } = app.services
    await db.transaction((tx) => retentionJob(config, clock).run(tx, clock.now()))
    expect(await rows(db, sql`select from guest_links`)).toEqual([])
  })

  it('is a new one when the email is sent again, and the first keeps working', async () => {
    await register()
    const first = secretOf(linkIn(toGuest(await send())))
    const { rows: listed } = (await staff.get('/api/admin/mail')).body
    const sent = listed.find((mail: { to_email: string }) => mail.to_email === 'grace@example.com')
    expect((await staff.post(`/api/admin/mail/${sent.id}/send-again`)).status).toBe(200)
    const second = secretOf(linkIn(toGuest(await send())))
    expect(second).not.toBe(first)
    for (const secret of [first, second]) expect((await follow(secret)).status).toBe(200)
  })

  it('is deleted with its submission, and an email about a deleted one has no link', async () => {
    const asked = { ...GUEST, dropin_date: '2026-11-17', agreed: true }
    const { id } = (await app.visitor.post('/api/drop-ins', asked)).body
    const secret = secretOf(linkIn(toGuest(await send())))
    await execute(
      app.services.db,
      sql`update outbox set state = 'queued', next_attempt_at = now() where to_email = 'grace@example.com'`,
    )
    expect((await staff.delete(`/api/admin/drop-ins/${id}`)).status).toBe(200)
    expect((await follow(secret)).status).toBe(404)
    const mail = toGuest(await send())
    expect(mail?.subject).toContain('Otis Whitfield')
    expect(linkIn(mail)).toBeUndefined()
  })

  it.each(['', 'x', 'x'.repeat(200), 'x'.repeat(201), 7, null])(
    'is refused for the secret %j',
    async (secret) => {
      expect([404, 422]).toContain((await app.visitor.post('/api/guest-registration', { secret })).status)
    },
  )

  it('is not in a parent’s confirmation, as parents have a history', async () => {
    const parent = await make.aParent()
    const child = await make.aChild(parent)
    const client = await app.as(parent)
    await client.post('/api/submissions', {
      month_id: month.id,
      child_ids: [child.id],
      selected_days: [1],
      agreed: true,
    })
    expect(JSON.stringify(await send())).not.toContain('guest-registration')
    expect(await rows(app.services.db, sql`select from guest_links`)).toEqual([])
  })
})
