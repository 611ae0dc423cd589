import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { storedRows } from '../../testing/rows'
import { testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'
import { createGuestLink } from '../guest-links/guest-links.queries'

let id: string
let secret: string

const app = await testApp()
const { db } = app.services
const make = buildersFor(db)
const month = await make.aMonth({ month_name: 'November', year: 2026, closed_days: [19] })

/** November, on the 16th, with a link to a registration for the 3rd, the 17th and the 18th. */
beforeEach(async () => {
  app.setNow('2026-11-16T09:00:00-05:00')
  await execute(db, sql`delete from attendance_marks`)
  await execute(db, sql`delete from guest_links`)
  await execute(db, sql`delete from submissions`)
  await execute(db, sql`delete from outbox`)
  await execute(db, sql`delete from rate_limits`)
  await execute(db, sql`update months set seats = null, regular_price = 20, is_active = true`)
  await execute(db, sql`delete from settings where key = 'pickup_times'`)
  const row = await make.aGuestRegistration(month, { selected_days: [3, 17, 18], total_fee_cents: 6000 })
  id = row.id
  secret = (await createGuestLink(db, id, app.services.clock.now())) ?? ''
})

const edit = (values: object = {}, headers?: Record<string, string>) =>
  app.visitor.patch(
    '/api/guest-registration',
    { secret, selected_days: [3, 17, 20], agreed: true, version: 1, ...values },
    headers,
  )
const read = async () => (await app.visitor.post('/api/guest-registration', { secret })).body
const stored = async () => (await storedRows(db, 'submissions', sql`where id = ${id}`))[0]
const messageOf = ({ status, body }: { status: number; body: { error: { message: string } } }) => [
  status,
  body.error.message,
]

describe('an edit by the private link', () => {
  it('changes days and fee like the edit of a family, mails the guest and records the guest', async () => {
    expect((await read()).edit).toMatchObject({ version: 1, attended_days: [], begun_days_stay: false })
    const { status, body } = await edit({ selected_days: [3, 17, 20, 23], fee: 80 })
    expect(status).toBe(200)
    expect(body).toMatchObject({ selected_days: [3, 17, 20, 23], total_fee: 80, edit: { version: 2 } })
    expect(await stored()).toMatchObject({
      selected_days: [3, 17, 20, 23],
      original_selected_days: [3, 17, 18],
      total_fee_cents: 8000,
      is_edited: true,
      agreement_id: expect.any(String),
      agreed_at: expect.stringMatching(/^2026-11-16/),
    })
    const events = await storedRows(db, 'outbox', sql`where submission_id = ${id}`)
    expect(events.map((event) => event.template)).toEqual(['registration-changed'])
    const log = await storedRows(db, 'audit_log', sql`where row_id = ${id}`)
    expect(log.map((entry) => [entry.action, entry.actor_role, entry.guest_key])).toEqual([
      ['submission.edit', 'visitor', 'grace@example.com'],
    ])
  })

  it("is the guest's, whoever is signed in where the link is opened", async () => {
    const signedIn = await app.as(await make.aParent())
    const body = { secret, selected_days: [3, 17], agreed: true, version: 1 }
    expect((await signedIn.patch('/api/guest-registration', body)).status).toBe(200)
    const [entry] = await storedRows(db, 'audit_log', sql`where row_id = ${id}`)
    expect([entry?.actor_role, entry?.actor_id]).toEqual(['visitor', null])
  })

  it('names no child, in no response', async () => {
    await execute(
      db,
      sql`insert into attendance_marks (submission_id, day, arrived_at, version, updated_at) values (${id}, '2026-11-03', now(), 1, now())`,
    )
    const refused = await edit({ selected_days: [17, 20] })
    expect(messageOf(refused)).toEqual([
      409,
      'Your child was here on Tuesday, November 3, so this day stays.',
    ])
    const stale = await edit({ version: 7 })
    expect([stale.status, stale.body.error.stored]).toMatchObject([409, { version: 1, total_fee: 60 }])
    const all = JSON.stringify([refused.body, stale.body, await read(), (await edit()).body])
    expect(all).not.toMatch(/Otis|Grace|Whitfield/)
  })

  it.each([
    ['a closed day', { selected_days: [19] }, 'is closed to new registrations'],
    ['a past day', { selected_days: [3, 4] }, 'has passed'],
    ['a weekend', { selected_days: [21] }, 'is on a weekend'],
  ])('refuses %s', async (_, values, reason) => {
    const { status, body } = await edit(values)
    expect([status, body.error.code]).toEqual([409, 'day-unavailable'])
    expect(body.error.message).toContain(reason)
    expect((await stored())?.version).toBe(1)
  })

  it('refuses a full day and another fee than was shown', async () => {
    await execute(db, sql`update months set seats = 1`)
    await make.aGuestRegistration(month, { selected_days: [20] })
    expect((await edit()).body.error.message).toBe('Friday, November 20 is full. Please choose another day.')
    expect((await edit({ selected_days: [3, 17, 23], fee: 20 })).body.error.code).toBe('price-changed')
  })

  it('needs the agreement, at least one day, and a version', async () => {
    for (const wrong of [{ agreed: false }, { selected_days: [] }, { version: undefined }])
      expect((await edit(wrong)).status).toBe(422)
    const changed = await edit({ agreement: { language: 'en', items: ['Something else'] } })
    expect(changed.body.error.code).toBe('agreement-changed')
  })

  it('keeps begun days where staff say so', async () => {
    await execute(
      db,
      sql`insert into settings (key, value) values ('pickup_times', '{"give_up_begun_days": false}')`,
    )
    expect(messageOf(await edit({ selected_days: [17] }))).toEqual([
      409,
      'Days that have begun stay. Please ask the office.',
    ])
  })

  it('is stored once for a double click and a lost response', async () => {
    const key = { 'idempotency-key': 'guest-edit' }
    const [first, second] = await Promise.all([edit({}, key), edit({}, key)])
    expect([first?.status, second?.status]).toEqual([200, 200])
    expect((await stored())?.version).toBe(2)
    const other = await edit({ secret: `${secret}x` }, key)
    expect(messageOf(other)).toEqual([404, 'This link is invalid or has expired.'])
  })

  it('ends with the month, a cancellation and the link', async () => {
    const staff = await app.as(await make.anAdmin())
    const path = `/api/admin/submissions/${id}`
    await staff.post(`${path}/cancel`, { reason: 'Moved away', fee: 'none', version: 1 })
    expect((await read()).edit).toBeNull()
    expect((await edit({ version: 2 })).body.error.code).toBe('registration-cancelled')
    expect((await staff.post(`${path}/undo-cancel`, { version: 2 })).status).toBe(200)
    app.setNow('2026-12-01T09:00:00-05:00')
    expect((await read()).edit).toBeNull()
    expect((await edit({ version: 3 })).body.error.code).toBe('not-editable')
    app.setNow('2026-11-16T09:00:00-05:00')
    await execute(db, sql`delete from guest_links`)
    expect(messageOf(await edit())).toEqual([404, 'This link is invalid or has expired.'])
  })

  it('goes on while the month is a draft again, as for families', async () => {
    await execute(db, sql`update months set is_active = false`)
    expect((await edit()).status).toBe(200)
  })

  it('ends once a family has claimed it', async () => {
    const child = await make.aChild(await make.aParent())
    await execute(
      db,
      sql`update submissions set parent_id = ${child.parent_id}, child_id = ${child.id} where id = ${id}`,
    )
    expect(await read()).toMatchObject({ is_claimed: true, edit: null })
    expect(messageOf(await edit())).toEqual([
      409,
      'This registration belongs to an account. Please sign in to change it.',
    ])
  })

  it('tells nothing about the child that staff found on file, but leaves its drop-ins out', async () => {
    const child = await make.aChild(await make.aParent(), { name: 'Otis Whitfield' })
    await execute(
      db,
      sql`update submissions set parent_id = ${child.parent_id}, child_id = ${child.id}, is_same_child = true where id = ${id}`,
    )
    await make.aDropIn('2026-11-20', { parent_id: child.parent_id, child_id: child.id })
    const refused = await edit()
    expect(messageOf(refused)).toEqual([
      409,
      "Friday, November 20 isn't available for aftercare. Please choose another day.",
    ])
    expect(JSON.stringify(refused.body)).not.toMatch(/Otis|drop/)
    expect((await edit({ selected_days: [3, 17, 23] })).body.selected_days).toEqual([3, 17, 23])
  })

  it('is limited like what guests send', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 62; n += 1) statuses.push((await edit({ selected_days: [3, 17, 18] })).status)
    expect(statuses.at(-1)).toBe(429)
  })

  it('of two at the same moment keeps the first', async () => {
    const [one, two] = await Promise.all([
      edit({ selected_days: [3, 17, 20] }),
      edit({ selected_days: [3, 17, 23] }),
    ])
    expect([one?.status, two?.status].sort()).toEqual([200, 409])
    expect((await stored())?.version).toBe(2)
  })
})
