import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { givePassword } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { invitationTo, joinInto } from '../../testing/family'
import { aFullDay, startGuardedAndUnguarded, type World, weekdays } from '../../testing/family-races'
import { holdLock, untilWaiting } from '../../testing/race-helpers'
import type { TestApp, TestClient } from '../../testing/test-app'
import { execute, rows, sql } from '../db/sql'

/**
 * Mails to somebody who deletes the account at the same moment, on a real PostgreSQL. Either the deletion finds the mail
 * and deletes it, or composing finds nobody. While it is composed: `family.races.test.ts`, with the locks off as a control.
 */

const PASSWORD = 'sunset over water'

const { guarded, unguarded, aWorld } = await startGuardedAndUnguarded({
  env: { SMTP_URL: 'smtp://127.0.0.1:2525' },
})
const staffOf = new Map<TestApp, TestClient>()
beforeAll(async () => {
  for (const app of [guarded, unguarded]) {
    staffOf.set(app, await app.as(await buildersFor(app.services.db).anAdmin()))
    await app.services.pool.query(`
      create function wait_for_lock() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock_shared(1); return null; end $$;
      create trigger wait_for_lock after insert on outbox for each statement execute function wait_for_lock()`)
  }
})

beforeEach(async () => {
  for (const { services } of [guarded, unguarded]) await execute(services.db, sql`delete from rate_limits`)
})

type Send = () => Promise<{ status: number }>
/** Who deletes the account, and what mails them. */
type Mailing = (
  world: World,
  staff: TestClient,
) => Promise<{ erased: { id: string; email: string }; send: Send }>

const message = (date: string, more = {}) => ({
  date,
  subject: 'Snow',
  text: 'Please come early.',
  cancelled: false,
  fees: 'keep',
  ...more,
})

/** The first adult's child is booked for a day to come, and the other adult deletes the account. */
async function aBooking({ app, dana, kemi, child, month, ...world }: World) {
  await joinInto(app, dana, kemi)
  const [day = 8] = weekdays({ app, dana, kemi, child, month, ...world })
  const booked = await buildersFor(app.services.db).aRegistration({ ...child, parent_id: dana.id }, month, {
    selected_days: [day],
  })
  return { id: booked.id, date: `${world.year}-12-${String(day).padStart(2, '0')}` }
}

/** Of the world alone, and so long ago that the account can be deleted. */
const pastDay = ({ year }: World) => `${year - 60}-10-08`

const messageToMember: Mailing = async (world, staff) => {
  const { date } = await aBooking(world)
  return { erased: world.kemi, send: () => staff.post('/api/admin/family-messages', message(date)) }
}

const messageThatCancels: Mailing = async (world, staff) => {
  const { date } = await aBooking(world)
  const cancelling = message(date, { cancelled: true, fees: 'credit' })
  return { erased: world.kemi, send: () => staff.post('/api/admin/family-messages', cancelling) }
}

const messageToFirstAdult: Mailing = async (world, staff) => {
  const { app, dana, child } = world
  const make = buildersFor(app.services.db)
  await make.aDropIn(pastDay(world), { parent_id: dana.id, child_id: child.id, total_fee_cents: 0 })
  // Somebody else is written to in any case.
  await make.aDropIn(pastDay(world))
  return { erased: dana, send: () => staff.post('/api/admin/family-messages', message(pastDay(world))) }
}

const messageToGuest: Mailing = async (world, staff) => {
  const { app, dana } = world
  const make = buildersFor(app.services.db)
  const email = ` ${dana.email.toUpperCase()}`
  await make.aDropIn(pastDay(world), { guest_parent_email: email, total_fee_cents: 0 })
  await make.aDropIn(pastDay(world))
  return { erased: dana, send: () => staff.post('/api/admin/family-messages', message(pastDay(world))) }
}

async function openSeat(world: World, watcher: TestClient, staff: TestClient): Promise<Send> {
  const watch = await aFullDay(world)
  expect((await watcher.post('/api/seat-watches', watch)).status).toBe(200)
  const month = { day_types: {}, closed_days: [], day_seats: { [watch.day]: 2 }, version: 1 }
  return () => staff.patch(`/api/admin/months/${watch.month_id}`, month)
}

const seatForFirstAdult: Mailing = async (world, staff) => ({
  erased: world.dana,
  send: await openSeat(world, world.first, staff),
})

const seatForMember: Mailing = async (world, staff) => {
  await joinInto(world.app, world.dana, world.kemi)
  return { erased: world.kemi, send: await openSeat(world, world.second, staff) }
}

const dropInMailAgain: Mailing = async (world) => {
  const { app, dana, kemi, child, first, year } = world
  await joinInto(app, dana, kemi)
  const at = app.services.clock.now().toISOString()
  const { id: submission_id } = await buildersFor(app.services.db).aDropIn(`${year}-11-04`, {
    parent_id: dana.id,
    child_id: child.id,
    submitted_at: at,
    agreed_at: at,
  })
  return {
    erased: kemi,
    send: () => first.post('/api/functions/send-dropin-submission-email', { submission_id }),
  }
}

const cancelledRegistration: Mailing = async (world, staff) => {
  const { id } = await aBooking(world)
  const request = { reason: 'Moved away', fee: 'none', version: 1 }
  return { erased: world.kemi, send: () => staff.post(`/api/admin/submissions/${id}/cancel`, request) }
}

const changedChild: Mailing = async ({ app, dana, kemi, child }, staff) => {
  await joinInto(app, dana, kemi)
  const change = { name: 'Amara', allergies: 'Peanuts', version: 1 }
  return { erased: kemi, send: () => staff.patch(`/api/admin/children/${child.id}`, change) }
}

const deletionOf = async (app: TestApp, account: { id: string }) => {
  await givePassword(app, account, PASSWORD)
  const client = await app.as(account)
  return () => client.post('/api/own-data/delete-account', { password: PASSWORD })
}

/** The first is stopped by a lock held elsewhere, the second goes as far as it can; then both go on. */
async function overlap(app: TestApp, lock: string, first: Send, second: Send) {
  const holder = await holdLock(app, lock, [])
  const one = first()
  await untilWaiting(app, 1)
  const other = second()
  await Promise.race([other, untilWaiting(app, 2)])
  await holder.release()
  return Promise.all([one, other])
}

/** Stops whoever has queued a mail. */
const QUEUED = 'select pg_advisory_xact_lock(1)'
/** Stops an erasure that has deleted mails but not yet the account. */
const ERASING = 'lock table import_reviews in share mode'

const mailsTo = ({ services }: TestApp, email: string) =>
  rows<{ template: string }>(services.db, sql`select template from outbox where to_email = ${email}`)

describe('whoever deletes the account', () => {
  async function mailed(app: TestApp, mailing: Mailing, first: 'mail' | 'deletion') {
    const world = await aWorld(app)
    const { erased, send } = await mailing(world, staffOf.get(app) as TestClient)
    const remove = await deletionOf(app, erased)
    const responses =
      first === 'mail' ? await overlap(app, QUEUED, send, remove) : await overlap(app, ERASING, remove, send)
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    return mailsTo(app, erased.email)
  }

  it.each<[string, Mailing]>([
    ['a message to the families of a day', messageToMember],
    ['a message that cancels the day', messageThatCancels],
    ['a message about a past day', messageToFirstAdult],
    ['a message to guests', messageToGuest],
    ['a mail about an open seat', seatForFirstAdult],
    ['the mails of a drop-in, requested again', dropInMailAgain],
    ['a mail about a cancelled registration', cancelledRegistration],
    ["a mail about a child's details", changedChild],
  ])('does not get %s', async (_, mailing) => {
    expect(await mailed(guarded, mailing, 'mail')).toEqual([])
    expect(await mailed(guarded, mailing, 'deletion')).toEqual([])
  })

  it('does not get a mail about an open seat that the family waits for', async () => {
    expect(await mailed(guarded, seatForMember, 'mail')).toEqual([])
    expect(await mailed(guarded, seatForMember, 'deletion')).toEqual([])
  })
})

it('leaves the mail about an open seat to the first adult', async () => {
  const world = await aWorld(guarded)
  const { erased, send } = await seatForMember(world, staffOf.get(guarded) as TestClient)
  await overlap(guarded, ERASING, await deletionOf(guarded, erased), send)
  expect(await mailsTo(guarded, world.dana.email)).toEqual([{ template: 'seat-opened' }])
})

it('leaves the mail about an open seat to the next family that waits', async () => {
  const world = await aWorld(guarded)
  const { erased, send } = await seatForFirstAdult(world, staffOf.get(guarded) as TestClient)
  const [watch] = (await world.first.get('/api/seat-watches')).body.rows
  expect((await world.second.post('/api/seat-watches', watch)).status).toBe(200)
  await overlap(guarded, ERASING, await deletionOf(guarded, erased), send)
  expect(await mailsTo(guarded, world.kemi.email)).toEqual([{ template: 'seat-opened' }])
})

it('lets the program cancel a day while the mail about an edit of the family waits', async () => {
  const world = await aWorld(guarded)
  const { app, kemi, first, month } = world
  const { id } = await aBooking(world)
  const [day = 8, other = 9] = weekdays(world)
  const edit = { selected_days: [day, other], agreed: true, version: 1 }
  expect((await first.patch(`/api/submissions/${id}`, edit)).status).toBe(200)
  // Two events, of which an erasure locks the edit's last.
  const [before, last] = ['00000000-0000-4000-8000-000000000000', 'ffffffff-ffff-4fff-8fff-ffffffffffff']
  await execute(
    app.services.db,
    sql`update outbox set id = ${last} where submission_id = ${id} and event is not null`,
  )
  await execute(
    app.services.db,
    sql`insert into outbox (id, template, to_email, subject, text, message_id, event)
      select ${before}, template, to_email, subject, text, 'before', event from outbox where id = ${last}`,
  )
  const holder = await holdLock(app, `select from outbox where id = '${before}' for update`, [])
  const deletion = (await deletionOf(app, kemi))()
  await untilWaiting(app, 1)
  const change = { day_types: { [day]: 'unavailable' }, closed_days: [], fees: 'credit', version: 1 }
  const cancelling = staffOf.get(app)?.patch(`/api/admin/months/${month.id}`, change)
  await untilWaiting(app, 2)
  await holder.release()
  const responses = await Promise.all([deletion, cancelling])
  expect(responses.map((response) => response?.status)).toEqual([200, 200])
  await execute(app.services.db, sql`delete from outbox where id = ${before}`)
})

it('fails if they join a family while it waits, which would then not be locked', async () => {
  const { app, dana, kemi, first, second } = await aWorld(guarded)
  const token = await invitationTo(app, first, kemi.email)
  const lock = await holdLock(app, "select pg_advisory_xact_lock(hashtextextended('family imports', 0))", [])
  const deletion = (await deletionOf(app, kemi))()
  await untilWaiting(app, 1)
  expect((await second.post('/api/join', { token })).status).toBe(200)
  await lock.release()
  const { status, headers } = await deletion
  expect([status, headers.get('retry-after')]).toEqual([503, '1'])
  const members = sql`select member_id from family_members where parent_id = ${dana.id}`
  expect(await rows(app.services.db, members)).toEqual([{ member_id: kemi.id }])
})

describe('an email whose account is just being deleted', () => {
  const full_name = 'Somebody New'

  async function during(
    app: TestApp,
    act: (email: string, staff: TestClient) => Promise<{ status: number }>,
  ) {
    const { dana } = await aWorld(app)
    const staff = staffOf.get(app) as TestClient
    const [, { status }] = await overlap(app, ERASING, await deletionOf(app, dana), () =>
      act(dana.email, staff),
    )
    expect(status).toBe(200)
    return rows(
      app.services.db,
      sql`select o.template, o.to_name, r.role from outbox o left join accounts a on a.email = o.to_email
        left join user_roles r on r.user_id = a.id where o.to_email = ${dana.email}`,
    )
  }

  it('signs up as a new account, and is not told of the old one', async () => {
    const signUp = (app: TestApp) =>
      during(app, (email) => app.visitor.post('/api/auth/sign-up', { email, full_name, password: PASSWORD }))
    expect(await signUp(guarded)).toEqual([{ template: 'verification', to_name: null, role: 'parent' }])
    expect(await signUp(unguarded)).toMatchObject([{ template: 'account-exists', role: null }])
  })

  it('becomes an admin as a new account', async () => {
    const invite = (app: TestApp) =>
      during(app, (email, staff) => staff.post('/api/admin/admins', { email, full_name }))
    expect(await invite(guarded)).toEqual([{ template: 'invitation', to_name: full_name, role: 'admin' }])
    expect(await invite(unguarded)).toMatchObject([{ role: null }])
  })
})

describe('a family whose account is just being deleted', () => {
  async function invite(app: TestApp) {
    const world = await aWorld(app)
    const { dana, child, first } = world
    // Its profile stays, without a name.
    await buildersFor(app.services.db).aDropIn(pastDay(world), {
      parent_id: dana.id,
      child_id: child.id,
      total_fee_cents: 0,
    })
    const email = `invited-${world.year}@example.com`
    const send = () => first.post('/api/family/invitations', { email })
    const [, { status }] = await overlap(app, ERASING, await deletionOf(app, dana), send)
    return { status, mails: await mailsTo(app, email) }
  }

  it('invites nobody', async () => {
    expect(await invite(guarded)).toEqual({ status: 401, mails: [] })
    expect(await invite(unguarded)).toMatchObject({ mails: [{ template: 'family-invitation' }] })
  })
})
