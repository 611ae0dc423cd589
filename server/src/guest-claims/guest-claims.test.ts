import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { linkMailedTo } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { disableLocks, holdLock, untilWaiting } from '../../testing/race-helpers'
import { storedRows } from '../../testing/rows'
import { startTestApp, type TestApp, type TestClient, testApp } from '../../testing/test-app'
import { execute, maybeOne, rows, sql } from '../db/sql'

let month: { id: string }
let staff: TestClient

const ENV = { SMTP_URL: 'smtp://127.0.0.1:2525' }

const app = await testApp({ env: ENV })
const make = buildersFor(app.services.db)
beforeAll(async () => {
  staff = await app.as(await make.anAdmin())
})
beforeEach(async () => {
  const { db } = app.services
  for (const table of [sql`outbox`, sql`submissions`, sql`months`, sql`idempotency_keys`])
    await execute(db, sql`delete from ${table}`)
  month = await make.aMonth()
})

let count = 0
/** A parent with a confirmed address and what was sent as a guest with it. */
async function aGuestWhoSignedUp(values: object = {}) {
  const email = `grace${++count}@example.com`
  const parent = await make.aParent({ email })
  const sent = await make.aGuestRegistration(month, {
    guest_parent_email: email,
    guest_child_allergies: 'Peanuts',
    guest_child_notes: 'Staff: ask about the bus',
    selected_days: [1, 3],
    total_fee_cents: 4000,
    submitted_at: '2026-11-02T10:00:00Z',
    agreed_at: '2026-11-02T10:00:00Z',
    ...values,
  })
  const client = await app.as(parent)
  const list = async () => (await client.get('/api/guest-claims')).body.rows
  const claim = (body: object, id: string = sent.id) => client.post(`/api/guest-claims/${id}`, body)
  return { email, parent, sent, client, list, claim }
}

const stored = async (id: string) =>
  (await storedRows(app.services.db, 'submissions', sql`where id = ${id}`))[0]

describe('a guest submission', () => {
  it('is listed for the person who confirmed its email, without staff notes', async () => {
    const { list, sent } = await aGuestWhoSignedUp()
    expect(await list()).toEqual([
      {
        id: sent.id,
        month_name: 'December',
        year: 2026,
        dropin_date: null,
        status: 'submitted',
        selected_days: [1, 3],
        cancelled_days: [],
        total_fee: 40,
        day_prices: { 1: 20, 3: 20 },
        submitted_at: '2026-11-02T10:00:00.000Z',
        guest_child_name: 'Otis Whitfield',
        guest_child_allergies: 'Peanuts',
      },
    ])
  })

  it.each([
    ['waiting', null, 25],
    ['declined', '2026-11-15T12:00:00Z', 0],
  ] as const)(
    'that is a drop-in says that it is %s, with what it costs once approved',
    async (status, decided_at, fee) => {
      const { email, list, client } = await aGuestWhoSignedUp()
      const approval = { fee: 25, decided_at, message: null }
      const values = { guest_parent_email: email, status, approval, total_fee_cents: 0 }
      const { id } = await make.aDropIn('2026-12-04', { ...values, submitted_at: '2026-11-03T10:00:00Z' })
      const [first] = await list()
      expect(first).toMatchObject({ id, status, total_fee: fee, dropin_date: '2026-12-04' })
      expect((await client.get('/api/dashboard')).body.guest_claims[0]).toEqual(first)
    },
  )

  it('is added to a child: same fee, days, dates and billing, and part of the balance', async () => {
    const { parent, sent, client, claim, list } = await aGuestWhoSignedUp({ billed_status: 'billed' })
    const child = await make.aChild(parent, { name: 'Otis' })
    const before = await stored(sent.id)
    const { status, body } = await claim({ child_id: child.id })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: sent.id,
      total_fee: 40,
      selected_days: [1, 3],
      children: { name: 'Otis' },
    })
    expect(body).not.toHaveProperty('guest_child_notes')
    expect(await stored(sent.id)).toEqual({
      ...before,
      parent_id: parent.id,
      child_id: child.id,
      guest_account_id: parent.id,
      // From now on it is found by the names of the parent and the child.
      guest_search_text: null,
      updated_at: expect.any(String),
      version: 2,
    })
    expect(await list()).toEqual([])
    expect((await client.get('/api/submissions')).body.rows).toHaveLength(1)
    const { totals } = (await staff.get(`/api/admin/parents/${parent.id}`)).body
    expect(totals).toMatchObject({ billed: 40, balance: 40 })
    const listed = (await staff.get(`/api/admin/parents?search=${encodeURIComponent(parent.email)}`)).body
    expect(listed.rows).toMatchObject([{ id: parent.id, outstanding: 40 }])
    const audit = await rows(
      app.services.db,
      sql`select actor_id, actor_role, action, detail from audit_log where row_id = ${sent.id}`,
    )
    expect(audit).toEqual([
      {
        actor_id: parent.id,
        actor_role: 'parent',
        action: 'submission.claim',
        detail: { child_id: child.id, is_new_child: false },
      },
    ])
  })

  it('is added to a new child, created in the same transaction', async () => {
    const { parent, sent, claim } = await aGuestWhoSignedUp()
    const { body } = await claim({ child: { name: ' Otis Whitfield ', allergies: 'Peanuts', notes: '' } })
    const children = await storedRows(app.services.db, 'children', sql`where parent_id = ${parent.id}`)
    expect(children).toMatchObject([{ name: 'Otis Whitfield', allergies: 'Peanuts', notes: null }])
    expect(body.child_id).toBe(children[0]?.id)
    expect((await stored(sent.id))?.child_id).toBe(children[0]?.id)
  })

  it('leaves the list of guests, and every count stays correct', async () => {
    const { email, parent, claim } = await aGuestWhoSignedUp()
    const other = await make.aDropIn('2026-12-02', { guest_parent_email: ` ${email.toUpperCase()}` })
    const staff = await app.as(await make.anAdmin())
    const guests = async () => {
      const { body } = await staff.get(`/api/admin/parents?search=${encodeURIComponent(email)}`)
      const listed = body.rows.filter((row: { is_guest: boolean }) => row.is_guest)
      return listed.map((row: Record<string, number>) => [row.submissions, row.outstanding])
    }
    expect(await guests()).toEqual([[2, 65]])
    const child = await make.aChild(parent)
    await claim({ child_id: child.id })
    expect(await guests()).toEqual([[1, 25]])
    expect((await claim({ child_id: child.id }, other.id)).status).toBe(200)
    expect(await guests()).toEqual([])
  })

  it('counts one seat if the child is already booked, and notifies the next family waiting', async () => {
    await execute(app.services.db, sql`update months set seats = 2 where id = ${month.id}`)
    const { parent, claim } = await aGuestWhoSignedUp()
    const child = await make.aChild(parent)
    await make.aDropIn('2026-12-03', { parent_id: parent.id, child_id: child.id })
    const watcher = await make.aParent()
    await make.aChild(watcher)
    const watching = await (await app.as(watcher)).post('/api/seat-watches', { month_id: month.id, day: 3 })
    expect(watching.status).toBe(200)
    const taken = () =>
      maybeOne(app.services.db, sql`select taken_seats, count_taken_seats(m) as counted from months m`)
    expect(await taken()).toEqual({ taken_seats: { 1: 1, 3: 2 }, counted: { 1: 1, 3: 2 } })
    expect((await claim({ child_id: child.id })).status).toBe(200)
    expect(await taken()).toEqual({ taken_seats: { 1: 1, 3: 1 }, counted: { 1: 1, 3: 1 } })
    const told = await rows(app.services.db, sql`select to_email from outbox where template = 'seat-opened'`)
    expect(told).toEqual([{ to_email: watcher.email }])
  })
})

describe('a claim is rejected', () => {
  it('if the child is already registered for the month; another child is accepted', async () => {
    const { parent, sent, claim } = await aGuestWhoSignedUp()
    const child = await make.aChild(parent, { name: 'Ada' })
    await make.aRegistration(child, month)
    const { status, body } = await claim({ child_id: child.id })
    expect(status).toBe(409)
    expect(body.error.message).toBe('Ada already has a registration for December 2026.')
    expect(await stored(sent.id)).toMatchObject({ parent_id: null, child_id: null, version: 1 })
    expect((await claim({ child: { name: 'Otis' } })).status).toBe(200)
  })

  it('if the child already has a drop-in on that day', async () => {
    const { email, parent, claim } = await aGuestWhoSignedUp()
    const dropIn = await make.aDropIn('2026-12-04', { guest_parent_email: email })
    const child = await make.aChild(parent, { name: 'Ada' })
    await make.aDropIn('2026-12-04', { parent_id: parent.id, child_id: child.id })
    const { status, body } = await claim({ child_id: child.id }, dropIn.id)
    expect(status).toBe(409)
    expect(body.error.message).toBe('Ada already has a drop-in for Friday, December 4, 2026.')
  })

  it('a second time by anyone; a repeat with the same key gets the first response', async () => {
    const { parent, sent, client, claim } = await aGuestWhoSignedUp()
    const press = () =>
      client.post(`/api/guest-claims/${sent.id}`, { child: { name: 'Otis' } }, { 'idempotency-key': 'one' })
    const [first, again] = [await press(), await press()]
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
    expect(await storedRows(app.services.db, 'children', sql`where parent_id = ${parent.id}`)).toHaveLength(1)
    const second = await claim({ child: { name: 'Otis' } })
    expect(second.status).toBe(409)
    expect(second.body.error.message).toBe('This is already part of your account.')
    expect(await storedRows(app.services.db, 'children', sql`where parent_id = ${parent.id}`)).toHaveLength(1)
    const stranger = await aGuestWhoSignedUp()
    expect((await stranger.claim({ child: { name: 'Otis' } }, sent.id)).status).toBe(404)
  })

  it('for another email, an unconfirmed one and one that staff set; none of them is listed', async () => {
    const { sent, parent, list, claim } = await aGuestWhoSignedUp()
    const stranger = await aGuestWhoSignedUp()
    const child = await make.aChild(stranger.parent)
    expect((await stranger.claim({ child_id: child.id }, sent.id)).status).toBe(404)
    expect((await stranger.list()).map(({ id }: { id: string }) => id)).toEqual([stranger.sent.id])

    const { db } = app.services
    await execute(db, sql`update accounts set email_verified_at = null where id = ${parent.id}`)
    expect(await list()).toEqual([])
    expect((await claim({ child: { name: 'Otis' } })).status).toBe(404)

    for (const method of ['get', 'post'] as const) {
      const path = method === 'get' ? '/api/guest-claims' : `/api/guest-claims/${sent.id}`
      expect(
        (await app.visitor[method](path, method === 'get' ? undefined : { child_id: child.id })).status,
      ).toBe(401)
    }
    expect(await stored(sent.id)).toMatchObject({ parent_id: null, child_id: null, version: 1 })
    expect(await storedRows(db, 'children', sql`where parent_id = ${parent.id}`)).toEqual([])
  })

  it('for an email that staff set, until a link sent to it is used', async () => {
    const { email, sent } = await aGuestWhoSignedUp()
    await execute(
      app.services.db,
      sql`delete from user_roles where user_id in (select id from accounts where email = ${email})`,
    )
    await execute(app.services.db, sql`delete from profiles where email = ${email}`)
    await execute(app.services.db, sql`delete from accounts where email = ${email}`)
    const other = await make.aParent()
    const { full_name, version } = (await staff.get(`/api/admin/parents/${other.id}`)).body
    const change = { full_name, email, status: 'active', version }
    expect((await staff.patch(`/api/admin/parents/${other.id}`, change)).status).toBe(200)
    const client = await app.as(other)
    expect((await client.get('/api/guest-claims')).body.rows).toEqual([])
    expect((await client.post(`/api/guest-claims/${sent.id}`, { child: { name: 'Otis' } })).status).toBe(404)

    await app.visitor.post('/api/auth/forgot-password', { email, portal: 'parent' })
    const { access_token, refresh_token } = await linkMailedTo(app, email, 'recovery')
    const password = 'sunset over water'
    expect(
      (await app.visitor.post('/api/auth/recovery/password', { access_token, refresh_token, password }))
        .status,
    ).toBe(200)
    const back = await app.as(other)
    expect((await back.get('/api/guest-claims')).body.rows).toHaveLength(1)
  })

  it('after signing up, until the emailed link is used', async () => {
    const email = 'newcomer@example.com'
    await make.aGuestRegistration(month, { guest_parent_email: email })
    const signUp = { email, password: 'sunset over water', full_name: 'New Comer' }
    await app.visitor.post('/api/auth/sign-up', signUp)
    const account = await maybeOne<{ id: string }>(
      app.services.db,
      sql`select id from accounts where email = ${email}`,
    )
    const client = await app.as(account ?? { id: '' })
    expect((await client.get('/api/guest-claims')).body.rows).toEqual([])
    const { access_token } = await linkMailedTo(app, email, 'verification')
    await app.visitor.post('/api/auth/verify', { access_token })
    expect((await client.get('/api/guest-claims')).body.rows).toHaveLength(1)
  })

  it('without a child, or with another family’s', async () => {
    const { sent, claim } = await aGuestWhoSignedUp()
    const foreign = await make.aChild(await make.aParent())
    expect((await claim({})).status).toBe(422)
    expect((await claim({ child: { name: ' ' } })).status).toBe(422)
    expect((await claim({ child_id: foreign.id })).status).toBe(404)
    expect(await stored(sent.id)).toMatchObject({ parent_id: null, child_id: null, version: 1 })
  })
})

describe('two concurrent claims of one row', () => {
  /** Both have looked before either writes: the row is held until both wait at it. */
  async function race(on: TestApp) {
    const build = buildersFor(on.services.db)
    const email = `race${++count}@example.com`
    const parent = await build.aParent({ email })
    const december = await build.aMonth({ year: 2030 + count })
    const sent = await build.aGuestRegistration(december, { guest_parent_email: email })
    const client = await on.as(parent)
    const children = [await build.aChild(parent), await build.aChild(parent)]
    const held = await holdLock(on, 'select from submissions where id = $1 for update', [sent.id])
    const claims = children.map(({ id }) => client.post(`/api/guest-claims/${sent.id}`, { child_id: id }))
    await untilWaiting(on, 2)
    await held.release()
    const answers = await Promise.all(claims)
    const audit = await rows(
      on.services.db,
      sql`select from audit_log where row_id = ${sent.id} and action = 'submission.claim'`,
    )
    return { statuses: answers.map(({ status }) => status).sort(), audit: audit.length }
  }

  it('store one', async () => {
    expect(await race(app)).toEqual({ statuses: [200, 409], audit: 1 })
  })

  it('control: store both if the row is not locked', async () => {
    const unlocked = await startTestApp({ env: ENV })
    disableLocks(unlocked)
    try {
      expect(await race(unlocked)).toEqual({ statuses: [200, 200], audit: 2 })
    } finally {
      await unlocked.stop()
    }
  })
})
