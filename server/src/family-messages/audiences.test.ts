import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { joinInto } from '../../testing/family'
import { holdLock, untilWaiting } from '../../testing/race-helpers'
import { storedRows } from '../../testing/rows'
import { type TestClient, testApp } from '../../testing/test-app'
import { tombstoneEmail } from '../auth/tombstone-email'
import { releaseHeldMails } from '../db/held-mails'
import { execute, rows, sql } from '../db/sql'

/** Today is Monday, November 16, 2026. */

const URL = '/api/admin/family-messages/audience'
const words = { subject: 'December is open for registration', text: 'Please choose your days.' }

const app = await testApp({ env: { SMTP_URL: 'smtp://localhost:1' } })
const { db } = app.services
const make = buildersFor(db)
const admin = await make.anAdmin({ full_name: 'Rosa Medina' })
let staff: TestClient
let month: { id: string }

beforeEach(async () => {
  app.setNow('2026-11-16T09:00:00-05:00')
  staff = await app.as(admin)
  for (const table of ['outbox', 'family_messages', 'submissions', 'months', 'children'])
    await execute(db, sql`delete from ${sql([table])}`)
  // Nobody of the last test is a parent any more.
  await execute(db, sql`delete from user_roles where role = 'parent'`)
  await execute(db, sql`update profiles set email = id || '@example.com' where id <> ${admin.id}`)
  await execute(db, sql`update accounts set email = id || '@example.com' where id <> ${admin.id}`)
  await showBalances(false)
  month = await make.aMonth()
})

const showBalances = (is_shown: boolean) => staff.put('/api/admin/family-balances', { is_shown })
const of = (to: object) => staff.get(`${URL}?${new URLSearchParams({ ...to })}`)
const send = (to: object, headers?: Record<string, string>) => staff.post(URL, { ...words, ...to }, headers)
const mails = async () =>
  rows<{ to_email: string; subject: string; text: string }>(
    db,
    sql`select to_email, subject, text from outbox where template = 'family-message' order by to_email`,
  )
const written = async () => (await mails()).map(({ to_email }) => to_email)

const family = async (name: string, values: object = {}) => {
  const parent = await make.aParent({
    full_name: name,
    email: `${name.toLowerCase()}@example.com`,
    ...values,
  })
  return { ...parent, child: await make.aChild(parent) }
}

describe('the families of a month', () => {
  it('are without those who were removed, whom nobody can call either', async () => {
    const removed = await family('Removed')
    await make.aRegistration(removed.child, month)
    const guest = await make.aGuestRegistration(month, { guest_parent_email: 'joel@example.com' })
    for (const table of ['profiles', 'accounts'])
      await execute(
        db,
        sql`update ${sql([table])} set email = ${tombstoneEmail(removed.id)} where id = ${removed.id}`,
      )
    await execute(
      db,
      sql`update submissions set guest_parent_email = ${tombstoneEmail(guest.id)} where id = ${guest.id}`,
    )
    expect((await of({ audience: 'month', month_id: month.id })).body).toMatchObject({
      families: 0,
      unreachable: [],
      held: [],
    })
  })

  it('are those with a registration that is not cancelled, guests included, one email per address', async () => {
    const dana = await family('Dana')
    await make.aRegistration(dana.child, month)
    await make.aRegistration(await make.aChild(dana), month)
    const kemi = await family('Kemi')
    await joinInto(app, dana, kemi)
    await make.aGuestRegistration(month, { guest_parent_email: 'DANA@example.com' })
    await make.aGuestRegistration(month)
    await make.aGuestRegistration(month, { guest_parent_name: 'Ida Stone', guest_parent_email: 'unknown' })
    const cancellation = {
      cancelled_at: '2026-11-15T15:00:00Z',
      cancelled_by: 'Rosa Medina',
      reason: 'Moved away',
      fee: 'none' as const,
      selected_days: [1],
      day_prices: null,
      total_fee: 20,
    }
    await make.aRegistration((await family('Cancelled')).child, month, {
      status: 'cancelled',
      selected_days: [],
      total_fee_cents: 0,
      day_prices: null,
      cancellation,
    })
    await make.aRegistration(
      (await family('Other')).child,
      await make.aMonth({ month_name: 'January', year: 2027 }),
    )
    await make.aDropIn('2026-12-04', { guest_parent_email: 'dropin@example.com' })
    const to = { audience: 'month', month_id: month.id }
    expect((await of(to)).body).toEqual({
      families: 2,
      names: ['Dana', 'Grace Whitfield'],
      unreachable: ['Ida Stone'],
      held: [],
      left_today: 20,
      earlier: [],
    })
    const { status, body } = await send(to)
    expect([status, body]).toEqual([200, { id: expect.any(String), families: 2 }])
    expect(await written()).toEqual(['dana@example.com', 'grace@example.com', 'kemi@example.com'])
    expect(await storedRows(db, 'family_messages')).toMatchObject([
      { id: body.id, day: null, audience: 'month', families: 2, cancelled: false, sent_by: admin.id },
    ])
    expect(await storedRows(db, 'audit_log', sql`where row_id = ${body.id}`)).toMatchObject([
      {
        action: 'family-message.send',
        detail: { audience: 'month', month: 'December 2026', families: 2 },
      },
    ])
  })

  it('have to be of a month that is there', async () => {
    expect((await of({ audience: 'month' })).body.error.fields).toEqual({ month_id: 'Please choose a month' })
    expect((await send({ audience: 'month' })).body.error.fields).toEqual({
      month_id: 'Please choose a month',
    })
    const gone = { audience: 'month', month_id: '00000000-0000-4000-8000-000000000000' }
    expect([(await of(gone)).status, (await send(gone)).status]).toEqual([404, 404])
  })
})

describe('all active families', () => {
  it('are those with status Active, invited ones included, without guests, and in their language', async () => {
    await family('Dana', { language: 'es' })
    await family('Sam', { status: 'suspended' })
    const kemi = await family('Kemi')
    const mo = await family('Mo')
    await joinInto(app, kemi, mo)
    await make.aGuestRegistration(month)
    const invited = { full_name: 'Linh', email: 'linh@example.com', children: [], send_invitation: false }
    expect((await staff.post('/api/admin/parents', { phone: '', ...invited })).status).toBe(200)
    // May be anybody's address.
    const signUp = { email: 'typed@example.com', password: 'sunset over water', full_name: 'Nobody' }
    expect((await app.visitor.post('/api/auth/sign-up', signUp)).status).toBe(200)
    expect((await of({ audience: 'active' })).body).toMatchObject({
      families: 3,
      names: ['Dana', 'Kemi', 'Linh'],
    })
    expect((await send({ audience: 'active' })).body.families).toBe(3)
    const sent = await mails()
    expect(sent.map(({ to_email }) => to_email)).toEqual([
      'dana@example.com',
      'kemi@example.com',
      'linh@example.com',
      'mo@example.com',
    ])
    expect(sent[0]).toMatchObject({ subject: words.subject })
    expect(sent[0]?.text).toContain(`${words.text}\n\nPara escribirnos, responda a este correo.`)
    expect(sent[1]?.text).toContain(`Hello Kemi,\n\n${words.text}\n\nJust reply to reach us.`)
  })
})

describe('those who owe', () => {
  it('have a Balance Due above 0', async () => {
    await showBalances(true)
    const bill = async (name: string, paid: number, values: object = {}) => {
      const parent = await family(name, values)
      const billed = { billed_status: 'billed', total_fee_cents: 6000 } as const
      await make.aRegistration(parent.child, month, billed)
      if (paid > 0) await make.aPayment(parent, admin, { amount_cents: paid })
    }
    await bill('Dana', 5999)
    await bill('Paid', 6000)
    await bill('Over', 7000)
    await bill('Sam', 0, { status: 'suspended' })
    await make.aRegistration((await family('Unbilled')).child, month)
    await make.aGuestRegistration(month, { billed_status: 'billed' })
    expect((await of({ audience: 'owe' })).body).toMatchObject({ families: 2, names: ['Dana', 'Sam'] })
    await send({ audience: 'owe' })
    expect(await written()).toEqual(['dana@example.com', 'sam@example.com'])
  })

  it('are refused while families do not see what they owe', async () => {
    for (const { status, body } of [
      await of({ audience: 'owe' }),
      await send({ audience: 'owe' }),
      await staff.post(`${URL}/preview`, { audience: 'owe' }),
    ])
      expect([status, body.error.code]).toEqual([409, 'balances-not-shown'])
    expect(await mails()).toEqual([])
  })
})

describe('sending', () => {
  it('is refused with a sentence if there is nobody', async () => {
    await showBalances(true)
    for (const [to, sentence] of [
      [{ audience: 'active' }, 'There are no active families, so there is no one to email.'],
      [
        { audience: 'month', month_id: month.id },
        'No family has a registration for December 2026, so there is no one to email.',
      ],
      [{ audience: 'owe' }, 'No family owes anything, so there is no one to email.'],
    ] as const) {
      const { status, body } = await send(to)
      expect([status, body.error.message]).toEqual([409, sentence])
    }
    expect(await storedRows(db, 'family_messages')).toEqual([])
  })

  it('happens once for a double click', async () => {
    await family('Dana')
    const key = { 'idempotency-key': 'a-double-press-to-all' }
    const answers = await Promise.all([1, 2].map(() => send({ audience: 'active' }, key)))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await mails()).toHaveLength(1)
  })

  it('counts with the messages about days towards the twenty of the day', async () => {
    const dana = await family('Dana')
    await make.aRegistration(dana.child, month, { selected_days: [4] })
    await execute(
      db,
      sql`insert into family_messages (audience, subject, text, cancelled, families, sent_by, sent_on, sent_at)
        select 'active', 'Hello', 'Hello', false, 1, ${admin.id}, '2026-11-16', '2026-11-16T13:00:00Z'
        from generate_series(1, 18)`,
    )
    expect((await staff.post('/api/admin/family-messages', { ...words, date: '2026-12-04' })).status).toBe(
      200,
    )
    expect((await of({ audience: 'active' })).body.left_today).toBe(1)
    const held = await holdLock(app, 'lock table family_messages in share row exclusive mode', [])
    const both = Promise.all([1, 2].map(() => send({ audience: 'active' })))
    await untilWaiting(app, 2)
    await held.release()
    expect((await both).map(({ status }) => status).sort()).toEqual([200, 409])
    expect(
      (await staff.post('/api/admin/family-messages', { ...words, date: '2026-12-04' })).body.error.code,
    ).toBe('too-many-messages')
    expect((await of({ audience: 'active' })).body).toMatchObject({
      left_today: 0,
      earlier: expect.arrayContaining([
        expect.objectContaining({ subject: words.subject, sent_by: 'Rosa Medina', families: 1 }),
      ]),
    })
  })

  it.each([
    [{ subject: ' ' }, { subject: 'Please enter a subject' }],
    [{ text: 'a'.repeat(2001) }, { text: 'The message must be at most 2,000 characters long' }],
    [{ audience: 'guests' }, { audience: 'Please choose whom to write to' }],
    [{ month_id: 'x' }, { month_id: 'Unknown id' }],
  ])('is rejected by field, %#', async (values, fields) => {
    await family('Dana')
    const { status, body } = await send({ audience: 'active', ...values })
    expect([status, body.error.fields]).toEqual([422, fields])
  })

  it('is for admins only', async () => {
    const clients = [await app.as(await make.anAide()), await app.as(await make.aParent())]
    for (const client of clients) {
      expect((await client.post(URL, { ...words, audience: 'active' })).status).toBe(403)
      expect((await client.post(`${URL}/preview`, { audience: 'active' })).status).toBe(403)
      expect((await client.get(`${URL}?audience=active`)).status).toBe(403)
    }
    expect((await app.visitor.post(URL, { ...words, audience: 'active' })).status).toBe(401)
  })
})

it('is previewed as the first family would get it, also before a month is chosen', async () => {
  await family('Dana')
  const { body } = await staff.post(`${URL}/preview`, { audience: 'active', ...words })
  expect(body).toMatchObject({ families: 1, subject: words.subject })
  await send({ audience: 'active' })
  expect((await mails())[0]?.text).toBe(body.text)
  expect((await staff.post(`${URL}/preview`, { audience: 'month' })).body).toMatchObject({ families: 0 })
})

it('waits for a new email to be confirmed, however long that takes', async () => {
  const dana = await family('Dana')
  await execute(
    db,
    sql`update accounts set email_verified_at = null, email_set_by_staff_at = now() where id = ${dana.id}`,
  )
  await send({ audience: 'active' })
  await mails()
  const states = () =>
    rows<{ state: string }>(db, sql`select state from outbox where template = 'family-message'`)
  expect(await states()).toEqual([{ state: 'held' }])
  await execute(db, sql`update outbox set created_at = created_at - interval '3 days'`)
  await execute(db, sql`update accounts set email_verified_at = now() where id = ${dana.id}`)
  await execute(db, releaseHeldMails(sql`a.id = ${dana.id}`, app.services.clock.now()))
  expect(await states()).toEqual([{ state: 'queued' }])
})
