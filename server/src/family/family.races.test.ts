import { beforeEach, describe, expect, it } from 'vitest'
import { givePassword } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { invitationTo, joinInto } from '../../testing/family'
import { disableLocks, holdLock, untilWaiting } from '../../testing/race-helpers'
import { type TestApp, type TestClient, testApp } from '../../testing/test-app'
import { execute, rows, sql } from '../db/sql'

/** What happens at the same moment, on a real PostgreSQL; each with the locks off as a control. */

const PASSWORD = 'sunset over water'

const guarded = await testApp()
const unguarded = await testApp()
disableLocks(unguarded)

/** Held, it stops transactions that have queued mails. */
const MAIL_LOCK: [string, unknown[]] = ['select pg_advisory_xact_lock(1)', []]
for (const { services } of [guarded, unguarded])
  await services.pool.query(`
    create function wait_for_lock() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(1); return null; end $$;
    create trigger wait_for_lock after insert on outbox for each statement execute function wait_for_lock()`)

type World = {
  app: TestApp
  dana: { id: string; email: string }
  kemi: { id: string; email: string }
  child: { id: string }
  month: { id: string }
  first: TestClient
  second: TestClient
}

let year = 2030

async function aWorld(app: TestApp): Promise<World> {
  const make = buildersFor(app.services.db)
  const [dana, kemi] = [await make.aParent(), await make.aParent()]
  year += 1
  return {
    app,
    dana,
    kemi,
    child: await make.aChild(dana),
    month: await make.aMonth({ year, day_types: {} }),
    first: await app.as(dana),
    second: await app.as(kemi),
  }
}

const weekdays = (monthIndex = 11) =>
  [8, 9, 10, 11].filter((n) => ![0, 6].includes(new Date(Date.UTC(year, monthIndex, n)).getUTCDay()))
const aWeekday = (monthIndex?: number) => weekdays(monthIndex)[0] ?? 8

const register = ({ child, month }: World, client: TestClient) =>
  client.post('/api/submissions', {
    month_id: month.id,
    child_ids: [child.id],
    selected_days: [aWeekday()],
    agreed: true,
  })

const membersOf = ({ app, dana }: World) =>
  rows<{ member_id: string }>(
    app.services.db,
    sql`select member_id from family_members where parent_id = ${dana.id}`,
  )

/** Both requests start, wait for the same lock held elsewhere, and go on together. */
async function together<T>(world: World, lock: [string, unknown[]], requests: (() => Promise<T>)[]) {
  const holder = await holdLock(world.app, ...lock)
  const responses = requests.map((request) => request())
  await untilWaiting(world.app, requests.length)
  await holder.release()
  return Promise.all(responses)
}

const statusesOf = (responses: { status: number }[]) => responses.map(({ status }) => status).sort()

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

describe('an invitation accepted twice at the same moment', () => {
  async function acceptTwice(raced: World) {
    const email = `new-${year}@example.com`
    const token = await invitationTo(raced.app, raced.first, email)
    const signUp = (full_name: string) => () =>
      raced.app.visitor.post('/api/join/sign-up', { token, full_name, password: PASSWORD })
    // Reading is possible, using the invitation up is not.
    return together(
      raced,
      ['lock table family_invitations in share mode', []],
      [signUp('Kemi'), signUp('Al')],
    )
  }

  it('makes one account', async () => {
    const responses = await acceptTwice(world)
    expect(statusesOf(responses)).toEqual([200, 404])
    expect(responses.find(({ status }) => status === 404)?.body.error.message).toBe(
      'This invitation is no longer valid.',
    )
    expect(await membersOf(world)).toHaveLength(1)
  })

  it('would not answer as specified without the lock', async () => {
    const responses = await acceptTwice(await aWorld(unguarded))
    expect(statusesOf(responses)).not.toEqual([200, 404])
  })
})

describe('an invitation accepted while it is cancelled', () => {
  /** Cancelling has ended the invitation but not committed when joining reads it. */
  async function joinWhileCancelling(raced: World) {
    const token = await invitationTo(raced.app, raced.first, raced.kemi.email)
    const [{ id }] = (await raced.first.get('/api/family')).body.invitations
    const holder = await holdLock(raced.app, 'lock table audit_log in share mode', [])
    const cancelled = raced.first.delete(`/api/family/invitations/${id}`)
    await untilWaiting(raced.app, 1)
    const joined = raced.second.post('/api/join', { token })
    await untilWaiting(raced.app, 2)
    await holder.release()
    return Promise.all([cancelled, joined])
  }

  it('is not joined once it is cancelled', async () => {
    const [cancelled, joined] = await joinWhileCancelling(world)
    expect([cancelled.status, joined.status]).toEqual([200, 404])
    expect(await membersOf(world)).toEqual([])
  })

  it('would be joined without the lock', async () => {
    const raced = await aWorld(unguarded)
    const [cancelled, joined] = await joinWhileCancelling(raced)
    expect([cancelled.status, joined.status]).toEqual([200, 200])
    expect(await membersOf(raced)).toHaveLength(1)
  })

  it('is not cancelled once it is joined', async () => {
    const token = await invitationTo(guarded, world.first, world.kemi.email)
    const [{ id }] = (await world.first.get('/api/family')).body.invitations
    const holder = await holdLock(guarded, 'lock table audit_log in share mode', [])
    const joining = world.second.post('/api/join', { token })
    await untilWaiting(guarded, 1)
    const cancelling = world.first.delete(`/api/family/invitations/${id}`)
    await untilWaiting(guarded, 2)
    await holder.release()
    expect([(await joining).status, (await cancelling).status]).toEqual([200, 404])
    expect(await membersOf(world)).toHaveLength(1)
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
  const edit: Act = async ({ app, month, first }) => {
    const [row] = await rows<{ id: string }>(
      app.services.db,
      sql`select id from submissions where month_id = ${month.id}`,
    )
    const request = { selected_days: weekdays().slice(0, 2), agreed: true, version: 1 }
    return first.patch(`/api/submissions/${row?.id}`, request)
  }
  const registerFirst: Act = (raced) => register(raced, raced.first)

  /** Who gets the mails of what the first adult does while something happens to the other one. */
  async function mailedWhile(raced: World, act: Act, meanwhile: Act) {
    const { app, dana, kemi } = raced
    await joinInto(app, dana, kemi)
    if (act === edit) await registerFirst(raced)
    await execute(app.services.db, sql`delete from outbox`)
    const holder = await holdLock(app, ...MAIL_LOCK)
    const first = act(raced)
    await untilWaiting(app, 1)
    const second = meanwhile(raced)
    await Promise.race([second, untilWaiting(app, 2)])
    await holder.release()
    expect([(await first).status, (await second).status]).toEqual([200, 200])
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

  it.each<[string, string, Act, Act, string[]]>([
    ['an edit', 'is removed', edit, remove, ['first']],
    ['an edit', 'leaves', edit, leave, ['first']],
    ['an edit', 'deletes the account', edit, deleteAccount, ['first']],
    ['a registration', 'deletes the account', registerFirst, deleteAccount, ['first']],
    ['an edit', 'gets another email', edit, changeEmail, ['another email', 'first']],
  ])(
    'about %s does not go to the old email of an adult who %s meanwhile',
    async (_, __, act, meanwhile, mailed) => {
      expect(await mailedWhile(world, act, meanwhile)).toEqual(mailed)
      // Without the locks.
      expect(await mailedWhile(await aWorld(unguarded), act, meanwhile)).toEqual(['first', 'second'])
    },
  )

  it('does not go to the new email either of an adult who is removed while staff change it', async () => {
    const { app, dana, kemi } = world
    await joinInto(app, dana, kemi)
    await registerFirst(world)
    await execute(app.services.db, sql`delete from outbox`)
    await edit(world)
    const holder = await holdLock(app, 'lock table audit_log in share mode', [])
    const changing = changeEmail(world)
    await untilWaiting(app, 1)
    const removing = remove(world)
    await untilWaiting(app, 2)
    await holder.release()
    expect([(await changing).status, (await removing).status]).toEqual([200, 200])
    expect(await mailedAdults(world)).toEqual(['first'])
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

describe('joining while a child is added to the account', () => {
  /** Joining has found no records but not committed when the child is stored. */
  async function addChildWhileJoining(raced: World) {
    const token = await invitationTo(raced.app, raced.first, raced.kemi.email)
    const holder = await holdLock(raced.app, 'lock table audit_log in share mode', [])
    const joining = raced.second.post('/api/join', { token })
    await untilWaiting(raced.app, 1)
    const adding = raced.second.post('/api/children', { name: 'Ife' })
    await untilWaiting(raced.app, 2)
    await holder.release()
    return Promise.all([joining, adding])
  }
  const childrenOf = ({ app, kemi }: World) =>
    rows(app.services.db, sql`select from children where parent_id = ${kemi.id}`)

  it('leaves no child under a member', async () => {
    const [joined, added] = await addChildWhileJoining(world)
    expect([joined.status, added.status]).toEqual([200, 401])
    expect(await childrenOf(world)).toEqual([])
  })

  it('would leave one without the lock', async () => {
    const raced = await aWorld(unguarded)
    const [joined, added] = await addChildWhileJoining(raced)
    expect([joined.status, added.status]).toEqual([200, 200])
    expect(await childrenOf(raced)).toHaveLength(1)
  })
})

describe('joining while the account asks for a seat', () => {
  /** Joining has moved the account's watches but not committed when another is stored. */
  async function watchWhileJoining(raced: World) {
    const make = buildersFor(raced.app.services.db)
    const day = aWeekday(0)
    const full = await make.aMonth({ month_name: 'January', year, day_seats: { [day]: 1 }, day_types: {} })
    await make.aRegistration(await make.aChild(await make.aParent()), full, { selected_days: [day] })
    const token = await invitationTo(raced.app, raced.first, raced.kemi.email)
    const holder = await holdLock(raced.app, 'lock table audit_log in share mode', [])
    const joining = raced.second.post('/api/join', { token })
    await untilWaiting(raced.app, 1)
    const watching = raced.second.post('/api/seat-watches', { month_id: full.id, day })
    await untilWaiting(raced.app, 2)
    await holder.release()
    return Promise.all([joining, watching])
  }
  const watchesOf = ({ app, kemi }: World) =>
    rows(app.services.db, sql`select from seat_watches where parent_id = ${kemi.id}`)

  it('leaves no watch under a member', async () => {
    const [joined, watched] = await watchWhileJoining(world)
    expect([joined.status, watched.status]).toEqual([200, 401])
    expect(await watchesOf(world)).toEqual([])
  })

  it('would leave one without the lock', async () => {
    const raced = await aWorld(unguarded)
    const [joined, watched] = await watchWhileJoining(raced)
    expect([joined.status, watched.status]).toEqual([200, 200])
    expect(await watchesOf(raced)).toHaveLength(1)
  })
})

describe('a payment while an account that nobody has used is signed up and joins', () => {
  /** The payment is stored but not committed when joining looks for records. */
  async function payWhileJoining(raced: World) {
    Object.assign(raced.app.services.config, { smtpUrl: 'smtp://localhost:1' })
    const make = buildersFor(raced.app.services.db)
    const staff = await raced.app.as(await make.anAdmin())
    await execute(
      raced.app.services.db,
      sql`update accounts set email_verified_at = null, password_hash = null where id = ${raced.kemi.id}`,
    )
    const token = await invitationTo(raced.app, raced.first, raced.kemi.email)
    const holder = await holdLock(raced.app, 'lock table audit_log in share mode', [])
    const payment = { amount: '20.00', payment_date: '2026-11-16', payment_method: 'cash' }
    const paying = staff.post('/api/admin/payments', {
      ...payment,
      parent_id: raced.kemi.id,
      notes: null,
      submission_id: null,
    })
    await untilWaiting(raced.app, 1)
    const signUp = { token, full_name: 'Kemi', password: PASSWORD }
    const joining = raced.app.visitor.post('/api/join/sign-up', signUp)
    await untilWaiting(raced.app, 2)
    await holder.release()
    return Promise.all([paying, joining])
  }

  it('keeps the account out of the family', async () => {
    const [paid, joined] = await payWhileJoining(world)
    expect([paid.status, joined.status]).toEqual([200, 409])
    expect(await membersOf(world)).toEqual([])
  })

  it('would be a payment of a member without the lock', async () => {
    const raced = await aWorld(unguarded)
    const [paid, joined] = await payWhileJoining(raced)
    expect([paid.status, joined.status]).toEqual([200, 200])
  })
})

describe('a member who deletes the account while asking for a seat', () => {
  it('does both, without a deadlock', async () => {
    await joinInto(guarded, world.dana, world.kemi)
    await givePassword(guarded, world.kemi, PASSWORD)
    const make = buildersFor(guarded.services.db)
    const day = aWeekday(0)
    const full = await make.aMonth({ month_name: 'January', year, day_seats: { [day]: 1 }, day_types: {} })
    await make.aRegistration(await make.aChild(await make.aParent()), full, { selected_days: [day] })
    const holder = await holdLock(guarded, 'select from months where id = $1 for update', [full.id])
    const watching = world.second.post('/api/seat-watches', { month_id: full.id, day })
    await untilWaiting(guarded, 1)
    const deleting = world.second.post('/api/own-data/delete-account', { password: PASSWORD })
    await untilWaiting(guarded, 2)
    await holder.release()
    expect([(await watching).status, (await deleting).status]).toEqual([200, 200])
    const watches = sql`select asked_by from seat_watches where parent_id = ${world.dana.id}`
    expect(await rows(guarded.services.db, watches)).toEqual([{ asked_by: null }])
  })
})

describe('joining while the first adult is removed as an admin', () => {
  /** The membership is stored but not committed when the removal looks for a family. */
  async function removeAdminWhileJoining(raced: World) {
    const { db } = raced.app.services
    const staff = await raced.app.as(await buildersFor(db).anAdmin())
    await execute(db, sql`delete from children where parent_id = ${raced.dana.id}`)
    const token = await invitationTo(raced.app, raced.first, raced.kemi.email)
    await execute(db, sql`insert into user_roles (user_id, role) values (${raced.dana.id}, 'admin')`)
    const holder = await holdLock(raced.app, 'lock table audit_log in share mode', [])
    const joining = raced.second.post('/api/join', { token })
    await untilWaiting(raced.app, 1)
    const removing = staff.delete(`/api/admin/admins/${raced.dana.id}`)
    await untilWaiting(raced.app, 2)
    await holder.release()
    return Promise.all([joining, removing])
  }

  it('leaves a family with its first adult', async () => {
    const [joined, removed] = await removeAdminWhileJoining(world)
    expect([joined.status, removed.status]).toEqual([200, 200])
    expect(await membersOf(world)).toEqual([{ member_id: world.kemi.id }])
  })

  it('would be an error of the server without the lock', async () => {
    const [joined, removed] = await removeAdminWhileJoining(await aWorld(unguarded))
    expect([joined.status, removed.status]).toEqual([200, 500])
  })
})

describe('two families that invite each other', () => {
  it('end with one of them joined, without a deadlock', async () => {
    const [toKemi, toDana] = [
      await invitationTo(guarded, world.first, world.kemi.email),
      await invitationTo(guarded, world.second, world.dana.email),
    ]
    await guarded.services.db.transaction(async (tx) => {
      await rows(tx, sql`delete from children where parent_id = ${world.dana.id}`)
    })
    const holder = await holdLock(guarded, 'lock table family_invitations in share mode', [])
    const responses = [
      world.second.post('/api/join', { token: toKemi }),
      world.first.post('/api/join', { token: toDana }),
    ]
    await untilWaiting(guarded, 2)
    await holder.release()
    expect(statusesOf(await Promise.all(responses))).toEqual([200, 404])
    const members = await rows(
      guarded.services.db,
      sql`select from family_members where member_id in (${world.dana.id}, ${world.kemi.id})`,
    )
    expect(members).toHaveLength(1)
  })
})
