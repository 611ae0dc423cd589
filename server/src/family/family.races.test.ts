import { beforeEach, describe, expect, it } from 'vitest'
import { givePassword } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { joinInto } from '../../testing/family'
import {
  aFullDay,
  membersOf,
  startGuardedAndUnguarded,
  statusesOf,
  together,
  type World,
  weekdays,
} from '../../testing/family-races'
import { composeAllEvents, composeDueEvents } from '../../testing/mails'
import { holdLock, untilWaiting } from '../../testing/race-helpers'
import type { TestClient } from '../../testing/test-app'
import { execute, rows, sql } from '../db/sql'

/** What the adults of a family do at the same moment, on a real PostgreSQL; with the locks off as a control. */

const PASSWORD = 'sunset over water'

const { guarded, unguarded, aWorld } = await startGuardedAndUnguarded()

/** Held, it stops transactions that have stored mails. */
const MAIL_LOCK: [string, unknown[]] = ['select pg_advisory_xact_lock(1)', []]
for (const { services } of [guarded, unguarded])
  await services.pool.query(`
    create function wait_for_lock() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(1); return null; end $$;
    create trigger wait_for_lock after insert on outbox for each statement execute function wait_for_lock()`)

const register = (world: World, client: TestClient) =>
  client.post('/api/submissions', {
    month_id: world.month.id,
    child_ids: [world.child.id],
    selected_days: weekdays(world).slice(0, 1),
    agreed: true,
  })

let world: World
beforeEach(async () => {
  world = await aWorld(guarded)
})

describe('two adults who register the same child for the same month', () => {
  it('store it once, and the other reads the specified words', async () => {
    await joinInto(guarded, world.dana, world.kemi)
    const lock: [string, unknown[]] = ['select from months where id = $1 for update', [world.month.id]]
    const responses = await together(world, lock, [
      () => register(world, world.first),
      () => register(world, world.second),
    ])
    expect(statusesOf(responses)).toEqual([200, 409])
    expect(responses.find(({ status }) => status === 409)?.body.error.message).toBe(
      'One or more selected children already have a registration for this month.',
    )
    const stored = await rows(
      guarded.services.db,
      sql`select parent_id from submissions where month_id = ${world.month.id}`,
    )
    expect(stored).toEqual([{ parent_id: world.dana.id }])
  })
})

describe('an adult who is removed while registering', () => {
  /** The removal has deleted the membership but not committed when the registration starts. */
  async function registerWhileRemoved(raced: World) {
    await joinInto(raced.app, raced.dana, raced.kemi)
    const holder = await holdLock(raced.app, 'lock table audit_log in share mode', [])
    const removing = raced.first.delete(`/api/family/adults/${raced.kemi.id}`)
    await untilWaiting(raced.app, 1)
    const registering = register(raced, raced.second)
    await untilWaiting(raced.app, 2)
    await holder.release()
    return Promise.all([removing, registering])
  }

  it('is refused once the removal was first', async () => {
    const [removed, registered] = await registerWhileRemoved(world)
    expect([removed.status, registered.status]).toEqual([200, 404])
  })

  it('would register without the lock', async () => {
    const [removed, registered] = await registerWhileRemoved(await aWorld(unguarded))
    expect([removed.status, registered.status]).toEqual([200, 200])
  })

  it('has registered before the removal if that was first', async () => {
    await joinInto(guarded, world.dana, world.kemi)
    const holder = await holdLock(guarded, 'select from months where id = $1 for update', [world.month.id])
    const registering = register(world, world.second)
    await untilWaiting(guarded, 1)
    const removing = world.first.delete(`/api/family/adults/${world.kemi.id}`)
    await untilWaiting(guarded, 2)
    await holder.release()
    expect([(await registering).status, (await removing).status]).toEqual([200, 200])
    expect(await membersOf(world)).toEqual([])
    expect((await world.second.get('/api/children')).body.rows).toEqual([])
  })
})

describe('a mail that the first adult causes', () => {
  type Act = (raced: World) => Promise<{ status: number }>
  const remove: Act = ({ first, kemi }) => first.delete(`/api/family/adults/${kemi.id}`)
  const leave: Act = ({ second }) => second.delete('/api/family/membership')
  const deleteAccount: Act = async ({ app, kemi, second }) => {
    await givePassword(app, kemi, PASSWORD)
    return second.post('/api/own-data/delete-account', { password: PASSWORD })
  }
  const changeEmail: Act = async ({ app, kemi }) => {
    const staff = await app.as(await buildersFor(app.services.db).anAdmin())
    return staff.patch(`/api/admin/parents/${kemi.id}`, { email: `new.${kemi.email}`, version: 1 })
  }
  const edit: Act = async (raced) => {
    const { app, month, first } = raced
    const [row] = await rows<{ id: string }>(
      app.services.db,
      sql`select id from submissions where month_id = ${month.id}`,
    )
    const request = { selected_days: weekdays(raced).slice(0, 2), agreed: true, version: 1 }
    return first.patch(`/api/submissions/${row?.id}`, request)
  }
  const registerFirst: Act = (raced) => register(raced, raced.first)

  /** Who gets the mails of an edit by the first adult, after something happened to the other one. */
  async function mailedAfter(raced: World, meanwhile: Act) {
    await joinInto(raced.app, raced.dana, raced.kemi)
    await registerFirst(raced)
    await execute(raced.app.services.db, sql`delete from outbox`)
    expect((await edit(raced)).status).toBe(200)
    expect((await meanwhile(raced)).status).toBe(200)
    await composeAllEvents(raced.app.services)
    return mailedAdults(raced)
  }

  async function mailedAdults({ app, dana, kemi }: World) {
    const names: Record<string, string> = {
      [dana.email]: 'first',
      [kemi.email]: 'second',
      [`new.${kemi.email}`]: 'another email',
    }
    const mails = await rows<{ to_email: string }>(
      app.services.db,
      sql`select to_email from outbox where submission_id is not null and to_email = any(${Object.keys(names)})`,
    )
    return mails.map(({ to_email }) => names[to_email]).sort()
  }

  it.each<[string, Act, string[]]>([
    ['is removed', remove, ['first']],
    ['leaves', leave, ['first']],
    ['deletes the account', deleteAccount, ['first']],
    ['gets another email', changeEmail, ['another email', 'first']],
  ])(
    'does not go to the old email of an adult who %s before it is composed',
    async (_, meanwhile, mailed) => {
      expect(await mailedAfter(world, meanwhile)).toEqual(mailed)
    },
  )

  /** The mails are composed, but not stored yet, when the other adult deletes the account. */
  async function mailedWhileDeleting(raced: World) {
    const { app, dana, kemi } = raced
    const { db } = app.services
    await joinInto(app, dana, kemi)
    await registerFirst(raced)
    await execute(db, sql`delete from outbox`)
    await edit(raced)
    await execute(db, sql`update outbox set send_after = null`)
    const holder = await holdLock(app, ...MAIL_LOCK)
    const composing = composeDueEvents(app.services)
    await untilWaiting(app, 1)
    const deleting = deleteAccount(raced)
    await Promise.race([deleting, untilWaiting(app, 2)])
    await holder.release()
    await composing
    expect((await deleting).status).toBe(200)
    return mailedAdults(raced)
  }

  it('is deleted if an adult deletes the account while it is composed', async () => {
    expect(await mailedWhileDeleting(world)).toEqual(['first'])
    // Without the locks.
    expect(await mailedWhileDeleting(await aWorld(unguarded))).toEqual(['first', 'second'])
  })
})

describe('a claim of what a member sent as a guest, while that member deletes the account', () => {
  async function claimWhileDeleting(raced: World, childOf: (raced: World) => object) {
    const { app, dana, kemi, first, second } = raced
    await joinInto(app, dana, kemi)
    await givePassword(app, kemi, PASSWORD)
    const make = buildersFor(app.services.db)
    const past = await make.aMonth({ month_name: 'October', year: 2025, day_types: {} })
    const guest = { guest_parent_email: kemi.email, guest_child_allergies: 'Nuts' }
    const { id } = await make.aGuestRegistration(past, guest)
    // Locking rows is possible, writing them is not.
    const holder = await holdLock(app, 'lock table submissions in share mode', [])
    const claiming = first.post(`/api/guest-claims/${id}`, childOf(raced))
    await untilWaiting(app, 1)
    const deleting = second.post('/api/own-data/delete-account', { password: PASSWORD })
    await untilWaiting(app, 2)
    await holder.release()
    expect([(await claiming).status, (await deleting).status]).toEqual([200, 200])
    const claimed = await rows(
      app.services.db,
      sql`select parent_id, guest_parent_name, guest_parent_email, guest_child_name, guest_child_allergies
        from submissions where id = ${id}`,
    )
    await execute(app.services.db, sql`delete from submissions where id = ${id}`)
    await execute(app.services.db, sql`delete from months where id = ${past.id}`)
    return claimed
  }

  it.each([
    ['a child of the family', ({ child }: World) => ({ child_id: child.id })],
    ['a new child', () => ({ child: { name: 'Otis' } })],
  ])('erases the member alone from it, for %s', async (_, childOf) => {
    expect(await claimWhileDeleting(world, childOf)).toEqual([
      {
        parent_id: world.dana.id,
        guest_parent_name: null,
        guest_parent_email: null,
        guest_child_name: 'Otis Whitfield',
        guest_child_allergies: 'Nuts',
      },
    ])
  })

  it('would erase the child too without the lock', async () => {
    const raced = await aWorld(unguarded)
    const [row] = await claimWhileDeleting(raced, ({ child }) => ({ child_id: child.id }))
    expect(row).toMatchObject({ parent_id: raced.dana.id, guest_child_allergies: null })
  })
})

describe('a member who deletes the account while asking for a seat', () => {
  it('does both, without a deadlock', async () => {
    await joinInto(guarded, world.dana, world.kemi)
    await givePassword(guarded, world.kemi, PASSWORD)
    const fullDay = await aFullDay(world)
    const holder = await holdLock(guarded, 'select from months where id = $1 for update', [fullDay.month_id])
    const watching = world.second.post('/api/seat-watches', fullDay)
    await untilWaiting(guarded, 1)
    const deleting = world.second.post('/api/own-data/delete-account', { password: PASSWORD })
    await untilWaiting(guarded, 2)
    await holder.release()
    expect([(await watching).status, (await deleting).status]).toEqual([200, 200])
    const watches = sql`select asked_by from seat_watches where parent_id = ${world.dana.id}`
    expect(await rows(guarded.services.db, watches)).toEqual([{ asked_by: null }])
  })
})
