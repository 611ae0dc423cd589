import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { invitationTo } from '../../testing/family'
import {
  aFullDay,
  membersOf,
  startGuardedAndUnguarded,
  statusesOf,
  together,
  type World,
} from '../../testing/family-races'
import { holdLock, untilWaiting } from '../../testing/race-helpers'
import { execute, rows, sql } from '../db/sql'

/** Joining a family while something else happens, on a real PostgreSQL; with the locks off as a control. */

const PASSWORD = 'sunset over water'

const { guarded, unguarded, aWorld } = await startGuardedAndUnguarded()

let world: World
beforeEach(async () => {
  world = await aWorld(guarded)
})

describe('an invitation accepted twice at the same moment', () => {
  async function acceptTwice(raced: World) {
    const email = `new-${raced.year}@example.com`
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
    const fullDay = await aFullDay(raced)
    const token = await invitationTo(raced.app, raced.first, raced.kemi.email)
    const holder = await holdLock(raced.app, 'lock table audit_log in share mode', [])
    const joining = raced.second.post('/api/join', { token })
    await untilWaiting(raced.app, 1)
    const watching = raced.second.post('/api/seat-watches', fullDay)
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
