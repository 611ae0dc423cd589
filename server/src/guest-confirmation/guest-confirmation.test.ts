import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { columnsContaining } from '../../testing/columns-containing'
import { holdLock } from '../../testing/race-helpers'
import { countRows, storedRows } from '../../testing/rows'
import { testApp } from '../../testing/test-app'
import { execute, rows, sql } from '../db/sql'
import { queueEvent } from '../mail-events/queue-events'
import { eraseAgain } from '../privacy/erase-again'
import { eraseGuest } from '../privacy/erase-family'
import { dropExpired } from './drop-expired'

const app = await testApp()
const { db } = app.services
const make = buildersFor(db)
const admin = await make.anAdmin()
let staff = await app.as(admin)
const month = await make.aMonth({ seats: 1 })
await make.aMonth({ month_name: 'November', day_seats: { 17: 1 } })

const setRequired = async (required: boolean) => {
  const { version } = (await staff.get('/api/admin/guest-confirmation')).body
  expect((await staff.put('/api/admin/guest-confirmation', { required, version })).status).toBe(200)
}

beforeEach(async () => {
  app.setNow('2026-11-16T09:00:00-05:00')
  staff = await app.as(admin)
  await execute(db, sql`delete from rate_limits`)
  await execute(db, sql`delete from guest_links`)
  await execute(db, sql`delete from submissions`)
  await execute(
    db,
    sql`update unconfirmed_submissions set outcome = 'dropped', submission = null, guest_key = null where outcome is null`,
  )
  await execute(db, sql`delete from outbox`)
  await execute(db, sql`delete from seat_watches`)
  await execute(
    db,
    sql`update months set is_active = true, closed_days = '{}', day_types = '{}', seats = case when seats is not null then 1 end`,
  )
  await setRequired(true)
})

const GUEST = {
  guest_parent_name: 'Grace Whitfield',
  guest_parent_email: 'Grace@Example.com',
  guest_child_name: 'Otis Whitfield',
  guest_child_allergies: 'Eggs',
  agreed: true,
}

const register = (days = [4, 7], values: object = {}, headers?: Record<string, string>) =>
  app.visitor.post(
    '/api/submissions',
    { ...GUEST, month_id: month.id, selected_days: days, ...values },
    headers,
  )
const dropIn = (day = '2026-11-17') => app.visitor.post('/api/drop-ins', { ...GUEST, dropin_date: day })

/** Of the newest mail. */
async function mailedSecret(): Promise<string> {
  const [mail] = await rows<{ text: string }>(
    db,
    sql`select text from outbox where template = 'guest-confirmation' order by created_at desc, id limit 1`,
  )
  return mail?.text.match(/\/guest-confirmation\/([\w-]+)/)?.[1] ?? ''
}

const confirm = (secret: string) => app.visitor.post('/api/guest-confirmation', { secret })
const preview = (secret: string) => app.visitor.post('/api/guest-confirmation/preview', { secret })
const taken = async () => (await app.visitor.get(`/api/months/${month.id}`)).body.taken_seats
const templates = async () =>
  (await rows<{ template: string }>(db, sql`select template from outbox order by template`)).map(
    (mail) => mail.template,
  )

describe('a registration of a guest who has to confirm', () => {
  it('holds its seats and is no submission; one mail, which names nobody, has the link', async () => {
    const { status, body } = await register()
    expect([status, body]).toEqual([
      200,
      {
        confirm_by: expect.stringMatching(/^2026-11-16T15:00/),
        dropin_date: null,
        selected_days: [4, 7],
        total_fee: 40,
      },
    ])
    expect(await countRows(db, 'submissions')).toBe(0)
    expect(await taken()).toEqual({ 4: 1, 7: 1 })
    expect((await register([4])).body.error.message).toBe(
      'Friday, December 4 is full. Please choose another day.',
    )
    const mails = await storedRows(db, 'outbox')
    expect(mails.map((mail) => [mail.template, mail.to_email, mail.subject])).toEqual([
      ['guest-confirmation', 'grace@example.com', 'Please confirm your registration for December 2026'],
    ])
    expect(mails[0]?.text).not.toMatch(/Grace|Otis|Eggs/)
    expect(await countRows(db, 'audit_log', sql`where action = 'submission.create'`)).toBe(0)
    expect((await staff.get('/api/admin/submissions')).body.total).toBe(0)
    expect(
      (await staff.get('/api/admin/parents')).body.rows.some((row: { name: string }) =>
        row.name?.startsWith('Grace'),
      ),
    ).toBe(false)
  })

  it('counts from the press on, is mailed then, and says the second time that it is confirmed', async () => {
    await register()
    const secret = await mailedSecret()
    expect((await preview(secret)).body).toMatchObject({
      state: 'waiting',
      month_name: 'December',
      total_fee: 40,
    })
    expect(await countRows(db, 'submissions')).toBe(0)
    app.setNow('2026-11-16T09:59:00-05:00')
    for (const _ of [1, 2])
      expect((await confirm(secret)).body).toMatchObject({ state: 'confirmed', total_fee: null })
    const [stored, ...more] = await storedRows(db, 'submissions')
    expect(more).toEqual([])
    expect(stored).toMatchObject({
      guest_parent_email: 'grace@example.com',
      guest_child_name: 'Otis Whitfield',
      guest_child_allergies: 'Eggs',
      selected_days: [4, 7],
      day_prices: { 4: 20, 7: 20 },
      total_fee_cents: 4000,
      status: 'submitted',
    })
    expect(new Date(stored?.submitted_at ?? 0).toISOString()).toMatch(/^2026-11-16T14:59/)
    expect(new Date(stored?.agreed_at ?? 0).toISOString()).toMatch(/^2026-11-16T14:00/)
    expect(await taken()).toEqual({ 4: 1, 7: 1 })
    const [confirmation, ...others] = await storedRows(
      db,
      'outbox',
      sql`where template = 'monthly-parent' and to_email = 'grace@example.com'`,
    )
    expect([confirmation?.content?.guestLink?.submissionId, others]).toEqual([stored?.id, []])
    const [entry] = await storedRows(db, 'audit_log', sql`where row_id = ${stored?.id ?? ''}`)
    expect(entry).toMatchObject({
      action: 'submission.create',
      actor_role: 'visitor',
      guest_key: 'grace@example.com',
    })
    const [held] = await storedRows(db, 'unconfirmed_submissions', sql`where id = ${stored?.id ?? ''}`)
    expect(held).toMatchObject({ submission: null, guest_key: null })
  })

  it('is refused where its mail would be the eleventh of a day, as nobody could confirm it', async () => {
    const march = await make.aMonth({ month_name: 'March', year: 2027 })
    const ask = async (values: object = {}) => {
      await execute(db, sql`delete from rate_limits`)
      const { status, body } = await register([2], { month_id: march.id, ...values })
      await storedRows(db, 'outbox')
      return [status, body.error?.code]
    }
    for (let n = 1; n <= 10; n += 1) expect(await ask()).toEqual([200, undefined])
    expect(await ask()).toEqual([409, 'too-many-guest-mails'])
    expect(await ask({ guest_parent_email: 'x.grace@example.com' })).toEqual([200, undefined])
    app.setNow('2026-11-17T09:00:00-05:00')
    expect(await ask()).toEqual([200, undefined])
  })

  it('is dropped after its hour: its seats are free before anything has removed it, and a late press says so', async () => {
    await register()
    const secret = await mailedSecret()
    app.setNow('2026-11-16T10:01:00-05:00')
    expect((await preview(secret)).body.state).toBe('dropped')
    const late = await confirm(secret)
    expect([late.status, late.body.error.message]).toEqual([
      409,
      "This wasn't confirmed within 60 minutes, so it was dropped and nothing is booked. Please send it again.",
    ])
    expect((await register([4])).status).toBe(200)
    expect(await taken()).toEqual({ 4: 1 })
    expect((await confirm(secret)).status).toBe(409)
  })

  it('tells whoever waits for the seat once it is dropped', async () => {
    const parent = await make.aParent()
    await make.aChild(parent)
    await register()
    const waiting = await app.as(parent)
    expect((await waiting.post('/api/seat-watches', { month_id: month.id, day: 4 })).status).toBe(200)
    expect(await dropExpired(app.services)).toBe(0)
    app.setNow('2026-11-16T10:01:00-05:00')
    expect(await dropExpired(app.services)).toBe(1)
    expect(await taken()).toEqual({})
    await app.visitor.get('/api/months')
    expect(await templates()).toContain('seat-opened')
  })

  it('keeps its seats and its price, whatever staff do with them meanwhile', async () => {
    await execute(db, sql`update months set seats = 2 where id = ${month.id}`)
    const other = await make.aRegistration(await make.aChild(await make.aParent()), month, {
      selected_days: [4],
    })
    await register([4])
    await execute(db, sql`update months set seats = 1, regular_price = 99 where id = ${month.id}`)
    expect((await confirm(await mailedSecret())).status).toBe(200)
    const stored = await storedRows(db, 'submissions', sql`where id <> ${other.id}`)
    expect(stored.map((row) => row.total_fee_cents)).toEqual([2000])
    await execute(db, sql`update months set regular_price = 20 where id = ${month.id}`)
  })

  it.each([
    [
      'moved to draft',
      sql`is_active = false`,
      sql`is_active = true`,
      "This month isn't open for registration.",
    ],
    [
      'with the day closed',
      sql`closed_days = '{4}'`,
      sql`closed_days = '{}'`,
      'Friday, December 4 is closed to new registrations. Please choose another day.',
    ],
    [
      'with the day unavailable',
      sql`day_types = '{"4": "unavailable"}'`,
      sql`day_types = '{}'`,
      "Friday, December 4 isn't available for aftercare. Please choose another day.",
    ],
  ])('in a month %s is refused with a sentence, and waits on', async (_, change, undo, message) => {
    await register()
    const secret = await mailedSecret()
    await execute(db, sql`update months set ${change} where id = ${month.id}`)
    const refused = await confirm(secret)
    expect([refused.status, refused.body.error.message]).toEqual([409, message])
    expect((await preview(secret)).body.state).toBe('waiting')
    await execute(db, sql`update months set ${undo} where id = ${month.id}`)
    expect((await confirm(secret)).body.state).toBe('confirmed')
  })

  it('of a deleted month is refused too', async () => {
    const gone = await make.aMonth({ month_name: 'January', year: 2027 })
    await register([4], { month_id: gone.id })
    const secret = await mailedSecret()
    expect((await staff.delete(`/api/admin/months/${gone.id}`)).status).toBe(200)
    expect((await confirm(secret)).body.error.message).toBe("This month isn't open for registration.")
  })

  it('is confirmed once by two presses at the same moment', async () => {
    await register()
    const secret = await mailedSecret()
    const lock = await holdLock(app, 'select from months where id = $1 for update', [month.id])
    const presses = [confirm(secret), confirm(secret)]
    await lock.release()
    expect((await Promise.all(presses)).map(({ status }) => status)).toEqual([200, 200])
    expect(await countRows(db, 'submissions')).toBe(1)
  })

  it('is stored once by a double click, with the same answer', async () => {
    const headers = { 'idempotency-key': 'guest holds' }
    const [first, second] = await Promise.all([register([4], {}, headers), register([4], {}, headers)])
    expect(second.body).toEqual(first.body)
    expect((await templates()).filter((template) => template === 'guest-confirmation')).toHaveLength(1)
  })

  it('is forgotten with its guest, and its seats are free when its hour is over', async () => {
    await register()
    const secret = await mailedSecret()
    const mail = { template: 'guest-confirmation', link: '', confirmBy: '', month: null, day: null } as const
    const event = { kind: 'account', mail, language: 'en' } as const
    await queueEvent(db, { event, to: 'grace@example.com' }, app.services)
    await db.transaction((tx) => eraseGuest(tx, 'grace@example.com', app.services))
    expect(await columnsContaining(db, ['Otis Whitfield', 'grace@example.com'])).toEqual([])
    expect((await confirm(secret)).status).toBe(409)
    expect(await taken()).toEqual({ 4: 1, 7: 1 })
    app.setNow('2026-11-16T10:01:00-05:00')
    await dropExpired(app.services)
    expect(await taken()).toEqual({})
  })

  it('is dropped by restoring a backup in which it waits', async () => {
    await register()
    await db.transaction((tx) => eraseAgain(tx, {}, app.services))
    expect((await preview(await mailedSecret())).body.state).toBe('dropped')
    expect(await taken()).toEqual({})
  })

  it('can still be confirmed once guests need not confirm any more', async () => {
    await register()
    const secret = await mailedSecret()
    await setRequired(false)
    expect((await confirm(secret)).body.state).toBe('confirmed')
    expect((await register([8])).body.rows).toHaveLength(1)
  })
})

describe('a drop-in of a guest who has to confirm', () => {
  it('holds its seat, and is a drop-in from the press on, also after midnight', async () => {
    app.setNow('2026-11-16T23:30:00-05:00')
    expect((await dropIn()).body).toMatchObject({
      dropin_date: '2026-11-17',
      selected_days: [17],
      total_fee: 25,
    })
    expect((await dropIn()).status).toBe(409)
    expect(await countRows(db, 'submissions')).toBe(0)
    const [mail] = await storedRows(db, 'outbox')
    expect(mail?.subject).toBe('Please confirm your drop-in request for Tuesday, November 17')
    const secret = await mailedSecret()
    app.setNow('2026-11-17T00:10:00-05:00')
    expect((await confirm(secret)).body.state).toBe('confirmed')
    expect(await countRows(db, 'submissions', sql`where dropin_date = '2026-11-17'`)).toBe(1)
    expect(await templates()).toContain('dropin-parent')
  })
})

describe('the setting', () => {
  it('is off at first, public, audited, and staff only', async () => {
    await setRequired(false)
    expect((await app.visitor.get('/api/guest-confirmation')).body).toEqual({ required: false })
    await setRequired(true)
    expect((await app.visitor.get('/api/guest-confirmation')).body).toEqual({ required: true })
    const parent = await app.as(await make.aParent())
    expect((await parent.put('/api/admin/guest-confirmation', { required: false, version: 1 })).status).toBe(
      403,
    )
    expect((await staff.put('/api/admin/guest-confirmation', { required: false, version: 0 })).status).toBe(
      409,
    )
    expect(await countRows(db, 'audit_log', sql`where action = 'guest-confirmation.save'`)).toBeGreaterThan(1)
  })

  it('does not concern families, nor drop-ins that staff enter', async () => {
    const parent = await make.aParent()
    const child = await make.aChild(parent)
    const client = await app.as(parent)
    const request = { month_id: month.id, child_ids: [child.id], selected_days: [4], agreed: true }
    expect((await client.post('/api/submissions', request)).body.rows).toHaveLength(1)
  })

  it.each(['', 'unknown', 'x'.repeat(300)])(
    'answers the secret %j with an error that reveals nothing',
    async (secret) => {
      const { status, body } = await confirm(secret)
      expect(status).toBe(secret === 'unknown' ? 404 : 422)
      expect(body.error.message).not.toMatch(/Grace/)
    },
  )
})
